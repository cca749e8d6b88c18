// Generated from the API's document by `npm run api`; not to be edited.
export interface paths {
    "/parse-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the record of a page
         * @description Answers at once from the cache if the page was parsed recently. Otherwise accepts the request, or returns the one
         *     that is already running for the same page and kind. A request made with your token belongs to you, and counts
         *     towards your limit instead of that of your address. A request that was already running keeps its owner: a guest's
         *     request that is returned to you does not become yours.
         */
        post: operations["create_parse_request_parse_requests_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/parse-requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask what came of it */
        get: operations["poll_parse_request_parse_requests__requestId__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by Google
         * @description Takes the ID token that Google's button gives a page, and returns an access token of Garner. The first sign-in
         *     creates an account.
         */
        post: operations["google_auth_google_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/local": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in on a machine of your own
         * @description Signs in with an e-mail address alone, without proof. Works only on the machine that the server runs on and while
         *     no Google client is configured, unless GARNER_LOCAL_SIGN_IN says otherwise.
         */
        post: operations["local_auth_local_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew your token
         * @description Exchanges a valid token for one that expires later, until the sign-in behind it is too old
         *     (GARNER_SESSION_DAYS).
         */
        post: operations["refresh_auth_refresh_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who you are */
        get: operations["show_user_api_user_get"];
        put?: never;
        post?: never;
        /**
         * Remove your account
         * @description Permanently deletes the account with its jobs, saved recipes, tokens and webhooks. Requests of other users are
         *     not affected. Signing in again creates a new account.
         */
        delete: operations["remove_account_api_user_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A token for an event stream
         * @description Returns a token for a browser's EventSource, which cannot send headers. Add it as `?token=` to any stream or to
         *     the export of a job, and open it within a minute. It is valid for nothing else. It expires with the token that
         *     created it, as do the streams that it opened.
         */
        post: operations["give_stream_token_api_stream_token_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your tokens for scripts */
        get: operations["list_tokens_api_tokens_get"];
        put?: never;
        /**
         * Make a token for a script
         * @description Store the token safely: it is shown only once. Send it like any other token. It acts on your behalf until it
         *     expires or you revoke it.
         */
        post: operations["create_token_api_tokens_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Takes effect immediately. A script can revoke its own token this way, but no other.
         */
        delete: operations["revoke_token_api_tokens__token_id__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the page must know first
         * @description Needs no token and no database. The sign-in methods depend on where you connect from.
         */
        get: operations["page_facts_api_page_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What there is to try
         * @description Available while the sample site is served. No sign-in is needed.
         */
        get: operations["show_sample_api_sample_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sample/table.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sample table */
        get: operations["sample_table_api_sample_table_csv_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/items/{itemId}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record of an item
         * @description Returns the record, the source of each field, and its versions with the changes of each. Available to everyone
         *     who may see the item: a guest's request needs no token. The sources of fields are stored for the current version
         *     only.
         */
        get: operations["item_record_api_items__itemId__record_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to a recipe
         * @description Returns the job, which may already be complete if the page was parsed recently. Sending the same link again while
         *     its job is running returns the same job.
         */
        post: operations["parse_url_recipes_parse_url_async_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/status/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask what came of a job */
        get: operations["job_status_recipes_parse_url_status__job_id__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a job off
         * @description Only a pending or running job can be canceled. Requests of other users for the same page continue.
         */
        post: operations["cancel_recipes_parse_url_jobs__job_id__cancel_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/jobs/{job_id}/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop a finished parse
         * @description Abandons the result now instead of when it expires. Sending the link again brings the recipe back.
         */
        post: operations["drop_recipes_parse_url_jobs__job_id__drop_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look into the mailbox
         * @description Newest first. Without parameters: up to 200 complete parses that are neither saved nor abandoned, without those
         *     for saved recipes (`include_refreshes`). `next` is the cursor of the next page.
         */
        get: operations["mailbox_recipes_parse_url_jobs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-url/jobs/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be told when jobs end
         * @description Sends an event `job` with the job, as the mailbox lists it, whenever a job ends or changes after its end. A
         *     client that reconnects with its last event id misses nothing that is still kept (GARNER_EVENT_RETENTION_DAYS), and
         *     may receive the last event twice. A browser's EventSource reconnects to the same URL, whose token is valid for a
         *     minute only: on an error, close it, get a new token, and open it again with `last_seen`.
         */
        get: operations["stream_recipes_parse_url_jobs_stream_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your webhooks */
        get: operations["list_webhooks_api_webhooks_get"];
        put?: never;
        /**
         * Have an address called when jobs end
         * @description Store the secret safely: it is shown only once, and anyone who has it can impersonate Garner.
         */
        post: operations["create_webhook_api_webhooks_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a webhook and its deliveries */
        delete: operations["remove_webhook_api_webhooks__webhook_id__delete"];
        options?: never;
        head?: never;
        /**
         * Switch a webhook off or on
         * @description Jobs that end while it is off are not delivered. Waiting deliveries keep waiting, for as long as deliveries are
         *     kept.
         */
        patch: operations["switch_webhook_api_webhooks__webhook_id__patch"];
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook out
         * @description Sends the event `ping` at once, even to a webhook that is paused after failures. The result is listed with its
         *     deliveries.
         */
        post: operations["ping_webhook_api_webhooks__webhook_id__test_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a webhook was told, or is to be
         * @description Newest first.
         */
        get: operations["list_deliveries_api_webhooks__webhook_id__deliveries_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver once more
         * @description Works for a delivery in any state. It is tried at once, and retried for as long as a new one.
         */
        post: operations["redeliver_api_webhooks__webhook_id__deliveries__delivery_id__redeliver_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/parse-image/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a picture of a recipe
         * @description Returns the job; query it like the job of a link. Sending the same picture again while its job is running returns
         *     the same job. Text that is read from a picture is visible to its sender only.
         */
        post: operations["parse_image_recipes_parse_image_async_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search your recipes
         * @description Most recently changed first.
         */
        get: operations["listing_recipes_get"];
        put?: never;
        /**
         * Save a recipe
         * @description With `parse_job_id`, this commits the job; on any error the job stays complete. Sending the same request again
         *     for the same job returns the recipe that it created; a different one is refused (409).
         */
        post: operations["save_recipes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{recipe_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look at a recipe */
        get: operations["show_recipes__recipe_id__get"];
        put?: never;
        post?: never;
        /** Delete a recipe */
        delete: operations["delete_recipes__recipe_id__delete"];
        options?: never;
        head?: never;
        /**
         * Edit a recipe
         * @description Only the fields that are sent change.
         */
        patch: operations["edit_recipes__recipe_id__patch"];
        trace?: never;
    };
    "/recipes/{recipe_id}/site-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide what of the page's changes to take over
         * @description Changes that are neither accepted nor dismissed are shown again. A decision that changes nothing leaves
         *     `revision` as it is.
         */
        post: operations["decide_recipes__recipe_id__site_changes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recipes/{recipe_id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the recipe's page read anew
         * @description Returns a job to poll. Once it is complete, the recipe shows the changes of the page. The job refers to the
         *     recipe (`recipe_id`), cannot be saved as another recipe, and is listed in the mailbox only on request. If you
         *     already have a running job for the page, that job is returned unchanged.
         */
        post: operations["refresh_recipes__recipe_id__refresh_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your jobs
         * @description Newest first.
         */
        get: operations["jobs_api_jobs_get"];
        put?: never;
        /**
         * Upload tables or pictures as a job
         * @description Answers when every row is in the database, or, if that takes long, as soon as the files are stored: then the job
         *     shows how far reading has progressed. Lines that cannot be read become items with an error and their line number. A
         *     file that is damaged in the middle keeps the rows before the damage.
         */
        post: operations["upload_api_jobs_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingestion/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take in the new files of a place
         * @description Every file that no earlier scan has ingested becomes a job of its own, as if it had been uploaded. A file that is
         *     still being written, or for which there is no room at the moment, is refused this time and ingested by a later scan.
         *     Hidden and unfinished files (`.part`, `.tmp` …) are skipped.
         */
        post: operations["scan_place_api_ingestion_scan_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One job
         * @description Returns the state of the job: its counters, speed, estimated time left, and why it waits.
         */
        get: operations["job_api_jobs__jobId__get"];
        put?: never;
        post?: never;
        /**
         * Remove a job
         * @description Deletes a job that has ended: done, failed or canceled. It is gone at once and permanently. Its rows and uploaded
         *     files are deleted soon after. Records and pages that it produced stay.
         */
        delete: operations["remove_api_jobs__jobId__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A job's items
         * @description Items as in exports, with a summary of each request. In file order, pages are stable; in time order, an updated
         *     item moves. Rows are numbered from 1 without gaps, so you can jump to any row with `afterRow`. Open items are listed
         *     with the least recently changed first.
         */
        get: operations["items_api_jobs__jobId__items_get"];
        put?: never;
        /**
         * Add rows to a job
         * @description Adds the rows after the last one. A job that had ended continues with them.
         */
        post: operations["append_api_jobs__jobId__items_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item, whole */
        get: operations["item_api_jobs__jobId__items__itemId__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a row and do it again
         * @description Cells that are not sent stay as they are. The row starts again from any state, with all its attempts.
         */
        patch: operations["edit_api_jobs__jobId__items__itemId__patch"];
        trace?: never;
    };
    "/api/jobs/{jobId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a job wait
         * @description No more rows are started until the job is resumed. Rows that a worker is processing finish normally. Pausing a
         *     paused job changes nothing.
         */
        post: operations["pause_api_jobs__jobId__pause_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused job go on
         * @description The job continues where it was paused. Resuming a job that is not paused changes nothing.
         */
        post: operations["resume_api_jobs__jobId__resume_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a job off
         * @description The job ends at once. Its unfinished rows are canceled; for a large job that takes a little while. Existing
         *     results stay. Canceling a canceled job changes nothing.
         */
        post: operations["cancel_api_jobs__jobId__cancel_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do rows of a job again
         * @description Without a body, reprocesses the failed rows of the whole job that have attempts left. A waiting row becomes due
         *     at once, a row that a worker holds is taken from it, an ended row becomes pending again, and its page is fetched
         *     again. Many thousands of rows are processed in order after the answer.
         */
        post: operations["redo_api_jobs__jobId__reprocess_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/kickoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Work on a job for a while
         * @description The server processes this job only, as a worker would, and answers when the time is up or the job ends. You can
         *     call it repeatedly, in parallel, and beside workers: nothing is done twice. Sites are not requested any faster. Work
         *     in progress when the time is up finishes after the answer.
         */
        post: operations["kickoff_api_jobs__jobId__kickoff_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why rows of a job failed
         * @description Counts the rows that ended as ERROR or NOT_FOUND by error code. For each of the two states, the latest 20,000
         *     rows are counted.
         */
        get: operations["causes_api_jobs__jobId__causes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be told how a job goes
         * @description Sends first an event `job` with the whole job, then an event `change` for every change, with the new values of
         *     the changed fields. Counters are always sent together with their current values; if several changes are sent at
         *     once, with the last one. Changes have consecutive ids without gaps. A client that reconnects with its last event
         *     id receives all changes since, as long as they are kept (GARNER_JOB_CHANGE_RETENTION_DAYS), else the whole `job`
         *     again.
         */
        get: operations["stream_api_jobs__jobId__stream_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is pending
         * @description Lists the pending items of all jobs that have not ended, longest waiting first.
         */
        get: operations["pending_api_pending_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why items wait
         * @description For rows of your jobs and for your single requests: returns the first reason why each one waits. Items that have
         *     ended and items of other users are left out.
         */
        get: operations["waiting_api_waiting_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tuning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What tunes itself
         * @description Returns every controller with its bounds, its value in each process, and the reason for it.
         */
        get: operations["tuning_api_tuning_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extract the record of a page that you send
         * @description Takes JSON, or the page itself as `text/html` with `url`, `kind`, `use_llm_fallback` and `itemId` in the
         *     query. With JSON these may be in the query too; if both have one, they must agree. With `itemId`, a parse request
         *     or a job of your mailbox that failed because its site blocked Garner, creates a new request of yours that is done
         *     with the record and refers to the old one, which stays as it is. It requires the token that the old request was
         *     made with; a guest's request has no owner and is not found. The page that you send is not shown to anyone else
         *     who requests it.
         */
        post: operations["extract_sent_page_api_extract_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Domains and how their lanes stand */
        get: operations["list_domains_api_admin_domains_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One domain */
        get: operations["show_domain_api_admin_domains__domain__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Treat a domain differently
         * @description Takes effect with the next claim. A domain that is not known yet is created.
         */
        patch: operations["change_domain_api_admin_domains__domain__patch"];
        trace?: never;
    };
    "/api/admin/domains/{domain}/breaker/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a site again at once, as if it had never failed */
        post: operations["close_breaker_api_admin_domains__domain__breaker_close_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/crawl-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Crawl tasks */
        get: operations["list_tasks_api_admin_crawl_tasks_get"];
        put?: never;
        /**
         * Order pages
         * @description Creates standing orders. An existing order is updated with the fields that are sent; the others stay as they are.
         *     That does not fetch its page sooner; use `recrawl` for that. If one URL is invalid, nothing is done.
         */
        post: operations["order_pages_api_admin_crawl_tasks_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/crawl-tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One crawl task
         * @description Returns the state of a page and, while it is not finished, what it waits for.
         */
        get: operations["show_task_api_admin_crawl_tasks__taskId__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/crawl-tasks/{taskId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was tried
         * @description Lists every request for the page, newest first.
         */
        get: operations["list_attempts_api_admin_crawl_tasks__taskId__attempts_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/crawl-tasks/{verb}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, resume, stop or recrawl pages
         * @description Use `recrawl` for events too: when you learn that a page has changed, send its URL. Tasks that do not exist are
         *     skipped and listed in the answer.
         */
        post: operations["act_on_tasks_api_admin_crawl_tasks__verb__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/error-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What went wrong
         * @description Newest first, with stack traces where available.
         */
        get: operations["list_errors_api_admin_error_logs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What goes wrong, the commonest first */
        get: operations["list_causes_api_admin_dead_letters_causes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dead letters, the newest first
         * @description Excludes dead letters that were replayed.
         */
        get: operations["list_letters_api_admin_dead_letters_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start it anew
         * @description Replays with a full set of attempts. Rows of jobs become pending again, and their jobs continue. Returns how many
         *     letters were replayed that had not been replayed before.
         */
        post: operations["replay_api_admin_dead_letters_replay_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/proxies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Proxies and how they fare */
        get: operations["list_proxies_api_admin_proxies_get"];
        put?: never;
        /**
         * Fetch through one more proxy
         * @description As soon as there is a proxy, nothing is fetched directly any more. The password is encrypted with
         *     GARNER_SECRET_KEY; while that is not set, a proxy with a password is refused with `secret_key_missing`.
         */
        post: operations["add_proxy_api_admin_proxies_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/proxies/{proxyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a proxy */
        delete: operations["remove_proxy_api_admin_proxies__proxyId__delete"];
        options?: never;
        head?: never;
        /** Switch a proxy on or off */
        patch: operations["switch_proxy_api_admin_proxies__proxyId__patch"];
        trace?: never;
    };
    "/api/admin/parsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How well each site is read
         * @description Results of the newest pages by domain and kind, compared with the baseline. A page requested without a kind
         *     counts for `auto`, and its record for the kind found. Sites that were not read recently are left out, so a page may
         *     be shorter than its limit; `next` says whether there is more.
         */
        get: operations["list_parsers_api_admin_parsers_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/parsers/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is read worse, the newest first */
        get: operations["list_alerts_api_admin_parsers_alerts_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/parsers/shadow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an extractor on trial makes of live pages
         * @description Field by field, for the newest 20,000 comparisons.
         */
        get: operations["report_shadow_api_admin_parsers_shadow_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/parsers/shadow/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages of which it says something else, the newest first */
        get: operations["list_shadow_differences_api_admin_parsers_shadow_differences_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reparse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last runs of this server
         * @description Newest first, with the progress of each but without details. Runs are forgotten when the server stops.
         */
        get: operations["list_reparses_api_admin_reparse_get"];
        put?: never;
        /**
         * Read kept pages again, without fetching
         * @description Answers at once; use the id to get the progress and the findings. Nothing is written without `apply`. With the
         *     `report` of an earlier run, only the changes that it has shown are applied: pages that would give another result by
         *     now are left alone and counted as `notAsShown`.
         */
        post: operations["start_reparse_api_admin_reparse_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/reparse/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far it is, and what it found */
        get: operations["find_reparse_api_admin_reparse__runId__get"];
        put?: never;
        post?: never;
        /**
         * Stop it
         * @description Records that were already written stay.
         */
        delete: operations["stop_reparse_api_admin_reparse__runId__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Workers, and what they have in hand
         * @description Sorted by name. Workers that stopped cleanly are forgotten at once, those that were killed after an hour.
         */
        get: operations["workers_api_admin_workers_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How things stand
         * @description Counted at most every ten seconds, and up to 100,000 each.
         */
        get: operations["show_standing_api_admin_standing_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The headers of a job's export
         * @description A table of the job's items with these columns, in this order, matches its export.
         */
        get: operations["columns_api_jobs__jobId__columns_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{jobId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a job's rows and results
         * @description Generated from the database on request, in the order of the file, at any time, also while the job runs. The
         *     headers are the same for every selection of rows. A browser that saves the file by itself sends no headers, and may
         *     pass a token of `POST /api/stream-token` in the URL instead.
         */
        get: operations["download_api_jobs__jobId__export_get"];
        put?: never;
        /**
         * Download a selection of a job's rows and results
         * @description The same as GET, for selections that are too long for a URL. The body overrides the query string; without a body,
         *     the answer is the same as for GET.
         */
        post: operations["download_selection_api_jobs__jobId__export_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the server up? */
        get: operations["health_health_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Can it take work? Asks the database. */
        get: operations["ready_ready_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prometheus metrics
         * @description Omits the numbers that are counted in the database while the database is unavailable.
         */
        get: operations["metrics_metrics_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Accepted
         * @description Poll with this id.
         */
        Accepted: {
            /**
             * Requestid
             * Format: uuid
             */
            requestId: string;
            /**
             * Status
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
        };
        /** ActedShape */
        ActedShape: {
            /**
             * Count
             * @description How many it concerned
             */
            count: number;
            /**
             * Unaffected
             * @description As they were: paused already, not paused, under way already, without an order to stop
             */
            unaffected: components["schemas"]["TaskNamed"][];
            /**
             * Unknown
             * @description Ids and URLs that there is no task of
             */
            unknown: (number | string)[];
        };
        /**
         * AskedShape
         * @description The request as it was sent.
         */
        AskedShape: {
            /** Domain */
            domain: string | null;
            kind: components["schemas"]["Kind"] | null;
            /** Since */
            since: string | null;
            /** Limit */
            limit: number | null;
            /** Extractor */
            extractor: string | null;
            /** Apply */
            apply: boolean;
            /**
             * Report
             * @description The run whose findings it applies, and nothing else
             */
            report: string | null;
        };
        /** AttemptShape */
        AttemptShape: {
            /** Id */
            id: number;
            /**
             * Startedat
             * Format: date-time
             */
            startedAt: string;
            /**
             * Endedat
             * Format: date-time
             */
            endedAt: string;
            /** Outcome */
            outcome: string;
            /** Httpstatus */
            httpStatus: number | null;
            /** Bytes */
            bytes: number | null;
            /** Proxyid */
            proxyId: number | null;
            /** Worker */
            worker: string;
        };
        /** Attempts */
        Attempts: {
            /** Attempts */
            attempts: components["schemas"]["AttemptShape"][];
            /** Next */
            next: number | null;
        };
        /** Breaker */
        Breaker: {
            /**
             * State
             * @description Half open: the next page is the probe, and without one it stays so
             * @enum {string}
             */
            state: "closed" | "open" | "half_open";
            /**
             * Failures
             * @description In a row, so far
             */
            failures: number;
            /**
             * Cause
             * @description What the last of them was
             */
            cause: string | null;
            /** Openedat */
            openedAt: string | null;
            /**
             * Openuntil
             * @description When the next probe may go
             */
            openUntil: string | null;
            /**
             * Probes
             * @description How many have failed since it opened
             */
            probes: number;
        };
        /**
         * CachedRecord
         * @description The record under the name of its kind: `recipe`, `product` or `posting`.
         */
        CachedRecord: {
            /**
             * Warnings
             * @description What to know about the record, such as that a language model helped; absent where there is nothing
             */
            warnings?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** CauseShape */
        CauseShape: {
            /** Cause */
            cause: string;
            /** Stage */
            stage: string;
            /** Letters */
            letters: number;
            /** Domains */
            domains: number;
            /**
             * Firstat
             * Format: date-time
             */
            firstAt: string;
            /**
             * Lastat
             * Format: date-time
             */
            lastAt: string;
            /**
             * Example
             * @description What the newest of them says
             */
            example: string;
        };
        /** Causes */
        Causes: {
            /** Causes */
            causes: components["schemas"]["CauseShape"][];
        };
        /**
         * ChangeShape
         * @example {
         *       "after": "64.00",
         *       "before": "59.00",
         *       "change": "changed",
         *       "field": "price",
         *       "partsLeftOff": 0
         *     }
         */
        ChangeShape: {
            /** Field */
            field: string;
            /**
             * Change
             * @description `added`, `changed` or `lost`
             */
            change: string;
            /**
             * Before
             * @description Cut where it is long; null of a list, whose parts are told instead
             */
            before: unknown;
            /**
             * After
             * @description Likewise
             */
            after: unknown;
            /**
             * Parts
             * @description Of a list: what differs, and nothing else
             */
            parts: components["schemas"]["PartShape"][] | null;
            /**
             * Partsleftoff
             * @description How many more parts differ
             */
            partsLeftOff: number;
        };
        /**
         * ColumnsShape
         * @example {
         *       "headers": [
         *         "row",
         *         "status",
         *         "attempts",
         *         "url",
         *         "name",
         *         "input.Name"
         *       ]
         *     }
         */
        ColumnsShape: {
            /**
             * Headers
             * @description In their order; the file's own columns begin with `input.`
             */
            headers: string[];
        };
        /**
         * ControllerShape
         * @example {
         *       "controller": "claim_size_match",
         *       "highest": 200,
         *       "lowest": 1,
         *       "measures": "What a claim takes to do",
         *       "processes": [
         *         {
         *           "decidedAt": "2026-03-01T12:00:00Z",
         *           "decisions": [
         *             {
         *               "at": "2026-03-01T12:00:00Z",
         *               "cause": "an item takes 27.3 ms",
         *               "measuredMs": 3494.4,
         *               "value": 128
         *             }
         *           ],
         *           "process": "host-4711-5f0e2c6d",
         *           "value": 128
         *         }
         *       ],
         *       "targetMs": 3500,
         *       "unit": "items",
         *       "value": 128
         *     }
         */
        ControllerShape: {
            /** Controller */
            controller: string;
            /** Unit */
            unit: string;
            /** Lowest */
            lowest: number;
            /** Highest */
            highest: number;
            /**
             * Measures
             * @description What `measuredMs` of its decisions is
             */
            measures: string;
            /**
             * Targetms
             * @description How long that should take; null where it is taken as it is
             */
            targetMs: number | null;
            /**
             * Longestms
             * @description From where on there is less at a time, if that is a bound of its own
             */
            longestMs: number | null;
            /**
             * Value
             * @description What was decided last; null before any process has
             */
            value: number | null;
            /** Processes */
            processes: components["schemas"]["DecidingShape"][];
        };
        /**
         * CountsShape
         * @example {
         *       "canceled": 0,
         *       "done": 640,
         *       "error": 12,
         *       "notFound": 25,
         *       "pending": 310,
         *       "processing": 8,
         *       "skipped": 5
         *     }
         */
        CountsShape: {
            /** Pending */
            pending: number;
            /** Processing */
            processing: number;
            /** Done */
            done: number;
            /** Notfound */
            notFound: number;
            /** Error */
            error: number;
            /** Skipped */
            skipped: number;
            /** Canceled */
            canceled: number;
        };
        /**
         * CrawlOrder
         * @description The defaults apply to pages that are not ordered yet; for an existing order, fields that are not sent stay as
         *     they are.
         * @example {
         *       "crawlFrequency": "PT6H",
         *       "kinds": [
         *         "product"
         *       ],
         *       "priority": 3,
         *       "urls": [
         *         "https://shop.example/pan",
         *         "https://shop.example/pot"
         *       ]
         *     }
         */
        CrawlOrder: {
            /** Urls */
            urls: string[];
            /**
             * Kinds
             * @description What to look for on the pages
             */
            kinds: components["schemas"]["Kind"][];
            /**
             * Priority
             * @description 1 goes first
             * @default 5
             */
            priority: number;
            /**
             * Scheduledat
             * @description When first; for a new order now, unless said
             */
            scheduledAt?: string | null;
            /**
             * Crawlfrequency
             * @description ISO 8601 duration, or seconds; null fetches once
             * @default P1D
             */
            crawlFrequency: string | null;
        };
        /**
         * DecidingShape
         * @example {
         *       "decidedAt": "2026-03-01T12:00:00Z",
         *       "decisions": [
         *         {
         *           "at": "2026-03-01T12:00:00Z",
         *           "cause": "an item takes 27.3 ms",
         *           "measuredMs": 3494.4,
         *           "value": 128
         *         }
         *       ],
         *       "process": "host-4711-5f0e2c6d",
         *       "value": 128
         *     }
         */
        DecidingShape: {
            /** Process */
            process: string;
            /** Value */
            value: number;
            /**
             * Decidedat
             * Format: date-time
             */
            decidedAt: string;
            /**
             * Decisions
             * @description The latest first
             */
            decisions: components["schemas"]["DecisionShape"][];
        };
        /**
         * Decision
         * @example {
         *       "accept": [
         *         "yields"
         *       ],
         *       "revision": 2,
         *       "site_version": 4
         *     }
         */
        Decision: {
            /**
             * Accept
             * @description Fields that become as the page has them; all: of those that it has changed
             * @default []
             */
            accept: components["schemas"]["SiteField"][] | "all";
            /**
             * Dismiss
             * @description Fields that stay as you have them, and whose changes need not be shown again; all: every other
             * @default []
             */
            dismiss: components["schemas"]["SiteField"][] | "all";
            /**
             * Revision
             * @description Of the recipe, as you have seen it; another is refused
             */
            revision?: number | null;
            /**
             * Site Version
             * @description Of the page, as you have seen it; another is refused
             */
            site_version?: number | null;
        };
        /**
         * DecisionShape
         * @example {
         *       "at": "2026-03-01T12:00:00Z",
         *       "cause": "an item takes 27.3 ms",
         *       "measuredMs": 3494.4,
         *       "value": 128
         *     }
         */
        DecisionShape: {
            /**
             * At
             * Format: date-time
             */
            at: string;
            /** Value */
            value: number;
            /** Cause */
            cause: string;
            /**
             * Measuredms
             * @description By which that was decided; null before there was anything
             */
            measuredMs?: number | null;
        };
        /**
         * Delivery
         * @example {
         *       "attempts": 2,
         *       "created_at": "2026-03-01T12:00:02Z",
         *       "event": "job.completed",
         *       "id": 41,
         *       "job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "last_answer": 503,
         *       "last_error": "It did not take it (HTTP 503).",
         *       "next_try_at": "2026-03-01T12:00:21Z",
         *       "state": "waiting"
         *     }
         */
        Delivery: {
            /**
             * Id
             * @description `Garner-Delivery` of its calls
             */
            id: number;
            event: components["schemas"]["WebhookEvent"];
            /**
             * Job Id
             * @description Null for a ping
             */
            job_id: string | null;
            /**
             * State
             * @enum {string}
             */
            state: "waiting" | "delivered" | "given_up";
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Attempts */
            attempts: number;
            /**
             * Last Answer
             * @description HTTP status, of the last call that was answered
             */
            last_answer: number | null;
            /**
             * Last Error
             * @description Why the last call did not count
             */
            last_error: string | null;
            /**
             * Next Try At
             * @description Of one that waits: not before, nor before `rests_until`
             */
            next_try_at: string | null;
            /** Delivered At */
            delivered_at: string | null;
        };
        /**
         * DeliveryList
         * @example {
         *       "deliveries": [
         *         {
         *           "attempts": 2,
         *           "created_at": "2026-03-01T12:00:02Z",
         *           "event": "job.completed",
         *           "id": 41,
         *           "job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *           "last_answer": 503,
         *           "last_error": "It did not take it (HTTP 503).",
         *           "next_try_at": "2026-03-01T12:00:21Z",
         *           "state": "waiting"
         *         }
         *       ]
         *     }
         */
        DeliveryList: {
            /** Deliveries */
            deliveries: components["schemas"]["Delivery"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last
             */
            next: number | null;
        };
        /**
         * DomainChanges
         * @description Fields that are not sent stay as they are; null resets to the setting for all domains.
         * @example {
         *       "crawlDelaySeconds": 0.5,
         *       "maxConcurrentRequests": 2,
         *       "paused": false
         *     }
         */
        DomainChanges: {
            /** Crawldelayseconds */
            crawlDelaySeconds?: number | null;
            /** Maxconcurrentrequests */
            maxConcurrentRequests?: number | null;
            /**
             * Isactive
             * @description False ends what waits for the domain as SKIPPED
             * @default true
             */
            isActive: boolean;
            /**
             * Obeysrobots
             * @description False fetches what robots.txt forbids; who said so is kept and logged
             * @default true
             */
            obeysRobots: boolean;
            /**
             * Paceseachproxy
             * @description The delay holds for each proxy and not for all together
             * @default false
             */
            pacesEachProxy: boolean;
            /**
             * Paused
             * @description True begins nothing more, and keeps what waits
             * @default false
             */
            paused: boolean;
        };
        /** DomainShape */
        DomainShape: {
            /** Domain */
            domain: string;
            /** Baseurl */
            baseUrl: string;
            /**
             * Crawldelayseconds
             * @description Null follows GARNER_DEFAULT_CRAWL_DELAY_SECONDS
             */
            crawlDelaySeconds: number | null;
            /**
             * Maxconcurrentrequests
             * @description Null follows GARNER_DEFAULT_MAX_CONCURRENT_REQUESTS
             */
            maxConcurrentRequests: number | null;
            /** Isactive */
            isActive: boolean;
            /** Pausedat */
            pausedAt: string | null;
            /** Obeysrobots */
            obeysRobots: boolean;
            /**
             * Robotssaidby
             * @description Who last decided that: `token`, `loopback`, or a user of a command
             */
            robotsSaidBy: string | null;
            /** Robotssaidat */
            robotsSaidAt: string | null;
            /** Paceseachproxy */
            pacesEachProxy: boolean;
            /**
             * Waiting
             * @description Pages in the queue
             */
            waiting: number;
            /** Inflight */
            inFlight: number;
            /**
             * Backlog
             * @description Pages that are due and wait for room in the queue; counting ends at 10000
             */
            backlog: number;
            /**
             * Nextat
             * @description When the site may be called next
             */
            nextAt: string | null;
            /** Robotsdelayseconds */
            robotsDelaySeconds: number;
            /** Latencyseconds */
            latencySeconds: number | null;
            /**
             * Lastsuccessat
             * @description When the site last answered with a page; null: never
             */
            lastSuccessAt: string | null;
            /**
             * Throttleseconds
             * @description The delay that its answers of 429 and 503 have led to
             */
            throttleSeconds: number;
            /** Throttledat */
            throttledAt: string | null;
            /**
             * Notbefore
             * @description What its Retry-After said
             */
            notBefore: string | null;
            breaker: components["schemas"]["Breaker"];
        };
        /** Domains */
        Domains: {
            /** Domains */
            domains: components["schemas"]["DomainShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: string | null;
        };
        /**
         * EditedCells
         * @example {
         *       "input": {
         *         "Link": "https://shop.example/pan-28"
         *       },
         *       "updatedAt": "2026-03-01T12:00:00Z"
         *     }
         */
        EditedCells: {
            /**
             * Input
             * @description The cells that change, by their columns; the others stay
             */
            input: {
                [key: string]: unknown;
            };
            /**
             * Updatedat
             * @description When the item that you saw was last updated; one that has changed since is left alone (409)
             */
            updatedAt?: string | null;
        };
        /** ErrorAnswer */
        ErrorAnswer: {
            /**
             * Error
             * @description One clear sentence
             */
            error: string;
            /**
             * Code
             * @description The same for machines
             */
            code: string;
            /**
             * Fields
             * @description What is wrong with which field
             */
            fields?: components["schemas"]["FieldReason"][] | null;
        };
        /** Errors */
        Errors: {
            /** Errors */
            errors: components["schemas"]["LoggedErrorShape"][];
            /** Next */
            next: number | null;
        };
        /**
         * ExportScope
         * @enum {string}
         */
        ExportScope: "all" | "changed" | "failed" | "selected";
        /**
         * Extracted
         * @description `record` and `kind` are null if nothing was found.
         */
        Extracted: {
            kind: components["schemas"]["Kind"] | null;
            /** Record */
            record: {
                [key: string]: unknown;
            } | null;
            /** Confidence */
            confidence: number | null;
            /** Strategy */
            strategy: string | null;
            /** Warnings */
            warnings: string[];
            /**
             * Sources
             * @description Of each field: rung, path, confidence and snippet
             */
            sources: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /**
             * Itemid
             * @description The new request that has the record; null unless one that was shut out was named
             */
            itemId: string | null;
        };
        /**
         * FeaturesShape
         * @example {
         *       "llm": false,
         *       "ocr": false,
         *       "pendingDashboard": false,
         *       "render": false,
         *       "sample": true,
         *       "uploads": true
         *     }
         */
        FeaturesShape: {
            /**
             * Pendingdashboard
             * @description `/api/pending` is served
             */
            pendingDashboard: boolean;
            /**
             * Uploads
             * @description Tables and pictures are taken
             */
            uploads: boolean;
            /**
             * Ocr
             * @description Text is read off pictures here; another worker may all the same
             */
            ocr: boolean;
            /**
             * Llm
             * @description A language model can be asked, for those who allow it
             */
            llm: boolean;
            /**
             * Render
             * @description Pages that hold no record are shown to a browser
             */
            render: boolean;
            /**
             * Sample
             * @description `/api/sample` has something to try
             */
            sample: boolean;
        };
        /** FieldComparisonShape */
        FieldComparisonShape: {
            /** Candidate */
            candidate: string;
            /** Kind */
            kind: string;
            /**
             * Field
             * @description Or `(whole record)`: whether there is one
             */
            field: string;
            /**
             * Pages
             * @description Of which either says something about it
             */
            pages: number;
            /** Same */
            same: number;
            /** Added */
            added: number;
            /** Changed */
            changed: number;
            /** Lost */
            lost: number;
        };
        /** FieldHealthShape */
        FieldHealthShape: {
            /** Field */
            field: string;
            /**
             * Rate
             * @description Share of the newest records that have it
             */
            rate: number;
            /**
             * Baseline
             * @description Share that was usual before
             */
            baseline: number;
        };
        /** FieldReason */
        FieldReason: {
            /** Field */
            field: string;
            /** Reason */
            reason: string;
        };
        /**
         * FieldShape
         * @example {
         *       "confidence": 0.95,
         *       "path": "offers.price",
         *       "rung": "schema_org_json_ld",
         *       "snippet": "64 EUR",
         *       "source": "The page's data for search engines (JSON-LD)",
         *       "value": "64.00"
         *     }
         */
        FieldShape: {
            /** Value */
            value: unknown;
            /**
             * Source
             * @description Where it came from, in words; null with the rest of this if not known
             */
            source: string | null;
            /**
             * Rung
             * @description The same as `garner extract --explain` has it
             */
            rung: string | null;
            /**
             * Path
             * @description Where on that
             */
            path: string | null;
            /**
             * Snippet
             * @description What stood there, if that is not the value itself
             */
            snippet: string | null;
            /** Confidence */
            confidence: number | null;
        };
        /**
         * Format
         * @enum {string}
         */
        Format: "xlsx" | "csv" | "jsonl";
        /**
         * GoogleToken
         * @example {
         *       "token": "eyJhbGciOiJSUzI1NiIs…"
         *     }
         */
        GoogleToken: {
            /**
             * Token
             * @description The ID token that Google gave the page
             */
            token: string;
        };
        /**
         * Health
         * @example {
         *       "status": "ok",
         *       "version": "0.1.0"
         *     }
         */
        Health: {
            /** Status */
            status: string;
            /** Version */
            version: string;
        };
        /** HeldShape */
        HeldShape: {
            /** Workid */
            workId: number;
            /**
             * Stage
             * @description `crawl`, `extract` or `match`
             */
            stage: string;
            /**
             * Url
             * @description The page; null of what is worked on directly and has none
             */
            url: string | null;
            /** Taskid */
            taskId: number | null;
            /**
             * Itemid
             * @description Of a row or a request that is worked on directly
             */
            itemId: string | null;
            /** Jobid */
            jobId: number | null;
            /** Row */
            row: number | null;
            /** Attempt */
            attempt: number;
            /**
             * Since
             * Format: date-time
             */
            since: string;
            /**
             * Leaseuntil
             * Format: date-time
             * @description Once it is past, another may take the work
             */
            leaseUntil: string;
        };
        /**
         * Ingredient
         * @description Given values are kept; missing ones are parsed from `raw`.
         */
        Ingredient: {
            /**
             * Raw
             * @description The line as it is written
             */
            raw?: string | null;
            /** Qty */
            qty?: number | string | null;
            /** Unit */
            unit?: string | null;
            /** Name */
            name?: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * ItemErrorShape
         * @example {
         *       "code": "server_error",
         *       "message": "The site failed to answer (HTTP 500)."
         *     }
         */
        ItemErrorShape: {
            /** Code */
            code: string | null;
            /** Message */
            message: string | null;
        };
        /**
         * ItemPage
         * @example {
         *       "items": [
         *         {
         *           "attempts": 1,
         *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *           "inputSummary": {
         *             "brand": "Hearth",
         *             "sku": "P-26",
         *             "title": "Cast iron pan",
         *             "url": "https://shop.example/pan"
         *           },
         *           "jobId": 7,
         *           "jobType": "table",
         *           "result": {
         *             "confidence": 0.97,
         *             "kind": "product",
         *             "name": "Cast iron pan 26 cm",
         *             "url": "https://shop.example/pan"
         *           },
         *           "row": 42,
         *           "status": "DONE",
         *           "updatedAt": "2026-03-01T12:00:00Z"
         *         }
         *       ]
         *     }
         */
        ItemPage: {
            /** Items */
            items: components["schemas"]["ItemShape"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last. A page that was filtered may hold fewer items than `pageSize`, or none, and have a next one all the same.
             */
            next: string | null;
        };
        /**
         * ItemRecordShape
         * @example {
         *       "confidence": 0.97,
         *       "currentVersion": 2,
         *       "extractor": "garner",
         *       "extractorVersion": "2",
         *       "fetchedAt": "2026-03-01T12:00:00Z",
         *       "fields": {
         *         "price": {
         *           "confidence": 0.95,
         *           "path": "offers.price",
         *           "rung": "schema_org_json_ld",
         *           "snippet": "64 EUR",
         *           "source": "The page's data for search engines (JSON-LD)",
         *           "value": "64.00"
         *         }
         *       },
         *       "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "jobId": 7,
         *       "kind": "product",
         *       "record": {
         *         "currency": "EUR",
         *         "name": "Cast iron pan",
         *         "price": "64.00"
         *       },
         *       "status": "DONE",
         *       "strategy": "schema_org_json_ld",
         *       "updatedAt": "2026-03-01T12:00:00Z",
         *       "url": "https://shop.example/pan",
         *       "usedLlm": false,
         *       "version": 2,
         *       "versions": [
         *         {
         *           "at": "2026-03-01T12:00:00Z",
         *           "changes": [
         *             {
         *               "after": "64.00",
         *               "before": "59.00",
         *               "change": "changed",
         *               "field": "price",
         *               "partsLeftOff": 0
         *             }
         *           ],
         *           "confidence": 0.97,
         *           "extractor": "garner",
         *           "extractorVersion": "2",
         *           "strategy": "schema_org_json_ld",
         *           "usedLlm": false,
         *           "version": 2
         *         }
         *       ],
         *       "warnings": []
         *     }
         */
        ItemRecordShape: {
            /**
             * Itemid
             * Format: uuid
             */
            itemId: string;
            /** Jobid */
            jobId: number | null;
            /** Url */
            url: string | null;
            /** Kind */
            kind: string | null;
            /**
             * Status
             * @description Of the item: DONE, PENDING, ERROR, …
             */
            status: string;
            /** @description Why there is no record, or why it is tried again */
            error: components["schemas"]["ItemErrorShape"] | null;
            /**
             * Record
             * @description Null while there is none
             */
            record: {
                [key: string]: unknown;
            } | null;
            /**
             * Fields
             * @description Each field of the record, and where it came from
             */
            fields: {
                [key: string]: components["schemas"]["FieldShape"];
            };
            /** Extractor */
            extractor: string | null;
            /** Extractorversion */
            extractorVersion: string | null;
            /** Strategy */
            strategy: string | null;
            /** Confidence */
            confidence: number | null;
            /** Usedllm */
            usedLlm: boolean | null;
            /** Warnings */
            warnings: string[];
            /** @description By what a row without an address was taken for this product */
            match: components["schemas"]["MatchShape"] | null;
            /**
             * Fetchedat
             * @description When its page was last found to say so
             */
            fetchedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             * @description When the record last changed in meaning; if not known, the item
             */
            updatedAt: string;
            /**
             * Version
             * @description Of the record; null of one that is the item's alone, and has no history
             */
            version: number | null;
            /**
             * Currentversion
             * @description Of the page's record by now
             */
            currentVersion: number | null;
            /**
             * Versions
             * @description The newest first
             */
            versions: components["schemas"]["VersionShape"][];
            /**
             * Nextversions
             * @description For `before`, to get earlier versions; null at the end
             */
            nextVersions: number | null;
        };
        /**
         * ItemShape
         * @example {
         *       "attempts": 1,
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "inputSummary": {
         *         "brand": "Hearth",
         *         "sku": "P-26",
         *         "title": "Cast iron pan",
         *         "url": "https://shop.example/pan"
         *       },
         *       "jobId": 7,
         *       "jobType": "table",
         *       "result": {
         *         "confidence": 0.97,
         *         "kind": "product",
         *         "name": "Cast iron pan 26 cm",
         *         "url": "https://shop.example/pan"
         *       },
         *       "row": 42,
         *       "status": "DONE",
         *       "updatedAt": "2026-03-01T12:00:00Z"
         *     }
         */
        ItemShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Jobid */
            jobId: number;
            /**
             * Jobtype
             * @description That of its job
             */
            jobType: string | null;
            /** Row */
            row: number;
            /** Status */
            status: string;
            /** Attempts */
            attempts: number;
            /**
             * Lockedby
             * @description The worker that is at it
             */
            lockedBy: string | null;
            /** Lockedat */
            lockedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
            inputSummary: components["schemas"]["SummaryShape"];
            /**
             * Result
             * @description As exports have it
             */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description Why it ended so, or why it is tried again */
            error: components["schemas"]["ItemErrorShape"] | null;
        };
        /**
         * ItemStatus
         * @enum {string}
         */
        ItemStatus: "PENDING" | "PROCESSING" | "DONE" | "NOT_FOUND" | "ERROR" | "SKIPPED" | "CANCELED" | "COMMITTED" | "ABANDONED";
        /**
         * ItemWaitingShape
         * @example {
         *       "code": "pace",
         *       "isStuck": false,
         *       "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "message": "shop.example is called every 5 s, and 3 pages go first; its turn comes at about 2026-03-01T12:00:00Z",
         *       "site": "shop.example",
         *       "until": "2026-03-01T12:00:00Z",
         *       "what": "shop.example is called every 5 s, and 3 pages go first"
         *     }
         */
        ItemWaitingShape: {
            /**
             * Itemid
             * Format: uuid
             */
            itemId: string;
            code: components["schemas"]["Reason"];
            /**
             * Message
             * @description All of it in words, times included
             */
            message: string;
            /**
             * What
             * @description The same without the time
             */
            what: string;
            /**
             * Until
             * @description When that ends, or is tried again, as far as it is known
             */
            until: string | null;
            /**
             * Site
             * @description Which it waits for, if it is a site
             */
            site: string | null;
            /**
             * Isstuck
             * @description No amount of waiting ends it: somebody has to do something
             */
            isStuck: boolean;
        };
        /**
         * JobAccepted
         * @example {
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "job_type": "url",
         *       "status": "PENDING",
         *       "url": "https://example.com/lentil-soup"
         *     }
         */
        JobAccepted: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Job Type */
            job_type: string;
            /** Url */
            url: string | null;
            status: components["schemas"]["JobStatus"];
        };
        /**
         * JobCanceled
         * @example {
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "status": "CANCELED"
         *     }
         */
        JobCanceled: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            status: components["schemas"]["JobStatus"];
        };
        /**
         * JobCauseShape
         * @example {
         *       "code": "server_error",
         *       "items": 12,
         *       "latestAt": "2026-03-01T12:00:00Z",
         *       "message": "The site failed to answer (HTTP 500).",
         *       "status": "ERROR"
         *     }
         */
        JobCauseShape: {
            /**
             * Status
             * @description ERROR or NOT_FOUND
             */
            status: string;
            /**
             * Code
             * @description As `reason` of the items, and `reasons` of what is done again, take it
             */
            code: string | null;
            /** Items */
            items: number;
            /**
             * Message
             * @description Of the latest of them
             */
            message: string | null;
            /**
             * Latestat
             * Format: date-time
             */
            latestAt: string;
        };
        /**
         * JobCauses
         * @example {
         *       "causes": [
         *         {
         *           "code": "server_error",
         *           "items": 12,
         *           "latestAt": "2026-03-01T12:00:00Z",
         *           "message": "The site failed to answer (HTTP 500).",
         *           "status": "ERROR"
         *         }
         *       ],
         *       "isWhole": true
         *     }
         */
        JobCauses: {
            /**
             * Causes
             * @description The most frequent first
             */
            causes: components["schemas"]["JobCauseShape"][];
            /**
             * Iswhole
             * @description False: more rows failed than were counted, and these are the latest
             */
            isWhole: boolean;
        };
        /**
         * JobDropped
         * @example {
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "status": "ABANDONED"
         *     }
         */
        JobDropped: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            status: components["schemas"]["JobStatus"];
        };
        /**
         * JobList
         * @example {
         *       "jobs": [
         *         {
         *           "completed_at": "2026-03-01T12:00:02Z",
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *           "job_type": "url",
         *           "preview": {
         *             "source_host": "example.com",
         *             "title": "Lentil soup"
         *           },
         *           "status": "COMPLETE",
         *           "url": "https://example.com/lentil-soup",
         *           "warnings": [
         *             "LLM fallback used; please verify ingredients."
         *           ]
         *         }
         *       ]
         *     }
         */
        JobList: {
            /** Jobs */
            jobs: components["schemas"]["JobListed"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last
             */
            next?: string | null;
        };
        /** JobListed */
        JobListed: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Job Type */
            job_type: string;
            /** Url */
            url: string | null;
            status: components["schemas"]["JobStatus"];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Completed At */
            completed_at: string | null;
            /** Warnings */
            warnings: string[];
            preview: components["schemas"]["Preview"];
            /** Error Code */
            error_code?: string | null;
            /** Error Message */
            error_message?: string | null;
            /**
             * Recipe Id
             * @description The recipe of yours for which the page is read anew (`POST /recipes/{id}/refresh`); null for other jobs
             */
            recipe_id?: string | null;
        };
        /** JobMade */
        JobMade: {
            /**
             * Jobid
             * @description Ask about it under /api/jobs/{jobId}
             */
            jobId: number;
            /**
             * Fileid
             * @description The first of its files, for a further job of the same
             */
            fileId: number | null;
            /**
             * Fileids
             * @description All of them, in their order
             */
            fileIds: number[];
        };
        /**
         * JobPage
         * @example {
         *       "jobs": [
         *         {
         *           "attempts": 1,
         *           "columnMapping": {
         *             "Bezeichnung lang": "title",
         *             "EAN / GTIN": "gtin"
         *           },
         *           "counts": {
         *             "canceled": 0,
         *             "done": 640,
         *             "error": 12,
         *             "notFound": 25,
         *             "pending": 310,
         *             "processing": 8,
         *             "skipped": 5
         *           },
         *           "createdAt": "2026-03-01T12:00:00Z",
         *           "etaSeconds": 16,
         *           "failedItems": 37,
         *           "fileId": 3,
         *           "fileName": "spring-catalogue.csv",
         *           "isBeingRead": false,
         *           "isStuck": false,
         *           "itemsPerSecond": 20.5,
         *           "jobId": 7,
         *           "jobType": "table",
         *           "kind": "product",
         *           "lastHeartbeat": "2026-03-01T12:00:00Z",
         *           "processedItems": 682,
         *           "queueState": "RUNNING",
         *           "totalItems": 1000,
         *           "unusedColumns": [
         *             "Shelf"
         *           ],
         *           "warnings": [
         *             "Not read, for the columns are others than those of the first sheet: 'Notes'."
         *           ]
         *         }
         *       ]
         *     }
         */
        JobPage: {
            /** Jobs */
            jobs: components["schemas"]["JobShape"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last
             */
            next: string | null;
        };
        /**
         * JobShape
         * @example {
         *       "attempts": 1,
         *       "columnMapping": {
         *         "Bezeichnung lang": "title",
         *         "EAN / GTIN": "gtin"
         *       },
         *       "counts": {
         *         "canceled": 0,
         *         "done": 640,
         *         "error": 12,
         *         "notFound": 25,
         *         "pending": 310,
         *         "processing": 8,
         *         "skipped": 5
         *       },
         *       "createdAt": "2026-03-01T12:00:00Z",
         *       "etaSeconds": 16,
         *       "failedItems": 37,
         *       "fileId": 3,
         *       "fileName": "spring-catalogue.csv",
         *       "isBeingRead": false,
         *       "isStuck": false,
         *       "itemsPerSecond": 20.5,
         *       "jobId": 7,
         *       "jobType": "table",
         *       "kind": "product",
         *       "lastHeartbeat": "2026-03-01T12:00:00Z",
         *       "processedItems": 682,
         *       "queueState": "RUNNING",
         *       "totalItems": 1000,
         *       "unusedColumns": [
         *         "Shelf"
         *       ],
         *       "warnings": [
         *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
         *       ]
         *     }
         */
        JobShape: {
            /** Jobid */
            jobId: number;
            /**
             * Jobtype
             * @description `table` for rows of a file or a list, `image` for pictures
             */
            jobType: string;
            /**
             * Queuestate
             * @description QUEUED, RUNNING, PAUSED, DONE, FAILED or CANCELED
             */
            queueState: string;
            /** Totalitems */
            totalItems: number;
            /** @description Always adds up to `totalItems` */
            counts: components["schemas"]["CountsShape"];
            /** Processeditems */
            processedItems: number;
            /** Faileditems */
            failedItems: number;
            /**
             * Attempts
             * @description How often it was begun: once, and again each time that rows of it are redone
             */
            attempts: number;
            /** Lasterror */
            lastError: string | null;
            /**
             * Warnings
             * @description What of its files was left out or is in doubt, and why
             */
            warnings: string[];
            /**
             * Columnmapping
             * @description What the columns of its files mean; the first 100 of them
             */
            columnMapping: {
                [key: string]: string;
            };
            /**
             * Unusedcolumns
             * @description Columns that mean nothing to Garner, and stay with each row as they are; the first 100 of them
             */
            unusedColumns: string[];
            /** Lastheartbeat */
            lastHeartbeat: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Fileid
             * @description The first of its files, for a further job of the same (`POST /api/jobs`)
             */
            fileId: number | null;
            /** Filename */
            fileName: string | null;
            /** Kind */
            kind: string;
            /**
             * Itemspersecond
             * @description Over the last half minute
             */
            itemsPerSecond: number;
            /**
             * Etaseconds
             * @description Null when there is no telling
             */
            etaSeconds: number | null;
            /**
             * Isbeingread
             * @description More rows may come: its files have not been read to the end
             */
            isBeingRead: boolean;
            /**
             * Waiting
             * @description Why it does not go on, in words; null when nothing holds it back
             */
            waiting: string | null;
            /**
             * Isstuck
             * @description It goes on only if somebody does something: resumes it, starts a worker
             */
            isStuck: boolean;
        };
        /**
         * JobState
         * @enum {string}
         */
        JobState: "QUEUED" | "RUNNING" | "PAUSED" | "DONE" | "FAILED" | "CANCELED";
        /**
         * JobStatus
         * @enum {string}
         */
        JobStatus: "PENDING" | "RUNNING" | "COMPLETE" | "ERROR" | "CANCELED" | "COMMITTED" | "ABANDONED";
        /**
         * Kind
         * @enum {string}
         */
        Kind: "recipe" | "product" | "posting";
        /**
         * LaneShape
         * @example {
         *       "domain": "shop.example",
         *       "latencySeconds": 0.21,
         *       "robotsDelaySeconds": 0,
         *       "throttleSeconds": 4,
         *       "throttledAt": "2026-03-01T12:00:00Z"
         *     }
         */
        LaneShape: {
            /** Domain */
            domain: string;
            /** Throttleseconds */
            throttleSeconds: number;
            /** Latencyseconds */
            latencySeconds: number | null;
            /** Robotsdelayseconds */
            robotsDelaySeconds: number;
            /** Throttledat */
            throttledAt: string | null;
            /** Notbefore */
            notBefore: string | null;
            /** Openedat */
            openedAt: string | null;
            /** Openuntil */
            openUntil: string | null;
            /** Breakercause */
            breakerCause: string | null;
        };
        /** LetterShape */
        LetterShape: {
            /** Id */
            id: number;
            /** Stage */
            stage: string;
            /** Cause */
            cause: string;
            /** Message */
            message: string;
            /** Attempts */
            attempts: number;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Replayedat */
            replayedAt: string | null;
            /** Taskid */
            taskId: number | null;
            /** Itemid */
            itemId: string | null;
            /** Url */
            url: string | null;
        };
        /** Letters */
        Letters: {
            /** Letters */
            letters: components["schemas"]["LetterShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: number | null;
        };
        /**
         * LimitsShape
         * @example {
         *       "imageMaxBytes": 15000000,
         *       "mailboxMinutes": 4320,
         *       "openJobs": 20,
         *       "uploadMaxBytes": 1000000000,
         *       "uploadMaxRows": 2000000,
         *       "urlMaxLength": 2048
         *     }
         */
        LimitsShape: {
            /**
             * Uploadmaxbytes
             * @description All files of an upload together
             */
            uploadMaxBytes: number;
            /**
             * Uploadmaxrows
             * @description Of one job
             */
            uploadMaxRows: number;
            /**
             * Imagemaxbytes
             * @description A picture of a recipe, for the mailbox
             */
            imageMaxBytes: number;
            /** Urlmaxlength */
            urlMaxLength: number;
            /**
             * Openjobs
             * @description Unfinished ones that a person may have
             */
            openJobs: number;
            /**
             * Mailboxminutes
             * @description After which a finished parse that nobody saved is abandoned
             */
            mailboxMinutes: number;
        };
        /**
         * LocalSignIn
         * @example {
         *       "email": "ana@example.com"
         *     }
         */
        LocalSignIn: {
            /** Email */
            email: string;
        };
        /** LoggedErrorShape */
        LoggedErrorShape: {
            /** Id */
            id: number;
            /** Taskid */
            taskId: number | null;
            /** Url */
            url: string | null;
            /** Errortype */
            errorType: string;
            /** Errorcode */
            errorCode: string | null;
            /** Errormessage */
            errorMessage: string;
            /** Stacktrace */
            stackTrace: string | null;
            /**
             * Occurredat
             * Format: date-time
             */
            occurredAt: string;
        };
        /**
         * MatchShape
         * @example {
         *       "candidates": [
         *         {
         *           "brand": "Hearth",
         *           "id": 12,
         *           "name": "Cast iron pan",
         *           "score": 0.97,
         *           "sku": "P-26",
         *           "strategy": "gtin"
         *         }
         *       ],
         *       "offers": [
         *         {
         *           "currency": "EUR",
         *           "id": 31,
         *           "name": "Pan, cast iron",
         *           "price": "61.50"
         *         }
         *       ],
         *       "productId": 12,
         *       "score": 0.97,
         *       "strategy": "gtin"
         *     }
         */
        MatchShape: {
            /**
             * Productid
             * @description Null of what a provider offered, and where nothing matched
             */
            productId: number | null;
            /** Score */
            score: number | null;
            /** Strategy */
            strategy: string | null;
            /**
             * Candidates
             * @description What it might have been, the best first
             */
            candidates: {
                [key: string]: unknown;
            }[];
            /**
             * Offers
             * @description Other entries of the same product: copies, other shops' offers
             */
            offers: {
                [key: string]: unknown;
            }[];
        };
        /**
         * NewRecipe
         * @example {
         *       "ingredients": [
         *         "2 cups red lentils",
         *         "1 onion"
         *       ],
         *       "instructions": [
         *         "Chop the onion.",
         *         "Boil all for half an hour."
         *       ],
         *       "notes": "Half the salt will do.",
         *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "title": "Lentil soup"
         *     }
         */
        NewRecipe: {
            /** Description */
            description?: string | null;
            /** Author */
            author?: string | null;
            /**
             * Image
             * @description Where a picture of it is
             */
            image?: string | null;
            /**
             * Ingredients
             * @description Lines as they are written, or as data
             */
            ingredients?: (string | components["schemas"]["Ingredient"])[] | null;
            /** Instructions */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps in their groups, if they have any
             */
            instruction_groups?: components["schemas"]["StepGroup"][] | null;
            /** Yields */
            yields?: string | null;
            /** Prep Minutes */
            prep_minutes?: number | null;
            /** Cook Minutes */
            cook_minutes?: number | null;
            /** Total Minutes */
            total_minutes?: number | null;
            /** Nutrition */
            nutrition?: {
                [key: string]: number | string | null;
            } | null;
            /** Language */
            language?: string | null;
            /**
             * Url
             * @description The page that it is from
             */
            url?: string | null;
            /**
             * Notes
             * @description What you want to remember about it
             */
            notes?: string | null;
            /** Tags */
            tags?: string[] | null;
            /** Title */
            title: string;
            /**
             * Parse Job Id
             * @description The completed job that this is saved from: what you leave out is taken from what it found
             */
            parse_job_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** OrderedShape */
        OrderedShape: {
            /**
             * Ids
             * @description The tasks of all these pages
             */
            ids: number[];
            /**
             * Ordered
             * @description Pages that there was no order for
             */
            ordered: number;
            /**
             * Amended
             * @description Orders that were changed by what was said
             */
            amended: number;
            /**
             * Unchanged
             * @description Orders that were like that already
             */
            unchanged: number;
        };
        /**
         * PageFacts
         * @example {
         *       "features": {
         *         "llm": false,
         *         "ocr": false,
         *         "pendingDashboard": false,
         *         "render": false,
         *         "sample": true,
         *         "uploads": true
         *       },
         *       "limits": {
         *         "imageMaxBytes": 15000000,
         *         "mailboxMinutes": 4320,
         *         "openJobs": 20,
         *         "uploadMaxBytes": 1000000000,
         *         "uploadMaxRows": 2000000,
         *         "urlMaxLength": 2048
         *       },
         *       "signIn": {
         *         "local": true
         *       },
         *       "version": "0.1.0"
         *     }
         */
        PageFacts: {
            /** Version */
            version: string;
            signIn: components["schemas"]["SignInShape"];
            features: components["schemas"]["FeaturesShape"];
            limits: components["schemas"]["LimitsShape"];
        };
        /**
         * ParseJobState
         * @description `result` is set once there is one; `error_code` and `error_message` once the job failed.
         * @example {
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "job_type": "url",
         *       "result": {
         *         "parser_strategy": "schema_org_json_ld",
         *         "recipe": {
         *           "ingredients": [
         *             {
         *               "qty": 2,
         *               "raw": "2 cups red lentils",
         *               "unit": "cup"
         *             }
         *           ],
         *           "title": "Lentil soup"
         *         },
         *         "success": true,
         *         "used_llm": false,
         *         "warnings": []
         *       },
         *       "status": "COMPLETE",
         *       "url": "https://example.com/lentil-soup"
         *     }
         */
        ParseJobState: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Job Type */
            job_type: string;
            /** Url */
            url: string | null;
            status: components["schemas"]["JobStatus"];
            result?: components["schemas"]["ParseResult"] | null;
            /** Error Code */
            error_code?: string | null;
            /** Error Message */
            error_message?: string | null;
            /**
             * Waiting For
             * @description What a pending job has been waiting for, in words
             */
            waiting_for?: string | null;
            /**
             * Recipe Id
             * @description The recipe of yours for which the page is read anew (`POST /recipes/{id}/refresh`); null for other jobs
             */
            recipe_id?: string | null;
            /**
             * Saved Recipe Id
             * @description The recipe of yours that a committed job was saved as; null once you have deleted it
             */
            saved_recipe_id?: string | null;
            /**
             * Sent For
             * @description The job that was shut out of its site, for which you sent this page (`POST /api/extract`)
             */
            sent_for?: string | null;
        };
        /**
         * ParseRequest
         * @example {
         *       "kind": "recipe",
         *       "url": "https://example.com/lentil-soup"
         *     }
         */
        ParseRequest: {
            /**
             * Url
             * @description The page to parse
             */
            url: string;
            /**
             * @description What to look for on it
             * @default recipe
             */
            kind: components["schemas"]["Kind"];
            /**
             * Use Llm Fallback
             * @description Allow a language model, where one is set up, to be asked for what nothing else finds
             * @default false
             */
            use_llm_fallback: boolean;
        };
        /** ParseResult */
        ParseResult: {
            /** Success */
            success: boolean;
            /** Recipe */
            recipe: {
                [key: string]: unknown;
            };
            /** Used Llm */
            used_llm: boolean;
            /** Parser Strategy */
            parser_strategy: string | null;
            /** Warnings */
            warnings: string[];
        };
        /** ParserAlertShape */
        ParserAlertShape: {
            /** Id */
            id: number;
            /** Domain */
            domain: string;
            /** Kind */
            kind: string;
            /**
             * Field
             * @description What is found less often; `(whole record)` if pages give none
             */
            field: string;
            /** Extractor */
            extractor: string;
            /** Version */
            version: string;
            /**
             * Rate
             * @description Share that was found when the alert was opened
             */
            rate: number;
            /**
             * Baseline
             * @description Share that was usual
             */
            baseline: number;
            /**
             * Pages
             * @description By which that was told
             */
            pages: number;
            /**
             * Openedat
             * Format: date-time
             */
            openedAt: string;
            /** Closedat */
            closedAt: string | null;
            /**
             * Closedbecause
             * @description It recovered; or was so for as long as what is usual is remembered; or no page was read any more
             */
            closedBecause: ("recovered" | "usual" | "silent") | null;
            /** Closingrate */
            closingRate: number | null;
        };
        /** ParserAlerts */
        ParserAlerts: {
            /** Alerts */
            alerts: components["schemas"]["ParserAlertShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: number | null;
        };
        /** ParserShape */
        ParserShape: {
            /** Domain */
            domain: string;
            /** Kind */
            kind: string;
            /** Extractor */
            extractor: string;
            /**
             * Version
             * @description That is at work
             */
            version: string;
            /**
             * Pages
             * @description The newest, which are looked at
             */
            pages: number;
            /**
             * Rate
             * @description Share of them that gave a record
             */
            rate: number;
            /**
             * Baselinepages
             * @description Those before, within the memory of what is usual
             */
            baselinePages: number;
            /**
             * Baseline
             * @description Share of those that gave a record
             */
            baseline: number | null;
            /**
             * Weakest
             * @description Fields that are found less often than usual, the worst first
             */
            weakest: components["schemas"]["FieldHealthShape"][];
            /**
             * Alerts
             * @description Fields that an alert is open for, or `(whole record)`
             */
            alerts: string[];
        };
        /** Parsers */
        Parsers: {
            /** Parsers */
            parsers: components["schemas"]["ParserShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: string | null;
        };
        /**
         * PartShape
         * @example {
         *       "after": {
         *         "url": "https://shop.example/pan-2.jpg"
         *       },
         *       "change": "added",
         *       "place": 2
         *     }
         */
        PartShape: {
            /**
             * Change
             * @description `added`, `removed`, `changed` or `moved`
             */
            change: string;
            /**
             * Place
             * @description From 1, in the new list; in the old one if it was removed
             */
            place: number;
            /** Before */
            before: unknown;
            /** After */
            after: unknown;
        };
        /**
         * PendingItemShape
         * @example {
         *       "attempts": 1,
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "inputSummary": {
         *         "brand": "Hearth",
         *         "sku": "P-26",
         *         "title": "Cast iron pan",
         *         "url": "https://shop.example/pan"
         *       },
         *       "jobId": 7,
         *       "jobType": "table",
         *       "row": 42,
         *       "status": "PENDING",
         *       "updatedAt": "2026-03-01T12:00:00Z",
         *       "userEmail": "ana@example.com",
         *       "userId": 12
         *     }
         */
        PendingItemShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Jobid */
            jobId: number;
            /**
             * Jobtype
             * @description That of its job
             */
            jobType: string | null;
            /** Row */
            row: number;
            /** Status */
            status: string;
            /** Attempts */
            attempts: number;
            /**
             * Lockedby
             * @description The worker that is at it
             */
            lockedBy: string | null;
            /** Lockedat */
            lockedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
            inputSummary: components["schemas"]["SummaryShape"];
            /**
             * Result
             * @description As exports have it
             */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description Why it ended so, or why it is tried again */
            error: components["schemas"]["ItemErrorShape"] | null;
            /**
             * Userid
             * @description Whose it is
             */
            userId: number | null;
            /** Useremail */
            userEmail: string | null;
        };
        /**
         * PendingPage
         * @example {
         *       "items": [
         *         {
         *           "attempts": 1,
         *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *           "inputSummary": {
         *             "brand": "Hearth",
         *             "sku": "P-26",
         *             "title": "Cast iron pan",
         *             "url": "https://shop.example/pan"
         *           },
         *           "jobId": 7,
         *           "jobType": "table",
         *           "row": 42,
         *           "status": "PENDING",
         *           "updatedAt": "2026-03-01T12:00:00Z",
         *           "userEmail": "ana@example.com",
         *           "userId": 12
         *         }
         *       ],
         *       "pendingCount": 318
         *     }
         */
        PendingPage: {
            /** Items */
            items: components["schemas"]["PendingItemShape"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last
             */
            next: string | null;
            /**
             * Pendingcount
             * @description Of all that is pending, counted some seconds ago
             */
            pendingCount: number;
        };
        /**
         * Polled
         * @description `recipe`, `product` or `posting` once completed; `error` and `code` once failed; `waitingFor` while delayed.
         */
        Polled: {
            /**
             * Requestid
             * Format: uuid
             */
            requestId: string;
            /**
             * Status
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /**
             * Error
             * @description Why it failed, in a sentence
             */
            error?: string | null;
            /**
             * Code
             * @description The same for machines, such as soft_block
             */
            code?: string | null;
            /**
             * Warnings
             * @description What to know about the record, such as that a language model helped; absent where there is nothing
             */
            warnings?: string[] | null;
            /**
             * Sentfor
             * @description The request that was shut out of its site, for which you sent this page (`POST /api/extract`)
             */
            sentFor?: string | null;
            /**
             * Waitingfor
             * @description What a pending request has been waiting for; absent while there is nothing to say
             */
            waitingFor?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** Preview */
        Preview: {
            /** Title */
            title: string | null;
            /** Source Host */
            source_host: string | null;
        };
        /** Proxies */
        Proxies: {
            /** Proxies */
            proxies: components["schemas"]["ProxyShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: number | null;
        };
        /** ProxyChanges */
        ProxyChanges: {
            /**
             * Isactive
             * @description True also forgets its failures
             */
            isActive: boolean;
        };
        /** ProxyShape */
        ProxyShape: {
            /** Id */
            id: number;
            /** Protocol */
            protocol: string;
            /** Host */
            host: string;
            /** Port */
            port: number;
            /** Username */
            username: string | null;
            /** Haspassword */
            hasPassword: boolean;
            /** Isactive */
            isActive: boolean;
            /**
             * Failurecount
             * @description In a row; more than ten disable it
             */
            failureCount: number;
            /** Successcount */
            successCount: number;
            /**
             * Successrate
             * @description Of about its last hundred requests, those that it carried; null before the first
             */
            successRate: number | null;
            /** Avgresponsetimems */
            avgResponseTimeMs: number | null;
            /** Lastusedat */
            lastUsedAt: string | null;
            /** Lastsuccessat */
            lastSuccessAt: string | null;
            /** Lastfailureat */
            lastFailureAt: string | null;
            /**
             * Retryat
             * @description When one that its failures disabled is tried again
             */
            retryAt: string | null;
            /**
             * Shutoutof
             * @description Domains that it rests from
             */
            shutOutOf: number;
        };
        /**
         * ProxyWanted
         * @example {
         *       "host": "proxy.example",
         *       "password": "secret",
         *       "port": 1080,
         *       "protocol": "socks5",
         *       "username": "garner"
         *     }
         */
        ProxyWanted: {
            /**
             * Protocol
             * @default http
             * @enum {string}
             */
            protocol: "http" | "https" | "socks5";
            /** Host */
            host: string;
            /** Port */
            port: number;
            /** Username */
            username?: string | null;
            /** Password */
            password?: string | null;
        };
        /**
         * Reason
         * @enum {string}
         */
        Reason: "site_inactive" | "site_paused" | "page_paused" | "job_paused" | "job_backlog" | "job_pages" | "scheduled" | "backlog" | "no_worker" | "no_worker_allowed" | "breaker_open" | "asked_to_wait" | "robots_being_read" | "robots_unreachable" | "proxies_off" | "retry" | "site_busy" | "pace" | "fetching" | "extracting" | "worker_lost" | "in_hand" | "queued";
        /**
         * RecipeEdit
         * @description Fields that are left out stay as they are; null clears one.
         * @example {
         *       "notes": "Half the salt will do.",
         *       "revision": 1
         *     }
         */
        RecipeEdit: {
            /** Description */
            description?: string | null;
            /** Author */
            author?: string | null;
            /**
             * Image
             * @description Where a picture of it is
             */
            image?: string | null;
            /**
             * Ingredients
             * @description Lines as they are written, or as data
             */
            ingredients?: (string | components["schemas"]["Ingredient"])[] | null;
            /** Instructions */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps in their groups, if they have any
             */
            instruction_groups?: components["schemas"]["StepGroup"][] | null;
            /** Yields */
            yields?: string | null;
            /** Prep Minutes */
            prep_minutes?: number | null;
            /** Cook Minutes */
            cook_minutes?: number | null;
            /** Total Minutes */
            total_minutes?: number | null;
            /** Nutrition */
            nutrition?: {
                [key: string]: number | string | null;
            } | null;
            /** Language */
            language?: string | null;
            /**
             * Url
             * @description The page that it is from
             */
            url?: string | null;
            /**
             * Notes
             * @description What you want to remember about it
             */
            notes?: string | null;
            /** Tags */
            tags?: string[] | null;
            /** Title */
            title?: string | null;
            /**
             * Revision
             * @description The one that you have seen; another is refused
             */
            revision?: number | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * RecipeList
         * @example {
         *       "recipes": [
         *         {
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "has_site_changes": true,
         *           "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
         *           "revision": 2,
         *           "tags": [
         *             "winter"
         *           ],
         *           "title": "Lentil soup",
         *           "total_minutes": 40,
         *           "updated_at": "2026-03-01T18:04:12Z",
         *           "url": "https://example.com/lentil-soup",
         *           "yields": "4 servings"
         *         }
         *       ]
         *     }
         */
        RecipeList: {
            /** Recipes */
            recipes: components["schemas"]["RecipeListed"][];
            /**
             * Next
             * @description For `after`, to get the next page; null on the last
             */
            next?: string | null;
        };
        /** RecipeListed */
        RecipeListed: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Title */
            title: string;
            /** Url */
            url: string | null;
            /** Image */
            image: string | null;
            /** Yields */
            yields: string | null;
            /** Total Minutes */
            total_minutes: number | null;
            /** Tags */
            tags: string[];
            /** Revision */
            revision: number;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
            /**
             * Has Site Changes
             * @description The page was found changed since you last decided on its changes: look at `site_changes`
             */
            has_site_changes: boolean;
        };
        /**
         * RecipeShown
         * @description Includes your own custom fields, if you have sent any.
         * @example {
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
         *       "ingredients": [
         *         {
         *           "name": "red lentils",
         *           "qty": 2,
         *           "raw": "2 cups red lentils",
         *           "unit": "cup"
         *         }
         *       ],
         *       "instruction_groups": [],
         *       "instructions": [
         *         "Boil all for half an hour."
         *       ],
         *       "notes": "Half the salt will do.",
         *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "revision": 2,
         *       "site_changes": [
         *         {
         *           "added": [],
         *           "base": "4 servings",
         *           "conflict": false,
         *           "field": "yields",
         *           "mine": "4 servings",
         *           "removed": [],
         *           "site": "6 servings"
         *         }
         *       ],
         *       "site_version": 4,
         *       "tags": [],
         *       "title": "Lentil soup",
         *       "updated_at": "2026-03-01T18:04:12Z",
         *       "url": "https://example.com/lentil-soup",
         *       "yields": "4 servings"
         *     }
         */
        RecipeShown: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Title */
            title: string;
            /** Description */
            description: string | null;
            /** Author */
            author: string | null;
            /** Image */
            image: string | null;
            /** Ingredients */
            ingredients: {
                [key: string]: unknown;
            }[];
            /** Instructions */
            instructions: string[];
            /** Instruction Groups */
            instruction_groups: {
                [key: string]: unknown;
            }[];
            /** Yields */
            yields: string | null;
            /** Prep Minutes */
            prep_minutes: number | null;
            /** Cook Minutes */
            cook_minutes: number | null;
            /** Total Minutes */
            total_minutes: number | null;
            /** Nutrition */
            nutrition: {
                [key: string]: unknown;
            } | null;
            /** Language */
            language: string | null;
            /** Url */
            url: string | null;
            /** Notes */
            notes: string | null;
            /** Tags */
            tags: string[];
            /**
             * Parse Job Id
             * @description The job that it was saved from
             */
            parse_job_id: string | null;
            /**
             * Revision
             * @description Counts the changes
             */
            revision: number;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
            /**
             * Site Version
             * @description Of what the page says now; null if nothing is known of a page
             */
            site_version: number | null;
            /**
             * Site Changes
             * @description What the page has changed since you last looked. Nothing of yours changes by that
             */
            site_changes: components["schemas"]["SiteChangeShown"][];
        } & {
            [key: string]: unknown;
        };
        /** Refresh */
        Refresh: {
            /**
             * Use Llm Fallback
             * @description A language model may be asked for what is not found otherwise, if the server has one
             * @default true
             */
            use_llm_fallback: boolean;
        };
        /**
         * Removal
         * @example {
         *       "email": "ana@example.com"
         *     }
         */
        Removal: {
            /**
             * Email
             * @description Your own, so that it is no slip
             */
            email: string;
        };
        /**
         * ReparseWanted
         * @description Selects stored pages and an extractor; or the id of a report, to apply exactly that.
         * @example {
         *       "domain": "shop.example",
         *       "kind": "product"
         *     }
         */
        ReparseWanted: {
            /** Domain */
            domain?: string | null;
            kind?: components["schemas"]["Kind"] | null;
            /**
             * Since
             * @description Only pages fetched then or later
             */
            since?: string | null;
            /**
             * Limit
             * @description At most so many pages
             */
            limit?: number | null;
            /**
             * Extractor
             * @description Instead of the current one: module:function, declared by an installed package
             */
            extractor?: string | null;
            /**
             * Apply
             * @description Write the records; without it they are only compared
             * @default false
             */
            apply: boolean;
            /**
             * Report
             * @description Apply what this report shows; goes with `apply` alone
             */
            report?: string | null;
        };
        /**
         * Replay
         * @description Either some dead letters, or all of a cause.
         * @example {
         *       "cause": "server_error"
         *     }
         */
        Replay: {
            /** Ids */
            ids?: number[] | null;
            /** Cause */
            cause?: string | null;
        };
        /** ReplayedShape */
        ReplayedShape: {
            /**
             * Count
             * @description Letters
             */
            count: number;
            /**
             * Pages
             * @description Pages that they were about; one may have several letters
             */
            pages: number;
            /**
             * Rows
             * @description Rows of jobs that they were about
             */
            rows: number;
            /**
             * Replayedbefore
             * @description Letters that somebody had replayed already
             */
            replayedBefore: number[];
            /**
             * Unknown
             * @description Letters that there are not
             */
            unknown: number[];
        };
        /**
         * ReprocessWords
         * @example {
         *       "reasons": [
         *         "timeout"
         *       ],
         *       "scope": "job",
         *       "statuses": [
         *         "ERROR"
         *       ]
         *     }
         */
        ReprocessWords: {
            /**
             * Scope
             * @description `job`: all rows that fit; `items`: those of `itemIds`. Unsaid, whichever goes with the rest
             */
            scope?: ("job" | "items") | null;
            /**
             * Itemids
             * @description These, in whatever state; one that has no attempts left begins to count them anew
             */
            itemIds?: string[] | null;
            /**
             * Statuses
             * @description Only those; of a whole job ERROR and NOT_FOUND unless said
             */
            statuses?: ("PENDING" | "PROCESSING" | "DONE" | "NOT_FOUND" | "ERROR" | "SKIPPED")[] | null;
            /**
             * Reasons
             * @description Only with these error codes
             */
            reasons?: string[] | null;
            /**
             * Resetattempts
             * @description Begin to count attempts anew; also takes those that have none left
             * @default false
             */
            resetAttempts: boolean;
        };
        /**
         * ReprocessedJob
         * @description The job, and how many of its rows are reprocessed.
         * @example {
         *       "attempts": 1,
         *       "columnMapping": {
         *         "Bezeichnung lang": "title",
         *         "EAN / GTIN": "gtin"
         *       },
         *       "counts": {
         *         "canceled": 0,
         *         "done": 640,
         *         "error": 12,
         *         "notFound": 25,
         *         "pending": 310,
         *         "processing": 8,
         *         "skipped": 5
         *       },
         *       "createdAt": "2026-03-01T12:00:00Z",
         *       "etaSeconds": 16,
         *       "exhausted": 25,
         *       "failedItems": 37,
         *       "fileId": 3,
         *       "fileName": "spring-catalogue.csv",
         *       "goesOn": false,
         *       "hint": "Rows without attempts left: 25. With `resetAttempts` they are done again too.",
         *       "isBeingRead": false,
         *       "isStuck": false,
         *       "itemsPerSecond": 20.5,
         *       "jobId": 7,
         *       "jobType": "table",
         *       "kind": "product",
         *       "lastHeartbeat": "2026-03-01T12:00:00Z",
         *       "processedItems": 682,
         *       "queueState": "RUNNING",
         *       "taken": 12,
         *       "totalItems": 1000,
         *       "unusedColumns": [
         *         "Shelf"
         *       ],
         *       "warnings": [
         *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
         *       ]
         *     }
         */
        ReprocessedJob: {
            /** Jobid */
            jobId: number;
            /**
             * Jobtype
             * @description `table` for rows of a file or a list, `image` for pictures
             */
            jobType: string;
            /**
             * Queuestate
             * @description QUEUED, RUNNING, PAUSED, DONE, FAILED or CANCELED
             */
            queueState: string;
            /** Totalitems */
            totalItems: number;
            /** @description Always adds up to `totalItems` */
            counts: components["schemas"]["CountsShape"];
            /** Processeditems */
            processedItems: number;
            /** Faileditems */
            failedItems: number;
            /**
             * Attempts
             * @description How often it was begun: once, and again each time that rows of it are redone
             */
            attempts: number;
            /** Lasterror */
            lastError: string | null;
            /**
             * Warnings
             * @description What of its files was left out or is in doubt, and why
             */
            warnings: string[];
            /**
             * Columnmapping
             * @description What the columns of its files mean; the first 100 of them
             */
            columnMapping: {
                [key: string]: string;
            };
            /**
             * Unusedcolumns
             * @description Columns that mean nothing to Garner, and stay with each row as they are; the first 100 of them
             */
            unusedColumns: string[];
            /** Lastheartbeat */
            lastHeartbeat: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Fileid
             * @description The first of its files, for a further job of the same (`POST /api/jobs`)
             */
            fileId: number | null;
            /** Filename */
            fileName: string | null;
            /** Kind */
            kind: string;
            /**
             * Itemspersecond
             * @description Over the last half minute
             */
            itemsPerSecond: number;
            /**
             * Etaseconds
             * @description Null when there is no telling
             */
            etaSeconds: number | null;
            /**
             * Isbeingread
             * @description More rows may come: its files have not been read to the end
             */
            isBeingRead: boolean;
            /**
             * Waiting
             * @description Why it does not go on, in words; null when nothing holds it back
             */
            waiting: string | null;
            /**
             * Isstuck
             * @description It goes on only if somebody does something: resumes it, starts a worker
             */
            isStuck: boolean;
            /**
             * Taken
             * @description Rows that are done again, as far as the job has been gone through
             */
            taken: number;
            /**
             * Exhausted
             * @description Rows that were left alone because they have no attempts left
             */
            exhausted: number;
            /**
             * Goeson
             * @description More rows are being gone through behind this answer; `counts` show how far it is
             */
            goesOn: boolean;
            /**
             * Hint
             * @description What would take more rows, if there is something
             */
            hint: string | null;
        };
        /**
         * RowsAdded
         * @example {
         *       "firstRow": 1001,
         *       "itemIds": [
         *         "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
         *       ],
         *       "jobId": 7,
         *       "lastRow": 1001
         *     }
         */
        RowsAdded: {
            /** Jobid */
            jobId: number;
            /** Firstrow */
            firstRow: number;
            /** Lastrow */
            lastRow: number;
            /**
             * Itemids
             * @description In the order of the rows
             */
            itemIds: string[];
        };
        /**
         * RowsToAdd
         * @example {
         *       "rows": [
         *         {
         *           "Link": "https://shop.example/pan-28",
         *           "Name": "Cast iron pan 28 cm"
         *         }
         *       ]
         *     }
         */
        RowsToAdd: {
            /**
             * Rows
             * @description Each by its columns, which mean what they mean in the file
             */
            rows: {
                [key: string]: unknown;
            }[];
        };
        /** RunList */
        RunList: {
            /**
             * Runs
             * @description The newest first; of their reports only the counts
             */
            runs: components["schemas"]["RunShape"][];
        };
        /** RunShape */
        RunShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * State
             * @enum {string}
             */
            state: "running" | "done" | "failed" | "stopped";
            /**
             * Error
             * @description Why it failed
             */
            error: string | null;
            asked: components["schemas"]["AskedShape"];
            /**
             * Startedat
             * Format: date-time
             */
            startedAt: string;
            /** Finishedat */
            finishedAt: string | null;
            /**
             * Report
             * @description `pages` of `total` so far; per domain, kind and field what is `added`, `changed`, `lost`, with a few examples
             */
            report: {
                [key: string]: unknown;
            };
        };
        /**
         * SampleFileShape
         * @example {
         *       "name": "sample-table.csv",
         *       "rows": 12,
         *       "url": "/api/sample/table.csv"
         *     }
         */
        SampleFileShape: {
            /** Name */
            name: string;
            /**
             * Url
             * @description Where to get it, on this server
             */
            url: string;
            /** Rows */
            rows: number;
        };
        /**
         * SamplePageShape
         * @example {
         *       "kind": "recipe",
         *       "title": "Lemon drizzle cake",
         *       "url": "http://127.0.0.1:41873/recipes/lemon-drizzle-cake"
         *     }
         */
        SamplePageShape: {
            /** Url */
            url: string;
            kind: components["schemas"]["Kind"];
            /** Title */
            title: string;
        };
        /**
         * SampleShape
         * @example {
         *       "pages": [
         *         {
         *           "kind": "recipe",
         *           "title": "Lemon drizzle cake",
         *           "url": "http://127.0.0.1:41873/recipes/lemon-drizzle-cake"
         *         }
         *       ],
         *       "table": {
         *         "name": "sample-table.csv",
         *         "rows": 12,
         *         "url": "/api/sample/table.csv"
         *       }
         *     }
         */
        SampleShape: {
            /**
             * Pages
             * @description To be parsed, one at a time or together
             */
            pages: components["schemas"]["SamplePageShape"][];
            /** @description To be uploaded as a job of kind `auto`; some of its rows fail on purpose */
            table: components["schemas"]["SampleFileShape"];
            /** @description Of a recipe; null where there is none to try */
            picture: components["schemas"]["SampleFileShape"] | null;
        };
        /**
         * ScanAnswer
         * @example {
         *       "files": [
         *         {
         *           "jobId": 7,
         *           "name": "2026/pans.csv",
         *           "status": "new"
         *         },
         *         {
         *           "name": "notes.pdf",
         *           "reason": "It is neither a table nor a picture.",
         *           "status": "refused"
         *         }
         *       ],
         *       "isWhole": true
         *     }
         */
        ScanAnswer: {
            /** Files */
            files: components["schemas"]["ScannedFile"][];
            /**
             * Iswhole
             * @description False: there are more files in that place than are looked at
             */
            isWhole: boolean;
        };
        /**
         * ScanOutcome
         * @enum {string}
         */
        ScanOutcome: "new" | "known" | "refused";
        /** ScanWords */
        ScanWords: {
            /**
             * Kind
             * @description What the rows are about
             * @default auto
             * @enum {string}
             */
            kind: "recipe" | "product" | "posting" | "auto";
            /**
             * Mapping
             * @description Which column is which: {title: Name of the column}, or the other way round
             */
            mapping?: {
                [key: string]: string;
            } | null;
            /**
             * Dedupe
             * @description Skip rows that ask for the same as an earlier one, rather than share
             * @default false
             */
            dedupe: boolean;
            /**
             * Usellm
             * @description Allow a language model, where one is set up, for what nothing else finds
             * @default false
             */
            useLlm: boolean;
            /**
             * Source
             * @description A folder below GARNER_INGEST_ROOTS, or what GARNER_INGEST_SOURCES allows: /folder, file:///folder, s3://bucket/prefix, ftp://host/folder
             * @example /srv/incoming
             */
            source: string;
        };
        /**
         * ScannedFile
         * @example {
         *       "jobId": 7,
         *       "name": "2026/pans.csv",
         *       "status": "new"
         *     }
         */
        ScannedFile: {
            /**
             * Name
             * @description From the place on
             */
            name: string;
            /**
             * Jobid
             * @description What it became, now or by an earlier scan; null if nothing did
             */
            jobId: number | null;
            status: components["schemas"]["ScanOutcome"];
            /**
             * Reason
             * @description Why it was refused
             */
            reason?: string | null;
        };
        /** ShadowDifferenceShape */
        ShadowDifferenceShape: {
            /** Candidate */
            candidate: string;
            /** Kind */
            kind: string;
            /** Domain */
            domain: string;
            /** Url */
            url: string;
            /** Version */
            version: string | null;
            /**
             * Change
             * @enum {string}
             */
            change: "added" | "changed" | "lost";
            /**
             * Before
             * @description What the extractor at work says
             */
            before: unknown;
            /**
             * After
             * @description What the one on trial says
             */
            after: unknown;
            /**
             * Comparedat
             * Format: date-time
             */
            comparedAt: string;
        };
        /** ShadowDifferences */
        ShadowDifferences: {
            /** Differences */
            differences: components["schemas"]["ShadowDifferenceShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: string | null;
        };
        /** ShadowFailureShape */
        ShadowFailureShape: {
            /** Candidate */
            candidate: string;
            /** Kind */
            kind: string;
            /** Domain */
            domain: string;
            /** Url */
            url: string;
            /** Errorcode */
            errorCode: string;
            /** Error */
            error: string;
            /**
             * Comparedat
             * Format: date-time
             */
            comparedAt: string;
        };
        /** ShadowRunShape */
        ShadowRunShape: {
            /** Candidate */
            candidate: string;
            /** Kind */
            kind: string;
            /**
             * Versions
             * @description Which its records say they are of
             */
            versions: string[];
            /** Pages */
            pages: number;
            /** Failures */
            failures: number;
            /**
             * Firstat
             * Format: date-time
             */
            firstAt: string;
            /**
             * Lastat
             * Format: date-time
             */
            lastAt: string;
        };
        /** ShadowShape */
        ShadowShape: {
            /** Runs */
            runs: components["schemas"]["ShadowRunShape"][];
            /** Fields */
            fields: components["schemas"]["FieldComparisonShape"][];
            /**
             * Failures
             * @description A few, the newest first
             */
            failures: components["schemas"]["ShadowFailureShape"][];
        };
        /**
         * SignInShape
         * @example {
         *       "local": true
         *     }
         */
        SignInShape: {
            /**
             * Google
             * @description The client id for Google's button; null where there is no such way
             */
            google: string | null;
            /**
             * Local
             * @description Whether you may sign in by an address alone, from where you are
             */
            local: boolean;
        };
        /**
         * SignedInAnswer
         * @example {
         *       "access_token": "eyJhbGciOiJIUzI1NiIs…",
         *       "expires_in": 3600,
         *       "token_type": "bearer",
         *       "user": {
         *         "created_at": "2026-03-01T12:00:00Z",
         *         "email": "ana@example.com",
         *         "is_admin": false,
         *         "is_operator": false,
         *         "last_login": "2026-03-02T08:30:00Z",
         *         "name": "Ana",
         *         "picture_url": "https://example.com/ana.png",
         *         "settings": {
         *           "enabled_companies": [
         *             "ALL"
         *           ],
         *           "title_filters": []
         *         }
         *       }
         *     }
         */
        SignedInAnswer: {
            /** Access Token */
            access_token: string;
            /** Token Type */
            token_type: string;
            /**
             * Expires In
             * @description Seconds; renew it before they are over
             */
            expires_in: number;
            user: components["schemas"]["UserAnswer"];
        };
        /** SiteChangeShown */
        SiteChangeShown: {
            /** Field */
            field: string;
            /**
             * Base
             * @description What the page said when you last looked
             */
            base: unknown;
            /**
             * Mine
             * @description What you have
             */
            mine: unknown;
            /**
             * Site
             * @description What the page says now
             */
            site: unknown;
            /**
             * Conflict
             * @description You have edited it as well
             */
            conflict: boolean;
            /**
             * Added
             * @description Of a list: lines that the page has now and had not
             */
            added: string[];
            /**
             * Removed
             * @description Lines that it had and has no more
             */
            removed: string[];
        };
        /**
         * SiteField
         * @description The recipe fields that a page can provide, in reading order.
         * @enum {string}
         */
        SiteField: "title" | "description" | "author" | "image" | "ingredients" | "instructions" | "yields" | "prep_minutes" | "cook_minutes" | "total_minutes" | "nutrition" | "language";
        /**
         * Sort
         * @enum {string}
         */
        Sort: "row" | "updatedAt" | "-updatedAt";
        /**
         * StandingShape
         * @example {
         *       "backlog": 0,
         *       "deadLetters": 4,
         *       "oldestDueAt": "2026-03-01T12:00:00Z",
         *       "openBreakers": 1,
         *       "parserAlerts": 0,
         *       "throttledLanes": 0,
         *       "work": [
         *         {
         *           "leased": 3,
         *           "stage": "crawl",
         *           "waiting": 12
         *         }
         *       ]
         *     }
         */
        StandingShape: {
            /**
             * Openbreakers
             * @description Sites that are not called because they failed
             */
            openBreakers: number;
            /**
             * Throttledlanes
             * @description Sites with work that are called more slowly because they asked for it
             */
            throttledLanes: number;
            /**
             * Backlog
             * @description Pages that are due and wait for room in the queue
             */
            backlog: number;
            /**
             * Deadletters
             * @description What ran out of attempts and nobody has replayed
             */
            deadLetters: number;
            /**
             * Parseralerts
             * @description Sites and fields that are read worse than usual
             */
            parserAlerts: number;
            /**
             * Oldestdueat
             * @description Since when the oldest work waits that is due; null: none does
             */
            oldestDueAt: string | null;
            /**
             * Work
             * @description What is in the queue, by stage
             */
            work: components["schemas"]["WorkShape"][];
        };
        /** StepGroup */
        StepGroup: {
            /** Name */
            name?: string | null;
            /** Steps */
            steps: string[];
        } & {
            [key: string]: unknown;
        };
        /**
         * StreamToken
         * @example {
         *       "expires_in": 60,
         *       "token": "eyJhbGciOi…"
         *     }
         */
        StreamToken: {
            /** Token */
            token: string;
            /**
             * Expires In
             * @description Seconds
             */
            expires_in: number;
        };
        /**
         * SummaryShape
         * @example {
         *       "brand": "Hearth",
         *       "sku": "P-26",
         *       "title": "Cast iron pan",
         *       "url": "https://shop.example/pan"
         *     }
         */
        SummaryShape: {
            /** Title */
            title: string | null;
            /** Brand */
            brand: string | null;
            /** Sku */
            sku: string | null;
            /** Url */
            url: string | null;
        };
        /** TaskNamed */
        TaskNamed: {
            /** Id */
            id: number;
            /** Url */
            url: string;
        };
        /** TaskShape */
        TaskShape: {
            /** Id */
            id: number;
            /** Url */
            url: string;
            /** Domain */
            domain: string;
            /** Status */
            status: string;
            /**
             * Kinds
             * @description What its order wants; without one, none
             */
            kinds: string[];
            /**
             * Askedkinds
             * @description What people wait for
             */
            askedKinds: string[];
            /** Priority */
            priority: number;
            /**
             * Crawlfrequency
             * @description As it is by now, for it adapts to how often the page changes; null: once
             */
            crawlFrequency: string | null;
            /**
             * Nextat
             * @description When it is fetched next; null: it is under way, or over for good
             */
            nextAt: string | null;
            /**
             * Scheduledat
             * Format: date-time
             */
            scheduledAt: string;
            /** Startedat */
            startedAt: string | null;
            /** Completedat */
            completedAt: string | null;
            /** Failedat */
            failedAt: string | null;
            /** Nextcrawlat */
            nextCrawlAt: string | null;
            /** Pausedat */
            pausedAt: string | null;
            /** Retrycount */
            retryCount: number;
            /** Maxretries */
            maxRetries: number;
            /**
             * Httpstatus
             * @description Of the last try; null if that brought no answer
             */
            httpStatus: number | null;
            /** Errorcode */
            errorCode: string | null;
            /** Errormessage */
            errorMessage: string | null;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
            /** @description What a page that is not over waits for */
            waitingFor?: components["schemas"]["WaitingShape"] | null;
        };
        /**
         * TaskStatus
         * @enum {string}
         */
        TaskStatus: "pending" | "queued" | "crawling" | "downloaded" | "parsing" | "completed" | "failed";
        /** Tasks */
        Tasks: {
            /** Tasks */
            tasks: components["schemas"]["TaskShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: string | null;
        };
        /**
         * TasksNamed
         * @description Tasks by their ids, their URLs, or both.
         */
        TasksNamed: {
            /**
             * Ids
             * @default []
             */
            ids: number[];
            /**
             * Urls
             * @default []
             */
            urls: string[];
        };
        /**
         * TokenCreated
         * @example {
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "expires_at": "2026-05-30T12:00:00Z",
         *       "hint": "k3Zq",
         *       "id": 7,
         *       "last_used_at": "2026-03-02T03:00:00Z",
         *       "name": "nightly import",
         *       "token": "garner_dGhpcyBpcyBubyB0b2tlbiBidXQgYW4gZXhhbXBsZQk3Zq"
         *     }
         */
        TokenCreated: {
            /** Id */
            id: number;
            /** Name */
            name: string;
            /**
             * Hint
             * @description Its last characters, to know it by
             */
            hint: string;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Expires At */
            expires_at: string | null;
            /**
             * Last Used At
             * @description To the minute
             */
            last_used_at: string | null;
            /**
             * Token
             * @description Shown this once
             */
            token: string;
        };
        /** TokenList */
        TokenList: {
            /** Tokens */
            tokens: components["schemas"]["TokenListed"][];
        };
        /**
         * TokenListed
         * @example {
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "expires_at": "2026-05-30T12:00:00Z",
         *       "hint": "k3Zq",
         *       "id": 7,
         *       "last_used_at": "2026-03-02T03:00:00Z",
         *       "name": "nightly import"
         *     }
         */
        TokenListed: {
            /** Id */
            id: number;
            /** Name */
            name: string;
            /**
             * Hint
             * @description Its last characters, to know it by
             */
            hint: string;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Expires At */
            expires_at: string | null;
            /**
             * Last Used At
             * @description To the minute
             */
            last_used_at: string | null;
        };
        /**
         * TokenWanted
         * @example {
         *       "expires_in_days": 90,
         *       "name": "nightly import"
         *     }
         */
        TokenWanted: {
            /**
             * Name
             * @description What it is for
             */
            name: string;
            /**
             * Expires In Days
             * @description Days that it is good for; until it is revoked unless set
             */
            expires_in_days?: number | null;
        };
        /**
         * TuningShape
         * @example {
         *       "controllers": [
         *         {
         *           "controller": "claim_size_match",
         *           "highest": 200,
         *           "lowest": 1,
         *           "measures": "What a claim takes to do",
         *           "processes": [
         *             {
         *               "decidedAt": "2026-03-01T12:00:00Z",
         *               "decisions": [
         *                 {
         *                   "at": "2026-03-01T12:00:00Z",
         *                   "cause": "an item takes 27.3 ms",
         *                   "measuredMs": 3494.4,
         *                   "value": 128
         *                 }
         *               ],
         *               "process": "host-4711-5f0e2c6d",
         *               "value": 128
         *             }
         *           ],
         *           "targetMs": 3500,
         *           "unit": "items",
         *           "value": 128
         *         }
         *       ],
         *       "lanes": [
         *         {
         *           "domain": "shop.example",
         *           "latencySeconds": 0.21,
         *           "robotsDelaySeconds": 0,
         *           "throttleSeconds": 4,
         *           "throttledAt": "2026-03-01T12:00:00Z"
         *         }
         *       ]
         *     }
         */
        TuningShape: {
            /** Controllers */
            controllers: components["schemas"]["ControllerShape"][];
            /**
             * Lanes
             * @description Sites that are slowed down or not called just now; null unless you are an operator
             */
            lanes: components["schemas"]["LaneShape"][] | null;
        };
        /**
         * UrlToParse
         * @example {
         *       "url": "https://example.com/lentil-soup",
         *       "use_llm_fallback": true
         *     }
         */
        UrlToParse: {
            /**
             * Url
             * @description The page to parse
             */
            url: string;
            /**
             * Use Llm Fallback
             * @description A language model may be asked for what is not found otherwise, if the server has one
             * @default true
             */
            use_llm_fallback: boolean;
        };
        /**
         * UserAnswer
         * @example {
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "email": "ana@example.com",
         *       "is_admin": false,
         *       "is_operator": false,
         *       "last_login": "2026-03-02T08:30:00Z",
         *       "name": "Ana",
         *       "picture_url": "https://example.com/ana.png",
         *       "settings": {
         *         "enabled_companies": [
         *           "ALL"
         *         ],
         *         "title_filters": []
         *       }
         *     }
         */
        UserAnswer: {
            /** Email */
            email: string;
            /** Name */
            name: string | null;
            /** Picture Url */
            picture_url: string | null;
            /** Settings */
            settings: {
                [key: string]: unknown;
            };
            /**
             * Is Admin
             * @description Whether GARNER_ADMIN_EMAILS names you: you see what belongs to others too
             */
            is_admin: boolean;
            /**
             * Is Operator
             * @description Whether /api/admin takes your token, from where you are: an admin's, and on a machine of your own
             */
            is_operator: boolean;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Last Login */
            last_login: string | null;
        };
        /**
         * VersionShape
         * @example {
         *       "at": "2026-03-01T12:00:00Z",
         *       "changes": [
         *         {
         *           "after": "64.00",
         *           "before": "59.00",
         *           "change": "changed",
         *           "field": "price",
         *           "partsLeftOff": 0
         *         }
         *       ],
         *       "confidence": 0.97,
         *       "extractor": "garner",
         *       "extractorVersion": "2",
         *       "strategy": "schema_org_json_ld",
         *       "usedLlm": false,
         *       "version": 2
         *     }
         */
        VersionShape: {
            /** Version */
            version: number;
            /**
             * At
             * Format: date-time
             * @description When its page was last found to say so
             */
            at: string;
            /** Extractor */
            extractor: string;
            /** Extractorversion */
            extractorVersion: string;
            /** Strategy */
            strategy: string;
            /** Confidence */
            confidence: number;
            /** Usedllm */
            usedLlm: boolean;
            /**
             * Changes
             * @description Since the version before; null of the first
             */
            changes: components["schemas"]["ChangeShape"][] | null;
        };
        /**
         * WaitingPage
         * @example {
         *       "waiting": [
         *         {
         *           "code": "pace",
         *           "isStuck": false,
         *           "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *           "message": "shop.example is called every 5 s, and 3 pages go first; its turn comes at about 2026-03-01T12:00:00Z",
         *           "site": "shop.example",
         *           "until": "2026-03-01T12:00:00Z",
         *           "what": "shop.example is called every 5 s, and 3 pages go first"
         *         }
         *       ]
         *     }
         */
        WaitingPage: {
            /** Waiting */
            waiting: components["schemas"]["ItemWaitingShape"][];
        };
        /** WaitingShape */
        WaitingShape: {
            code: components["schemas"]["Reason"];
            /** Message */
            message: string;
            /**
             * Until
             * @description When that ends, or is tried again, as far as it is known
             */
            until: string | null;
        };
        /**
         * Wanted
         * @description Options of an export; those that are left out are taken from the query string.
         * @example {
         *       "format": "csv",
         *       "itemIds": [
         *         "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
         *       ],
         *       "scope": "selected"
         *     }
         */
        Wanted: {
            /** @description A workbook, a table as text, or lines of JSON */
            format?: components["schemas"]["Format"] | null;
            /** @description All rows, those with news (`DONE`, and not as they were before), those that failed, or those of `itemIds` */
            scope?: components["schemas"]["ExportScope"] | null;
            /**
             * Statuses
             * @description Only rows in these states, of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED
             */
            statuses?: string[] | null;
            /**
             * Itemids
             * @description Only these items
             */
            itemIds?: string[] | null;
        };
        /**
         * WebhookCreated
         * @example {
         *       "active": true,
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "failures": 0,
         *       "id": 3,
         *       "secret": "bm90IGEgc2VjcmV0IGJ1dCBhbiBleGFtcGxlIG9mIG9u",
         *       "url": "https://example.com/garner-calls"
         *     }
         */
        WebhookCreated: {
            /** Id */
            id: number;
            /** Url */
            url: string;
            /**
             * Active
             * @description Whether it is called; switched off by an answer of 410 too
             */
            active: boolean;
            /**
             * Failures
             * @description Calls that failed since the last that went well
             */
            failures: number;
            /**
             * Rests Until
             * @description It is not called before, for it failed
             */
            rests_until: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Secret
             * @description Signs every call; shown this once
             */
            secret: string;
        };
        /**
         * WebhookEvent
         * @enum {string}
         */
        WebhookEvent: "job.completed" | "job.failed" | "job.canceled" | "ping";
        /**
         * WebhookList
         * @example {
         *       "webhooks": [
         *         {
         *           "active": true,
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "failures": 0,
         *           "id": 3,
         *           "url": "https://example.com/garner-calls"
         *         }
         *       ]
         *     }
         */
        WebhookList: {
            /** Webhooks */
            webhooks: components["schemas"]["WebhookListed"][];
        };
        /**
         * WebhookListed
         * @example {
         *       "active": true,
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "failures": 0,
         *       "id": 3,
         *       "url": "https://example.com/garner-calls"
         *     }
         */
        WebhookListed: {
            /** Id */
            id: number;
            /** Url */
            url: string;
            /**
             * Active
             * @description Whether it is called; switched off by an answer of 410 too
             */
            active: boolean;
            /**
             * Failures
             * @description Calls that failed since the last that went well
             */
            failures: number;
            /**
             * Rests Until
             * @description It is not called before, for it failed
             */
            rests_until: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
        };
        /**
         * WebhookSwitched
         * @example {
         *       "active": false
         *     }
         */
        WebhookSwitched: {
            /** Active */
            active: boolean;
        };
        /**
         * WebhookWanted
         * @example {
         *       "url": "https://example.com/garner-calls"
         *     }
         */
        WebhookWanted: {
            /**
             * Url
             * @description What is called, with POST; redirects are not followed
             */
            url: string;
        };
        /**
         * WholeItemShape
         * @example {
         *       "attempts": 1,
         *       "completedAt": "2026-03-01T12:00:00Z",
         *       "createdAt": "2026-03-01T12:00:00Z",
         *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
         *       "input": {
         *         "Link": "https://shop.example/pan",
         *         "Name": "Cast iron pan"
         *       },
         *       "inputSummary": {
         *         "brand": "Hearth",
         *         "sku": "P-26",
         *         "title": "Cast iron pan",
         *         "url": "https://shop.example/pan"
         *       },
         *       "jobId": 7,
         *       "jobType": "table",
         *       "kind": "product",
         *       "normalized": {
         *         "title": "Cast iron pan",
         *         "url": "https://shop.example/pan"
         *       },
         *       "result": {
         *         "confidence": 0.97,
         *         "kind": "product",
         *         "name": "Cast iron pan 26 cm",
         *         "url": "https://shop.example/pan"
         *       },
         *       "row": 42,
         *       "startedAt": "2026-03-01T12:00:00Z",
         *       "status": "DONE",
         *       "updatedAt": "2026-03-01T12:00:00Z"
         *     }
         */
        WholeItemShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Jobid */
            jobId: number;
            /**
             * Jobtype
             * @description That of its job
             */
            jobType: string | null;
            /** Row */
            row: number;
            /** Status */
            status: string;
            /** Attempts */
            attempts: number;
            /**
             * Lockedby
             * @description The worker that is at it
             */
            lockedBy: string | null;
            /** Lockedat */
            lockedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
            inputSummary: components["schemas"]["SummaryShape"];
            /**
             * Result
             * @description As exports have it
             */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description Why it ended so, or why it is tried again */
            error: components["schemas"]["ItemErrorShape"] | null;
            /** Kind */
            kind: string | null;
            /**
             * Input
             * @description The row as it stands in the file
             */
            input: {
                [key: string]: unknown;
            } | null;
            /**
             * Normalized
             * @description What Garner takes its cells to mean
             */
            normalized: {
                [key: string]: unknown;
            } | null;
            /**
             * Twinof
             * @description An earlier row that asks for the same, as which this one ends
             */
            twinOf: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Startedat */
            startedAt: string | null;
            /** Completedat */
            completedAt: string | null;
            /**
             * Waiting
             * @description What it waits for, in words, while it has not ended
             */
            waiting: string | null;
        };
        /**
         * WorkShape
         * @example {
         *       "leased": 3,
         *       "stage": "crawl",
         *       "waiting": 12
         *     }
         */
        WorkShape: {
            /**
             * Stage
             * @description `crawl`, `extract` or `match`
             */
            stage: string;
            /** Waiting */
            waiting: number;
            /**
             * Leased
             * @description A worker has it in hand
             */
            leased: number;
        };
        /** WorkerShape */
        WorkerShape: {
            /** Name */
            name: string;
            /**
             * Alive
             * @description It gave a sign within 20 seconds
             */
            alive: boolean;
            /**
             * Startedat
             * @description Null of one that is forgotten, and still holds a lease
             */
            startedAt: string | null;
            /**
             * Seenat
             * @description Its last sign of life
             */
            seenAt: string | null;
            /**
             * Allowsprivate
             * @description It may fetch from private addresses
             */
            allowsPrivate: boolean | null;
            /**
             * Readstext
             * @description It can read text off pictures
             */
            readsText: boolean | null;
            /**
             * Holding
             * @description How much work it has in hand
             */
            holding: number;
            /**
             * Expired
             * @description How much of that it has held for too long
             */
            expired: number;
            /**
             * Held
             * @description At most 20, those that it has had the longest
             */
            held: components["schemas"]["HeldShape"][];
        };
        /** Workers */
        Workers: {
            /** Workers */
            workers: components["schemas"]["WorkerShape"][];
            /**
             * Next
             * @description Ask with it as `after` for more; null at the end
             */
            next: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    create_parse_request_parse_requests_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParseRequest"];
            };
        };
        responses: {
            /** @description A record that is fresh enough */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipe": {
                     *         "title": "Lentil soup",
                     *         "ingredients": [
                     *           {
                     *             "qty": 2,
                     *             "unit": "cup",
                     *             "name": "red lentils"
                     *           }
                     *         ],
                     *         "parsedAt": "2026-03-01T12:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CachedRecord"];
                };
            };
            /** @description Accepted, or already under way */
            202: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The token is not valid, or no longer. Sign in again.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    poll_parse_request_parse_requests__requestId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "status": "COMPLETED",
                     *       "recipe": {
                     *         "title": "Lentil soup",
                     *         "ingredients": [
                     *           {
                     *             "qty": 2,
                     *             "unit": "cup",
                     *             "name": "red lentils"
                     *           }
                     *         ],
                     *         "parsedAt": "2026-03-01T12:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Polled"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request not found",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    google_auth_google_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoogleToken"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1NiIs…",
                     *       "expires_in": 3600,
                     *       "token_type": "bearer",
                     *       "user": {
                     *         "created_at": "2026-03-01T12:00:00Z",
                     *         "email": "ana@example.com",
                     *         "is_admin": false,
                     *         "is_operator": false,
                     *         "last_login": "2026-03-02T08:30:00Z",
                     *         "name": "Ana",
                     *         "picture_url": "https://example.com/ana.png",
                     *         "settings": {
                     *           "enabled_companies": [
                     *             "ALL"
                     *           ],
                     *           "title_filters": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedInAnswer"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Google's token is not valid, or no longer. Sign in again.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Implemented */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Nobody can sign in by Google here: GARNER_GOOGLE_CLIENT_ID is not set.",
                     *       "code": "not_installed"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    local_auth_local_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocalSignIn"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1NiIs…",
                     *       "expires_in": 3600,
                     *       "token_type": "bearer",
                     *       "user": {
                     *         "created_at": "2026-03-01T12:00:00Z",
                     *         "email": "ana@example.com",
                     *         "is_admin": false,
                     *         "is_operator": false,
                     *         "last_login": "2026-03-02T08:30:00Z",
                     *         "name": "Ana",
                     *         "picture_url": "https://example.com/ana.png",
                     *         "settings": {
                     *           "enabled_companies": [
                     *             "ALL"
                     *           ],
                     *           "title_filters": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedInAnswer"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Signing in by an address alone is off here (GARNER_LOCAL_SIGN_IN=off).",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    refresh_auth_refresh_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1NiIs…",
                     *       "expires_in": 3600,
                     *       "token_type": "bearer",
                     *       "user": {
                     *         "created_at": "2026-03-01T12:00:00Z",
                     *         "email": "ana@example.com",
                     *         "is_admin": false,
                     *         "is_operator": false,
                     *         "last_login": "2026-03-02T08:30:00Z",
                     *         "name": "Ana",
                     *         "picture_url": "https://example.com/ana.png",
                     *         "settings": {
                     *           "enabled_companies": [
                     *             "ALL"
                     *           ],
                     *           "title_filters": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedInAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "An API token does not do for this: sign in, and send the token that gives.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_user_api_user_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "email": "ana@example.com",
                     *       "is_admin": false,
                     *       "is_operator": false,
                     *       "last_login": "2026-03-02T08:30:00Z",
                     *       "name": "Ana",
                     *       "picture_url": "https://example.com/ana.png",
                     *       "settings": {
                     *         "enabled_companies": [
                     *           "ALL"
                     *         ],
                     *         "title_filters": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_account_api_user_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Removal"];
            };
        };
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "An API token does not do for this: sign in, and send the token that gives.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    give_stream_token_api_stream_token_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "expires_in": 60,
                     *       "token": "eyJhbGciOi…"
                     *     }
                     */
                    "application/json": components["schemas"]["StreamToken"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_tokens_api_tokens_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "created_at": "2026-03-01T12:00:00Z",
                     *           "expires_at": "2026-05-30T12:00:00Z",
                     *           "hint": "k3Zq",
                     *           "id": 7,
                     *           "last_used_at": "2026-03-02T03:00:00Z",
                     *           "name": "nightly import"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "An API token does not do for this: sign in, and send the token that gives.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    create_token_api_tokens_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "expires_at": "2026-05-30T12:00:00Z",
                     *       "hint": "k3Zq",
                     *       "id": 7,
                     *       "last_used_at": "2026-03-02T03:00:00Z",
                     *       "name": "nightly import",
                     *       "token": "garner_dGhpcyBpcyBubyB0b2tlbiBidXQgYW4gZXhhbXBsZQk3Zq"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenCreated"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "An API token does not do for this: sign in, and send the token that gives.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "You have 50 API tokens already: revoke one first.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    revoke_token_api_tokens__token_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "An API token does not do for this: sign in, and send the token that gives.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such API token.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    page_facts_api_page_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "features": {
                     *         "llm": false,
                     *         "ocr": false,
                     *         "pendingDashboard": false,
                     *         "render": false,
                     *         "sample": true,
                     *         "uploads": true
                     *       },
                     *       "limits": {
                     *         "imageMaxBytes": 15000000,
                     *         "mailboxMinutes": 4320,
                     *         "openJobs": 20,
                     *         "uploadMaxBytes": 1000000000,
                     *         "uploadMaxRows": 2000000,
                     *         "urlMaxLength": 2048
                     *       },
                     *       "signIn": {
                     *         "local": true
                     *       },
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["PageFacts"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_sample_api_sample_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pages": [
                     *         {
                     *           "kind": "recipe",
                     *           "title": "Lemon drizzle cake",
                     *           "url": "http://127.0.0.1:41873/recipes/lemon-drizzle-cake"
                     *         }
                     *       ],
                     *       "table": {
                     *         "name": "sample-table.csv",
                     *         "rows": 12,
                     *         "url": "/api/sample/table.csv"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SampleShape"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No sample site is served here (GARNER_SAMPLE_SITE).",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    sample_table_api_sample_table_csv_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names and addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No sample site is served here (GARNER_SAMPLE_SITE).",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    item_record_api_items__itemId__record_get: {
        parameters: {
            query?: {
                /** @description Versions before this one */
                before?: number | null;
                /** @description How many versions at most */
                limit?: number;
            };
            header?: never;
            path: {
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "confidence": 0.97,
                     *       "currentVersion": 2,
                     *       "extractor": "garner",
                     *       "extractorVersion": "2",
                     *       "fetchedAt": "2026-03-01T12:00:00Z",
                     *       "fields": {
                     *         "price": {
                     *           "confidence": 0.95,
                     *           "path": "offers.price",
                     *           "rung": "schema_org_json_ld",
                     *           "snippet": "64 EUR",
                     *           "source": "The page's data for search engines (JSON-LD)",
                     *           "value": "64.00"
                     *         }
                     *       },
                     *       "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "jobId": 7,
                     *       "kind": "product",
                     *       "record": {
                     *         "currency": "EUR",
                     *         "name": "Cast iron pan",
                     *         "price": "64.00"
                     *       },
                     *       "status": "DONE",
                     *       "strategy": "schema_org_json_ld",
                     *       "updatedAt": "2026-03-01T12:00:00Z",
                     *       "url": "https://shop.example/pan",
                     *       "usedLlm": false,
                     *       "version": 2,
                     *       "versions": [
                     *         {
                     *           "at": "2026-03-01T12:00:00Z",
                     *           "changes": [
                     *             {
                     *               "after": "64.00",
                     *               "before": "59.00",
                     *               "change": "changed",
                     *               "field": "price",
                     *               "partsLeftOff": 0
                     *             }
                     *           ],
                     *           "confidence": 0.97,
                     *           "extractor": "garner",
                     *           "extractorVersion": "2",
                     *           "strategy": "schema_org_json_ld",
                     *           "usedLlm": false,
                     *           "version": 2
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ItemRecordShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such item.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    parse_url_recipes_parse_url_async_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UrlToParse"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "job_type": "2026-03-01T12:00:00Z",
                     *       "url": "https://shop.example/pan",
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    job_status_recipes_parse_url_status__job_id__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /recipes/parse-url/async` gave it */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "job_type": "2026-03-01T12:00:00Z",
                     *       "url": "https://shop.example/pan",
                     *       "status": "completed",
                     *       "result": null,
                     *       "error_code": null,
                     *       "error_message": null,
                     *       "waiting_for": null,
                     *       "recipe_id": null,
                     *       "saved_recipe_id": null,
                     *       "sent_for": null
                     *     }
                     */
                    "application/json": components["schemas"]["ParseJobState"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    cancel_recipes_parse_url_jobs__job_id__cancel_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /recipes/parse-url/async` gave it */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["JobCanceled"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has ended already, and cannot be canceled.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    drop_recipes_parse_url_jobs__job_id__drop_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /recipes/parse-url/async` gave it */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["JobDropped"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Only a finished parse that was not saved can be dropped.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    mailbox_recipes_parse_url_jobs_get: {
        parameters: {
            query?: {
                /** @description Jobs in this state */
                status?: components["schemas"]["JobStatus"];
                /** @description Also what ended longer ago than finished parses are kept for */
                include_expired?: boolean;
                /** @description Also jobs that read the page of a saved recipe anew; they have a `recipe_id` */
                include_refreshes?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description Those after: `next` of the page before */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "id": 7,
                     *           "job_type": "2026-03-01T12:00:00Z",
                     *           "url": "https://shop.example/pan",
                     *           "status": "completed",
                     *           "created_at": "2026-03-01T12:00:00Z",
                     *           "completed_at": null,
                     *           "warnings": [
                     *             "2026-03-01T12:00:00Z"
                     *           ],
                     *           "preview": {
                     *             "title": null,
                     *             "source_host": null
                     *           },
                     *           "error_code": null,
                     *           "error_message": null,
                     *           "recipe_id": null
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stream_recipes_parse_url_jobs_stream_get: {
        parameters: {
            query?: {
                /** @description The last event that was seen: what happened since is told first, for who cannot send headers */
                last_seen?: string | null;
                /** @description A stream token, for who cannot send headers */
                token?: string | null;
            };
            header?: {
                /** @description The last event that was seen: what happened since is told first */
                "last-event-id"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 41-8812
                     *     event: job
                     *     data: {"id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11", "job_type": "url", "url": "https://example.com/lentil-soup", "status": "COMPLETE", "preview": {"title": "Lentil soup", "source_host": "example.com"}, "warnings": []}
                     */
                    "text/event-stream": unknown;
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More streams are being opened at the same time than this server can open: 200 wait already.",
                     *       "code": "overloaded"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_webhooks_api_webhooks_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "active": true,
                     *           "created_at": "2026-03-01T12:00:00Z",
                     *           "failures": 0,
                     *           "id": 3,
                     *           "url": "https://example.com/garner-calls"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    create_webhook_api_webhooks_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "failures": 0,
                     *       "id": 3,
                     *       "secret": "bm90IGEgc2VjcmV0IGJ1dCBhbiBleGFtcGxlIG9mIG9u",
                     *       "url": "https://example.com/garner-calls"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "You have 20 webhooks already: remove one first.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_webhook_api_webhooks__webhook_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such webhook.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    switch_webhook_api_webhooks__webhook_id__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSwitched"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "failures": 0,
                     *       "id": 3,
                     *       "url": "https://example.com/garner-calls"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookListed"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such webhook.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    ping_webhook_api_webhooks__webhook_id__test_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 2,
                     *       "created_at": "2026-03-01T12:00:02Z",
                     *       "event": "job.completed",
                     *       "id": 41,
                     *       "job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "last_answer": 503,
                     *       "last_error": "It did not take it (HTTP 503).",
                     *       "next_try_at": "2026-03-01T12:00:21Z",
                     *       "state": "waiting"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such webhook.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The webhook is switched off, and is not called.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_deliveries_api_webhooks__webhook_id__deliveries_get: {
        parameters: {
            query?: {
                /** @description Only those that it has not taken */
                undelivered?: boolean;
                /** @description `next` of the page before */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "attempts": 2,
                     *           "created_at": "2026-03-01T12:00:02Z",
                     *           "event": "job.completed",
                     *           "id": 41,
                     *           "job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *           "last_answer": 503,
                     *           "last_error": "It did not take it (HTTP 503).",
                     *           "next_try_at": "2026-03-01T12:00:21Z",
                     *           "state": "waiting"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such webhook.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    redeliver_api_webhooks__webhook_id__deliveries__delivery_id__redeliver_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 2,
                     *       "created_at": "2026-03-01T12:00:02Z",
                     *       "event": "job.completed",
                     *       "id": 41,
                     *       "job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "last_answer": 503,
                     *       "last_error": "It did not take it (HTTP 503).",
                     *       "next_try_at": "2026-03-01T12:00:21Z",
                     *       "state": "waiting"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such delivery.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The webhook is switched off, and is not called.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    parse_image_recipes_parse_image_async_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A JPEG, PNG or WebP
                     */
                    file: string;
                    /**
                     * @description A language model may be asked for what is not found otherwise, if the server has one
                     * @default true
                     */
                    use_llm_fallback?: boolean;
                };
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "job_type": "ocr",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The picture has more than 15,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the picture as multipart/form-data, in the field `file`.",
                     *       "code": "wrong_media_type"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Implemented */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server cannot read pictures. Its operator can install the OCR engine with `make ocr`.",
                     *       "code": "not_installed"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listing_recipes_get: {
        parameters: {
            query?: {
                /** @description Beginnings of words of the title, ingredients, notes or tags */
                q?: string;
                /** @description How many at most */
                limit?: number;
                /** @description Those after: `next` of the page before */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recipes": [
                     *         {
                     *           "created_at": "2026-03-01T12:00:00Z",
                     *           "has_site_changes": true,
                     *           "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
                     *           "revision": 2,
                     *           "tags": [
                     *             "winter"
                     *           ],
                     *           "title": "Lentil soup",
                     *           "total_minutes": 40,
                     *           "updated_at": "2026-03-01T18:04:12Z",
                     *           "url": "https://example.com/lentil-soup",
                     *           "yields": "4 servings"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecipeList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    save_recipes_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same body, a recipe is saved once */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRecipe"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
                     *       "ingredients": [
                     *         {
                     *           "name": "red lentils",
                     *           "qty": 2,
                     *           "raw": "2 cups red lentils",
                     *           "unit": "cup"
                     *         }
                     *       ],
                     *       "instruction_groups": [],
                     *       "instructions": [
                     *         "Boil all for half an hour."
                     *       ],
                     *       "notes": "Half the salt will do.",
                     *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "revision": 2,
                     *       "site_changes": [
                     *         {
                     *           "added": [],
                     *           "base": "4 servings",
                     *           "conflict": false,
                     *           "field": "yields",
                     *           "mine": "4 servings",
                     *           "removed": [],
                     *           "site": "6 servings"
                     *         }
                     *       ],
                     *       "site_version": 4,
                     *       "tags": [],
                     *       "title": "Lentil soup",
                     *       "updated_at": "2026-03-01T18:04:12Z",
                     *       "url": "https://example.com/lentil-soup",
                     *       "yields": "4 servings"
                     *     }
                     */
                    "application/json": components["schemas"]["RecipeShown"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has not completed, so there is nothing to save yet.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_recipes__recipe_id__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /recipes` gave it */
                recipe_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
                     *       "ingredients": [
                     *         {
                     *           "name": "red lentils",
                     *           "qty": 2,
                     *           "raw": "2 cups red lentils",
                     *           "unit": "cup"
                     *         }
                     *       ],
                     *       "instruction_groups": [],
                     *       "instructions": [
                     *         "Boil all for half an hour."
                     *       ],
                     *       "notes": "Half the salt will do.",
                     *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "revision": 2,
                     *       "site_changes": [
                     *         {
                     *           "added": [],
                     *           "base": "4 servings",
                     *           "conflict": false,
                     *           "field": "yields",
                     *           "mine": "4 servings",
                     *           "removed": [],
                     *           "site": "6 servings"
                     *         }
                     *       ],
                     *       "site_version": 4,
                     *       "tags": [],
                     *       "title": "Lentil soup",
                     *       "updated_at": "2026-03-01T18:04:12Z",
                     *       "url": "https://example.com/lentil-soup",
                     *       "yields": "4 servings"
                     *     }
                     */
                    "application/json": components["schemas"]["RecipeShown"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such recipe.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    delete_recipes__recipe_id__delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision that you have seen, as `ETag` gave it; another is refused */
                "If-Match"?: string | null;
            };
            path: {
                /** @description As `POST /recipes` gave it */
                recipe_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such recipe.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The recipe has changed since you looked: revision is 5 by now.",
                     *       "code": "conflict",
                     *       "fields": [
                     *         {
                     *           "field": "revision",
                     *           "reason": "It is 5 by now."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    edit_recipes__recipe_id__patch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision that you have seen, as `ETag` gave it; another is refused */
                "If-Match"?: string | null;
            };
            path: {
                /** @description As `POST /recipes` gave it */
                recipe_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipeEdit"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
                     *       "ingredients": [
                     *         {
                     *           "name": "red lentils",
                     *           "qty": 2,
                     *           "raw": "2 cups red lentils",
                     *           "unit": "cup"
                     *         }
                     *       ],
                     *       "instruction_groups": [],
                     *       "instructions": [
                     *         "Boil all for half an hour."
                     *       ],
                     *       "notes": "Half the salt will do.",
                     *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "revision": 2,
                     *       "site_changes": [
                     *         {
                     *           "added": [],
                     *           "base": "4 servings",
                     *           "conflict": false,
                     *           "field": "yields",
                     *           "mine": "4 servings",
                     *           "removed": [],
                     *           "site": "6 servings"
                     *         }
                     *       ],
                     *       "site_version": 4,
                     *       "tags": [],
                     *       "title": "Lentil soup",
                     *       "updated_at": "2026-03-01T18:04:12Z",
                     *       "url": "https://example.com/lentil-soup",
                     *       "yields": "4 servings"
                     *     }
                     */
                    "application/json": components["schemas"]["RecipeShown"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such recipe.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The recipe has changed since you looked: revision is 5 by now.",
                     *       "code": "conflict",
                     *       "fields": [
                     *         {
                     *           "field": "revision",
                     *           "reason": "It is 5 by now."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    decide_recipes__recipe_id__site_changes_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision that you have seen, as `ETag` gave it; another is refused */
                "If-Match"?: string | null;
            };
            path: {
                /** @description As `POST /recipes` gave it */
                recipe_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Decision"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-91b0-7c62-8f3d-2a7b9c1e4d55",
                     *       "ingredients": [
                     *         {
                     *           "name": "red lentils",
                     *           "qty": 2,
                     *           "raw": "2 cups red lentils",
                     *           "unit": "cup"
                     *         }
                     *       ],
                     *       "instruction_groups": [],
                     *       "instructions": [
                     *         "Boil all for half an hour."
                     *       ],
                     *       "notes": "Half the salt will do.",
                     *       "parse_job_id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "revision": 2,
                     *       "site_changes": [
                     *         {
                     *           "added": [],
                     *           "base": "4 servings",
                     *           "conflict": false,
                     *           "field": "yields",
                     *           "mine": "4 servings",
                     *           "removed": [],
                     *           "site": "6 servings"
                     *         }
                     *       ],
                     *       "site_version": 4,
                     *       "tags": [],
                     *       "title": "Lentil soup",
                     *       "updated_at": "2026-03-01T18:04:12Z",
                     *       "url": "https://example.com/lentil-soup",
                     *       "yields": "4 servings"
                     *     }
                     */
                    "application/json": components["schemas"]["RecipeShown"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such recipe.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The recipe has changed since you looked: revision is 5 by now.",
                     *       "code": "conflict",
                     *       "fields": [
                     *         {
                     *           "field": "revision",
                     *           "reason": "It is 5 by now."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    refresh_recipes__recipe_id__refresh_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /recipes` gave it */
                recipe_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Refresh"] | null;
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "job_type": "2026-03-01T12:00:00Z",
                     *       "url": "https://shop.example/pan",
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such recipe.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The recipe has no page that could be read.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    jobs_api_jobs_get: {
        parameters: {
            query?: {
                /** @description In this state */
                state?: components["schemas"]["JobState"] | null;
                jobType?: string | null;
                /** @description `all` is for admins */
                userId?: string;
                /** @description How many at most */
                pageSize?: number;
                /** @description Those after: `next` of the page before */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "attempts": 1,
                     *           "columnMapping": {
                     *             "Bezeichnung lang": "title",
                     *             "EAN / GTIN": "gtin"
                     *           },
                     *           "counts": {
                     *             "canceled": 0,
                     *             "done": 640,
                     *             "error": 12,
                     *             "notFound": 25,
                     *             "pending": 310,
                     *             "processing": 8,
                     *             "skipped": 5
                     *           },
                     *           "createdAt": "2026-03-01T12:00:00Z",
                     *           "etaSeconds": 16,
                     *           "failedItems": 37,
                     *           "fileId": 3,
                     *           "fileName": "spring-catalogue.csv",
                     *           "isBeingRead": false,
                     *           "isStuck": false,
                     *           "itemsPerSecond": 20.5,
                     *           "jobId": 7,
                     *           "jobType": "table",
                     *           "kind": "product",
                     *           "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *           "processedItems": 682,
                     *           "queueState": "RUNNING",
                     *           "totalItems": 1000,
                     *           "unusedColumns": [
                     *             "Shelf"
                     *           ],
                     *           "warnings": [
                     *             "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Only admins see what belongs to others; leave `userId` out.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    upload_api_jobs_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and the same content, an upload gives the same job */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description CSV, TSV, XLSX, XLS, ODS, JSONL, a list of URLs, pictures, or a zip of those */
                    file: string[];
                    /**
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "recipe" | "product" | "posting" | "auto";
                    /**
                     * @description Which column is which, as JSON
                     * @example {"title": "Artikel", "gtin": "EAN"}
                     */
                    mapping?: string;
                    /** @default false */
                    dedupe?: boolean;
                    /** @default false */
                    use_llm?: boolean;
                };
                /**
                 * @example {
                 *       "fileId": 3,
                 *       "kind": "product",
                 *       "mapping": {
                 *         "title": "Artikel"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Kind
                     * @description What the rows are about
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "recipe" | "product" | "posting" | "auto";
                    /**
                     * Mapping
                     * @description Which column is which: {title: Name of the column}, or the other way round
                     */
                    mapping?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * Dedupe
                     * @description Skip rows that ask for the same as an earlier one, rather than share
                     * @default false
                     */
                    dedupe?: boolean;
                    /**
                     * Usellm
                     * @description Allow a language model, where one is set up, for what nothing else finds
                     * @default false
                     */
                    useLlm?: boolean;
                    /**
                     * Fileid
                     * @description A file that you have sent before
                     */
                    fileId?: number | null;
                    /**
                     * Source
                     * @description A file in a place that GARNER_FILE_SOURCES names: /folder/name, file:///folder/name or s3://bucket/key. Admins may name what they may have scanned too
                     * @example s3://incoming/2026/pans.csv
                     */
                    source?: string | null;
                };
            };
        };
        responses: {
            /** @description Every row is safe */
            201: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": 7,
                     *       "fileId": 3,
                     *       "fileIds": [
                     *         3
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobMade"];
                };
            };
            /** @description The files are safe, and their rows are being read */
            202: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": 7,
                     *       "fileId": 3,
                     *       "fileIds": [
                     *         3
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobMade"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "That file is in no place that GARNER_FILE_SOURCES names.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such file.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This Idempotency-Key was used before, for something else.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The upload has more than the 1,000,000,000 bytes that are taken.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send files as multipart/form-data, in the field `file`; or application/json with the `fileId` of one sent before, or the `source` of one that lies in an allowed place.",
                     *       "code": "wrong_media_type"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is nothing in the file.",
                     *       "code": "invalid_input"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Uploads are switched off here (DB_INGEST_ENABLED).",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    scan_place_api_ingestion_scan_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScanWords"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "jobId": 7,
                     *           "name": "2026/pans.csv",
                     *           "status": "new"
                     *         },
                     *         {
                     *           "name": "notes.pdf",
                     *           "reason": "It is neither a table nor a picture.",
                     *           "status": "refused"
                     *         }
                     *       ],
                     *       "isWhole": true
                     *     }
                     */
                    "application/json": components["schemas"]["ScanAnswer"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Only admins, whom GARNER_ADMIN_EMAILS names, have places scanned.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no folder /srv/incoming.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "source: It must be a folder (/folder), s3://bucket/prefix or ftp://host/folder.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "source",
                     *           "reason": "It must be a folder (/folder), s3://bucket/prefix or ftp://host/folder"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Uploads are switched off here (DB_INGEST_ENABLED).",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    job_api_jobs__jobId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_api_jobs__jobId__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job is under way (RUNNING): cancel it first.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    items_api_jobs__jobId__items_get: {
        parameters: {
            query?: {
                /** @description In this state */
                status?: components["schemas"]["ItemStatus"] | null;
                /** @description Several, with commas or repeated, of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string | string[];
                /** @description `row` is the order of the file, which never moves. Unsaid, it is `row`, but `updatedAt` where only PENDING and PROCESSING items are asked for */
                sort?: components["schemas"]["Sort"] | null;
                /** @description How many at most */
                pageSize?: number;
                /** @description Those after: `next` of the page before */
                after?: string | null;
                /** @description Instead of `after`, by `row`: rows after this one */
                afterRow?: number | null;
                /** @description With this error code */
                reason?: string | null;
                /** @description Whose URL is on this domain */
                domain?: string | null;
                minConfidence?: number | null;
                maxConfidence?: number | null;
                /** @description Updated then or later */
                from?: string | null;
                /** @description Updated before then */
                to?: string | null;
            };
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "attempts": 1,
                     *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *           "inputSummary": {
                     *             "brand": "Hearth",
                     *             "sku": "P-26",
                     *             "title": "Cast iron pan",
                     *             "url": "https://shop.example/pan"
                     *           },
                     *           "jobId": 7,
                     *           "jobType": "table",
                     *           "result": {
                     *             "confidence": 0.97,
                     *             "kind": "product",
                     *             "name": "Cast iron pan 26 cm",
                     *             "url": "https://shop.example/pan"
                     *           },
                     *           "row": 42,
                     *           "status": "DONE",
                     *           "updatedAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ItemPage"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    append_api_jobs__jobId__items_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key, the same rows are added once */
                "Idempotency-Key"?: string | null;
            };
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowsToAdd"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "firstRow": 1001,
                     *       "itemIds": [
                     *         "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
                     *       ],
                     *       "jobId": 7,
                     *       "lastRow": 1001
                     *     }
                     */
                    "application/json": components["schemas"]["RowsAdded"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job's files are still being read: add rows when all of theirs are in.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    item_api_jobs__jobId__items__itemId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "completedAt": "2026-03-01T12:00:00Z",
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "input": {
                     *         "Link": "https://shop.example/pan",
                     *         "Name": "Cast iron pan"
                     *       },
                     *       "inputSummary": {
                     *         "brand": "Hearth",
                     *         "sku": "P-26",
                     *         "title": "Cast iron pan",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "normalized": {
                     *         "title": "Cast iron pan",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "result": {
                     *         "confidence": 0.97,
                     *         "kind": "product",
                     *         "name": "Cast iron pan 26 cm",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "row": 42,
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "status": "DONE",
                     *       "updatedAt": "2026-03-01T12:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeItemShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has no such item.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    edit_api_jobs__jobId__items__itemId__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditedCells"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "completedAt": "2026-03-01T12:00:00Z",
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "input": {
                     *         "Link": "https://shop.example/pan",
                     *         "Name": "Cast iron pan"
                     *       },
                     *       "inputSummary": {
                     *         "brand": "Hearth",
                     *         "sku": "P-26",
                     *         "title": "Cast iron pan",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "normalized": {
                     *         "title": "Cast iron pan",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "result": {
                     *         "confidence": 0.97,
                     *         "kind": "product",
                     *         "name": "Cast iron pan 26 cm",
                     *         "url": "https://shop.example/pan"
                     *       },
                     *       "row": 42,
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "status": "DONE",
                     *       "updatedAt": "2026-03-01T12:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeItemShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has no such item.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The item has changed since you saw it; look at it again.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pause_api_jobs__jobId__pause_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has ended already (DONE).",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resume_api_jobs__jobId__resume_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has ended already (DONE).",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    cancel_api_jobs__jobId__cancel_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job has ended already (DONE).",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    redo_api_jobs__jobId__reprocess_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReprocessWords"] | null;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "exhausted": 25,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "goesOn": false,
                     *       "hint": "Rows without attempts left: 25. With `resetAttempts` they are done again too.",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "taken": 12,
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReprocessedJob"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job was canceled.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    kickoff_api_jobs__jobId__kickoff_post: {
        parameters: {
            query?: {
                /** @description For how long */
                durationMs?: number;
            };
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "columnMapping": {
                     *         "Bezeichnung lang": "title",
                     *         "EAN / GTIN": "gtin"
                     *       },
                     *       "counts": {
                     *         "canceled": 0,
                     *         "done": 640,
                     *         "error": 12,
                     *         "notFound": 25,
                     *         "pending": 310,
                     *         "processing": 8,
                     *         "skipped": 5
                     *       },
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "etaSeconds": 16,
                     *       "failedItems": 37,
                     *       "fileId": 3,
                     *       "fileName": "spring-catalogue.csv",
                     *       "isBeingRead": false,
                     *       "isStuck": false,
                     *       "itemsPerSecond": 20.5,
                     *       "jobId": 7,
                     *       "jobType": "table",
                     *       "kind": "product",
                     *       "lastHeartbeat": "2026-03-01T12:00:00Z",
                     *       "processedItems": 682,
                     *       "queueState": "RUNNING",
                     *       "totalItems": 1000,
                     *       "unusedColumns": [
                     *         "Shelf"
                     *       ],
                     *       "warnings": [
                     *         "Not read, for the columns are others than those of the first sheet: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The job is paused; resume it first.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    causes_api_jobs__jobId__causes_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "causes": [
                     *         {
                     *           "code": "server_error",
                     *           "items": 12,
                     *           "latestAt": "2026-03-01T12:00:00Z",
                     *           "message": "The site failed to answer (HTTP 500).",
                     *           "status": "ERROR"
                     *         }
                     *       ],
                     *       "isWhole": true
                     *     }
                     */
                    "application/json": components["schemas"]["JobCauses"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stream_api_jobs__jobId__stream_get: {
        parameters: {
            query?: {
                /** @description The last event that was seen: what changed since is told, and not the whole job, for who cannot send headers */
                lastSeen?: string | null;
                /** @description A stream token, for who cannot send headers */
                token?: string | null;
            };
            header?: {
                /** @description The last event that was seen: what changed since is told, and not the whole job */
                "last-event-id"?: string | null;
            };
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 41
                     *     event: job
                     *     data: {"jobId":7,"jobType":"table","queueState":"RUNNING","totalItems":1000,"counts":{"pending":310,"processing":8,"done":640,"notFound":25,"error":12,"skipped":5,"canceled":0},"processedItems":682,"failedItems":37,"attempts":1,"lastError":null,"warnings":["Not read, for the columns are others than those of the first sheet: 'Notes'."],"columnMapping":{"Bezeichnung lang":"title","EAN / GTIN":"gtin"},"unusedColumns":["Shelf"],"lastHeartbeat":"2026-03-01T12:00:00Z","createdAt":"2026-03-01T12:00:00Z","fileId":3,"fileName":"spring-catalogue.csv","kind":"product","itemsPerSecond":20.5,"etaSeconds":16,"isBeingRead":false,"waiting":null,"isStuck":false}
                     *
                     *     id: 42
                     *     event: change
                     *     data: {"totalItems":1000,"processedItems":690,"failedItems":37,"counts":{"pending":310,"processing":8,"done":640,"notFound":25,"error":12,"skipped":5,"canceled":0},"itemsPerSecond":20.5}
                     */
                    "text/event-stream": unknown;
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More streams are being opened at the same time than this server can open: 200 wait already.",
                     *       "code": "overloaded"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pending_api_pending_get: {
        parameters: {
            query?: {
                /** @description Several, with commas or repeated, of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string | string[];
                /** @description `all` is for admins */
                userId?: string;
                jobType?: string | null;
                jobId?: number | null;
                /** @description Updated then or later */
                from?: string | null;
                /** @description Updated before then */
                to?: string | null;
                /** @description How many at most */
                pageSize?: number;
                /** @description Those after: `next` of the page before */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "attempts": 1,
                     *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *           "inputSummary": {
                     *             "brand": "Hearth",
                     *             "sku": "P-26",
                     *             "title": "Cast iron pan",
                     *             "url": "https://shop.example/pan"
                     *           },
                     *           "jobId": 7,
                     *           "jobType": "table",
                     *           "row": 42,
                     *           "status": "PENDING",
                     *           "updatedAt": "2026-03-01T12:00:00Z",
                     *           "userEmail": "ana@example.com",
                     *           "userId": 12
                     *         }
                     *       ],
                     *       "pendingCount": 318
                     *     }
                     */
                    "application/json": components["schemas"]["PendingPage"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Pages have no numbers here: ask for the next one by `after`, with the `next` of the last."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Only admins see what belongs to others; leave `userId` out.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The list of what is pending is switched off here (GARNER_PENDING_DASHBOARD).",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    waiting_api_waiting_get: {
        parameters: {
            query: {
                /** @description Which items, with commas */
                itemIds: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waiting": [
                     *         {
                     *           "code": "pace",
                     *           "isStuck": false,
                     *           "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *           "message": "shop.example is called every 5 s, and 3 pages go first; its turn comes at about 2026-03-01T12:00:00Z",
                     *           "site": "shop.example",
                     *           "until": "2026-03-01T12:00:00Z",
                     *           "what": "shop.example is called every 5 s, and 3 pages go first"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingPage"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    tuning_api_tuning_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "controllers": [
                     *         {
                     *           "controller": "claim_size_match",
                     *           "highest": 200,
                     *           "lowest": 1,
                     *           "measures": "What a claim takes to do",
                     *           "processes": [
                     *             {
                     *               "decidedAt": "2026-03-01T12:00:00Z",
                     *               "decisions": [
                     *                 {
                     *                   "at": "2026-03-01T12:00:00Z",
                     *                   "cause": "an item takes 27.3 ms",
                     *                   "measuredMs": 3494.4,
                     *                   "value": 128
                     *                 }
                     *               ],
                     *               "process": "host-4711-5f0e2c6d",
                     *               "value": 128
                     *             }
                     *           ],
                     *           "targetMs": 3500,
                     *           "unit": "items",
                     *           "value": 128
                     *         }
                     *       ],
                     *       "lanes": [
                     *         {
                     *           "domain": "shop.example",
                     *           "latencySeconds": 0.21,
                     *           "robotsDelaySeconds": 0,
                     *           "throttleSeconds": 4,
                     *           "throttledAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TuningShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    extract_sent_page_api_extract_post: {
        parameters: {
            query?: {
                /** @description Where it was found; JSON has it in the body too */
                url?: string;
                /** @description What to look for; JSON has it in the body too */
                kind?: "auto" | "recipe" | "product" | "posting";
                /** @description Whether a language model may be asked; JSON has it in the body too */
                use_llm_fallback?: boolean;
                /** @description A request of yours that was shut out, as 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11; JSON has it in the body too */
                itemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Html
                     * @description The page, as the browser has it
                     */
                    html: string;
                    /**
                     * Url
                     * @description Where it was found; what is on it is relative to that
                     */
                    url?: string | null;
                    /**
                     * Kind
                     * @description What to look for; auto gives the surest of all kinds
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "auto" | "recipe" | "product" | "posting";
                    /**
                     * Use Llm Fallback
                     * @description Allow a language model, where one is set up, to be asked for what nothing else finds
                     * @default false
                     */
                    use_llm_fallback?: boolean;
                    /**
                     * Itemid
                     * @description A parse request or a job of your mailbox that was shut out: makes a new one that has the record
                     */
                    itemId?: string | null;
                };
                /** @example <html lang=en><title>Lentil soup</title><h1>Lentil soup</h1><p>Serves 4</p><h2>Ingredients</h2><ul><li>2 cups red lentils</li><li>1 onion, chopped</li></ul><h2>Method</h2><ol><li>Soften the onion.</li><li>Add the lentils and simmer for 20 minutes.</li></ol></html> */
                "text/html": string;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "recipe",
                     *       "record": {
                     *         "title": "Lentil soup",
                     *         "ingredients": [
                     *           {
                     *             "raw": "2 cups red lentils",
                     *             "qty": 2,
                     *             "unit": "cup"
                     *           }
                     *         ]
                     *       },
                     *       "confidence": 0.95,
                     *       "strategy": "schema_org_json_ld",
                     *       "warnings": [],
                     *       "sources": {
                     *         "title": {
                     *           "rung": "schema_org_json_ld",
                     *           "path": "Recipe.name",
                     *           "confidence": 0.95,
                     *           "snippet": "Lentil soup"
                     *         }
                     *       },
                     *       "itemId": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Extracted"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The token is not valid, or no longer. Sign in again.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request not found",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Only a request that failed because its site shut Garner out takes a page that you send.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 5,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_domains_api_admin_domains_get: {
        parameters: {
            query?: {
                after?: string;
                /** @description How many at most */
                limit?: number;
                /** @description Only names that hold this */
                search?: string | null;
                /** @description Those alone, in one page */
                openBreakers?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "domain": "shop.example",
                     *           "baseUrl": "https://shop.example",
                     *           "crawlDelaySeconds": 0.5,
                     *           "maxConcurrentRequests": 2,
                     *           "isActive": true,
                     *           "pausedAt": null,
                     *           "obeysRobots": true,
                     *           "robotsSaidBy": null,
                     *           "robotsSaidAt": null,
                     *           "pacesEachProxy": false,
                     *           "waiting": 12,
                     *           "inFlight": 1,
                     *           "backlog": 0,
                     *           "nextAt": "2026-03-01T18:04:12Z",
                     *           "robotsDelaySeconds": 0,
                     *           "latencySeconds": 0.21,
                     *           "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *           "throttleSeconds": 0,
                     *           "throttledAt": null,
                     *           "notBefore": null,
                     *           "breaker": {
                     *             "state": "closed",
                     *             "failures": 0,
                     *             "cause": null,
                     *             "openedAt": null,
                     *             "openUntil": null,
                     *             "probes": 0
                     *           }
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Domains"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_domain_api_admin_domains__domain__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The host without `www.`, with its port if that is unusual */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domain": "shop.example",
                     *       "baseUrl": "https://shop.example",
                     *       "crawlDelaySeconds": 0.5,
                     *       "maxConcurrentRequests": 2,
                     *       "isActive": true,
                     *       "pausedAt": null,
                     *       "obeysRobots": true,
                     *       "robotsSaidBy": null,
                     *       "robotsSaidAt": null,
                     *       "pacesEachProxy": false,
                     *       "waiting": 12,
                     *       "inFlight": 1,
                     *       "backlog": 0,
                     *       "nextAt": "2026-03-01T18:04:12Z",
                     *       "robotsDelaySeconds": 0,
                     *       "latencySeconds": 0.21,
                     *       "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *       "throttleSeconds": 0,
                     *       "throttledAt": null,
                     *       "notBefore": null,
                     *       "breaker": {
                     *         "state": "closed",
                     *         "failures": 0,
                     *         "cause": null,
                     *         "openedAt": null,
                     *         "openUntil": null,
                     *         "probes": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no domain shop.example.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    change_domain_api_admin_domains__domain__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The host without `www.`, with its port if that is unusual */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainChanges"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domain": "shop.example",
                     *       "baseUrl": "https://shop.example",
                     *       "crawlDelaySeconds": 0.5,
                     *       "maxConcurrentRequests": 2,
                     *       "isActive": true,
                     *       "pausedAt": null,
                     *       "obeysRobots": true,
                     *       "robotsSaidBy": null,
                     *       "robotsSaidAt": null,
                     *       "pacesEachProxy": false,
                     *       "waiting": 12,
                     *       "inFlight": 1,
                     *       "backlog": 0,
                     *       "nextAt": "2026-03-01T18:04:12Z",
                     *       "robotsDelaySeconds": 0,
                     *       "latencySeconds": 0.21,
                     *       "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *       "throttleSeconds": 0,
                     *       "throttledAt": null,
                     *       "notBefore": null,
                     *       "breaker": {
                     *         "state": "closed",
                     *         "failures": 0,
                     *         "cause": null,
                     *         "openedAt": null,
                     *         "openUntil": null,
                     *         "probes": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    close_breaker_api_admin_domains__domain__breaker_close_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The host without `www.`, with its port if that is unusual */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domain": "shop.example",
                     *       "baseUrl": "https://shop.example",
                     *       "crawlDelaySeconds": 0.5,
                     *       "maxConcurrentRequests": 2,
                     *       "isActive": true,
                     *       "pausedAt": null,
                     *       "obeysRobots": true,
                     *       "robotsSaidBy": null,
                     *       "robotsSaidAt": null,
                     *       "pacesEachProxy": false,
                     *       "waiting": 12,
                     *       "inFlight": 1,
                     *       "backlog": 0,
                     *       "nextAt": "2026-03-01T18:04:12Z",
                     *       "robotsDelaySeconds": 0,
                     *       "latencySeconds": 0.21,
                     *       "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *       "throttleSeconds": 0,
                     *       "throttledAt": null,
                     *       "notBefore": null,
                     *       "breaker": {
                     *         "state": "closed",
                     *         "failures": 0,
                     *         "cause": null,
                     *         "openedAt": null,
                     *         "openUntil": null,
                     *         "probes": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no domain shop.example.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_tasks_api_admin_crawl_tasks_get: {
        parameters: {
            query?: {
                /** @description By when they last moved, the latest first */
                status?: components["schemas"]["TaskStatus"] | null;
                domain?: string | null;
                /** @description `next` of the last page */
                after?: string | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tasks": [
                     *         {
                     *           "id": 7,
                     *           "url": "https://shop.example/pan",
                     *           "domain": "shop.example",
                     *           "status": "completed",
                     *           "kinds": [
                     *             "product"
                     *           ],
                     *           "askedKinds": [],
                     *           "priority": 3,
                     *           "crawlFrequency": "PT6H",
                     *           "nextAt": "2026-03-01T18:04:12Z",
                     *           "scheduledAt": "2026-03-01T12:00:00Z",
                     *           "startedAt": "2026-03-01T12:00:00Z",
                     *           "completedAt": "2026-03-01T12:00:00Z",
                     *           "failedAt": null,
                     *           "nextCrawlAt": "2026-03-01T18:04:12Z",
                     *           "pausedAt": null,
                     *           "retryCount": 0,
                     *           "maxRetries": 3,
                     *           "httpStatus": 200,
                     *           "errorCode": null,
                     *           "errorMessage": null,
                     *           "updatedAt": "2026-03-01T12:00:00Z",
                     *           "waitingFor": null
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Tasks"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    order_pages_api_admin_crawl_tasks_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CrawlOrder"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ids": [
                     *         7,
                     *         8,
                     *         9
                     *       ],
                     *       "ordered": 2,
                     *       "amended": 1,
                     *       "unchanged": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OrderedShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_task_api_admin_crawl_tasks__taskId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "url": "https://shop.example/pan",
                     *       "domain": "shop.example",
                     *       "status": "completed",
                     *       "kinds": [
                     *         "product"
                     *       ],
                     *       "askedKinds": [],
                     *       "priority": 3,
                     *       "crawlFrequency": "PT6H",
                     *       "nextAt": "2026-03-01T18:04:12Z",
                     *       "scheduledAt": "2026-03-01T12:00:00Z",
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "completedAt": "2026-03-01T12:00:00Z",
                     *       "failedAt": null,
                     *       "nextCrawlAt": "2026-03-01T18:04:12Z",
                     *       "pausedAt": null,
                     *       "retryCount": 0,
                     *       "maxRetries": 3,
                     *       "httpStatus": 200,
                     *       "errorCode": null,
                     *       "errorMessage": null,
                     *       "updatedAt": "2026-03-01T12:00:00Z",
                     *       "waitingFor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TaskShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no crawl task 7.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_attempts_api_admin_crawl_tasks__taskId__attempts_get: {
        parameters: {
            query?: {
                /** @description Those after this one: `next` of the last page */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path: {
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": [
                     *         {
                     *           "id": 7,
                     *           "startedAt": "2026-03-01T12:00:00Z",
                     *           "endedAt": "2026-03-01T12:00:00Z",
                     *           "outcome": "ok",
                     *           "httpStatus": 200,
                     *           "bytes": 48213,
                     *           "proxyId": 1,
                     *           "worker": "host-4711-5f0e2c6d"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Attempts"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no crawl task 7.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    act_on_tasks_api_admin_crawl_tasks__verb__post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                verb: "pause" | "resume" | "stop" | "recrawl";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TasksNamed"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "unaffected": [],
                     *       "unknown": []
                     *     }
                     */
                    "application/json": components["schemas"]["ActedShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_errors_api_admin_error_logs_get: {
        parameters: {
            query?: {
                taskId?: number | null;
                errorType?: ("network" | "http" | "parse" | "validation" | "blocked") | null;
                /** @description Those after this one: `next` of the last page */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         {
                     *           "id": 7,
                     *           "taskId": 7,
                     *           "url": "https://shop.example/pan",
                     *           "errorType": "http",
                     *           "errorCode": "server_error",
                     *           "errorMessage": "The site failed to answer (HTTP 500).",
                     *           "stackTrace": null,
                     *           "occurredAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_causes_api_admin_dead_letters_causes_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "causes": [
                     *         {
                     *           "cause": "server_error",
                     *           "stage": "crawl",
                     *           "letters": 3,
                     *           "domains": 1,
                     *           "firstAt": "2026-03-01T12:00:00Z",
                     *           "lastAt": "2026-03-01T12:00:00Z",
                     *           "example": "The site failed to answer (HTTP 500)."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Causes"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_letters_api_admin_dead_letters_get: {
        parameters: {
            query?: {
                cause?: string | null;
                /** @description Those after this one: `next` of the last page */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "letters": [
                     *         {
                     *           "id": 7,
                     *           "stage": "crawl",
                     *           "cause": "server_error",
                     *           "message": "The site failed to answer (HTTP 500).",
                     *           "attempts": 3,
                     *           "createdAt": "2026-03-01T12:00:00Z",
                     *           "replayedAt": null,
                     *           "taskId": 7,
                     *           "itemId": null,
                     *           "url": "https://shop.example/pan"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Letters"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    replay_api_admin_dead_letters_replay_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "pages": 2,
                     *       "rows": 0,
                     *       "replayedBefore": [],
                     *       "unknown": []
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayedShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_proxies_api_admin_proxies_get: {
        parameters: {
            query?: {
                /** @description Those after this one: `next` of the last page */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "proxies": [
                     *         {
                     *           "id": 7,
                     *           "protocol": "socks5",
                     *           "host": "proxy.example",
                     *           "port": 1080,
                     *           "username": "garner",
                     *           "hasPassword": true,
                     *           "isActive": true,
                     *           "failureCount": 0,
                     *           "successCount": 118,
                     *           "successRate": 0.98,
                     *           "avgResponseTimeMs": 210,
                     *           "lastUsedAt": "2026-03-01T12:00:00Z",
                     *           "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *           "lastFailureAt": null,
                     *           "retryAt": null,
                     *           "shutOutOf": 0
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Proxies"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    add_proxy_api_admin_proxies_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxyWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "protocol": "socks5",
                     *       "host": "proxy.example",
                     *       "port": 1080,
                     *       "username": "garner",
                     *       "hasPassword": true,
                     *       "isActive": true,
                     *       "failureCount": 0,
                     *       "successCount": 118,
                     *       "successRate": 0.98,
                     *       "avgResponseTimeMs": 210,
                     *       "lastUsedAt": "2026-03-01T12:00:00Z",
                     *       "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *       "lastFailureAt": null,
                     *       "retryAt": null,
                     *       "shutOutOf": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ProxyShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is a proxy http://proxy.example:3128 for that user already.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_proxy_api_admin_proxies__proxyId__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proxyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no proxy 7.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    switch_proxy_api_admin_proxies__proxyId__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proxyId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxyChanges"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "protocol": "socks5",
                     *       "host": "proxy.example",
                     *       "port": 1080,
                     *       "username": "garner",
                     *       "hasPassword": true,
                     *       "isActive": true,
                     *       "failureCount": 0,
                     *       "successCount": 118,
                     *       "successRate": 0.98,
                     *       "avgResponseTimeMs": 210,
                     *       "lastUsedAt": "2026-03-01T12:00:00Z",
                     *       "lastSuccessAt": "2026-03-01T12:00:00Z",
                     *       "lastFailureAt": null,
                     *       "retryAt": null,
                     *       "shutOutOf": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ProxyShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no proxy 7.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_parsers_api_admin_parsers_get: {
        parameters: {
            query?: {
                /** @description Only this domain */
                domain?: string | null;
                /** @description Only this kind; `auto` for pages of which anything would do */
                kind?: ("recipe" | "product" | "posting" | "auto") | null;
                /** @description Those after this one: `next` of the last page */
                after?: string | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "parsers": [
                     *         {
                     *           "domain": "shop.example",
                     *           "kind": "product",
                     *           "extractor": "garner",
                     *           "version": "2",
                     *           "pages": 40,
                     *           "rate": 0.95,
                     *           "baselinePages": 4810,
                     *           "baseline": 0.97,
                     *           "weakest": [
                     *             {
                     *               "field": "price",
                     *               "rate": 0.02,
                     *               "baseline": 0.97
                     *             }
                     *           ],
                     *           "alerts": [
                     *             "price"
                     *           ]
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Parsers"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_alerts_api_admin_parsers_alerts_get: {
        parameters: {
            query?: {
                /** @description Only those that are */
                open?: boolean;
                /** @description Only this domain */
                domain?: string | null;
                /** @description Those after this one: `next` of the last page */
                after?: number | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "alerts": [
                     *         {
                     *           "id": 7,
                     *           "domain": "shop.example",
                     *           "kind": "product",
                     *           "field": "price",
                     *           "extractor": "garner",
                     *           "version": "2",
                     *           "rate": 0.02,
                     *           "baseline": 0.97,
                     *           "pages": 38,
                     *           "openedAt": "2026-03-01T12:00:00Z",
                     *           "closedAt": null,
                     *           "closedBecause": null,
                     *           "closingRate": null
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ParserAlerts"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    report_shadow_api_admin_parsers_shadow_get: {
        parameters: {
            query?: {
                /** @description Only this extractor */
                candidate?: string | null;
                /** @description Only what was compared since then */
                since?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "candidate": "mine:loud",
                     *           "kind": "product",
                     *           "versions": [
                     *             "loud-1"
                     *           ],
                     *           "pages": 2,
                     *           "failures": 0,
                     *           "firstAt": "2026-03-01T12:00:00Z",
                     *           "lastAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ],
                     *       "fields": [
                     *         {
                     *           "candidate": "mine:loud",
                     *           "kind": "product",
                     *           "field": "price",
                     *           "pages": 2,
                     *           "same": 37,
                     *           "added": 1,
                     *           "changed": 2,
                     *           "lost": 0
                     *         }
                     *       ],
                     *       "failures": [
                     *         {
                     *           "candidate": "mine:loud",
                     *           "kind": "product",
                     *           "domain": "shop.example",
                     *           "url": "https://shop.example/pan",
                     *           "errorCode": "extract_failed",
                     *           "error": "mine:loud failed: KeyError: 'offers'",
                     *           "comparedAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ShadowShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_shadow_differences_api_admin_parsers_shadow_differences_get: {
        parameters: {
            query: {
                /** @description Of this field */
                field: string;
                kind?: components["schemas"]["Kind"] | null;
                /** @description Only this extractor */
                candidate?: string | null;
                /** @description Only what was compared since then */
                since?: string | null;
                /** @description Those after this one: `next` of the last page */
                after?: string | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "differences": [
                     *         {
                     *           "candidate": "mine:loud",
                     *           "kind": "product",
                     *           "domain": "shop.example",
                     *           "url": "https://shop.example/pan",
                     *           "version": "loud-1",
                     *           "change": "added",
                     *           "before": "12",
                     *           "after": "12.00",
                     *           "comparedAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ShadowDifferences"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_reparses_api_admin_reparse_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *           "state": "running",
                     *           "error": "mine:loud failed: KeyError: 'offers'",
                     *           "asked": {
                     *             "domain": "shop.example",
                     *             "kind": "product",
                     *             "since": null,
                     *             "limit": null,
                     *             "extractor": null,
                     *             "apply": false,
                     *             "report": null
                     *           },
                     *           "startedAt": "2026-03-01T12:00:00Z",
                     *           "finishedAt": null,
                     *           "report": {
                     *             "applied": false,
                     *             "total": 120,
                     *             "pages": 40,
                     *             "same": 37,
                     *             "missingBodies": 0,
                     *             "failed": {},
                     *             "failures": [],
                     *             "busy": 0,
                     *             "changedPages": 3,
                     *             "notAsShown": 0,
                     *             "savedRecords": 0,
                     *             "differences": [
                     *               {
                     *                 "domain": "shop.example",
                     *                 "kind": "product",
                     *                 "field": "price",
                     *                 "added": 1,
                     *                 "changed": 2,
                     *                 "lost": 0,
                     *                 "examples": [
                     *                   {
                     *                     "url": "https://shop.example/pan",
                     *                     "before": "12",
                     *                     "after": "12.00"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "differencesLeftOff": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    start_reparse_api_admin_reparse_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReparseWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "state": "running",
                     *       "error": "mine:loud failed: KeyError: 'offers'",
                     *       "asked": {
                     *         "domain": "shop.example",
                     *         "kind": "product",
                     *         "since": null,
                     *         "limit": null,
                     *         "extractor": null,
                     *         "apply": false,
                     *         "report": null
                     *       },
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "finishedAt": null,
                     *       "report": {
                     *         "applied": false,
                     *         "total": 120,
                     *         "pages": 40,
                     *         "same": 37,
                     *         "missingBodies": 0,
                     *         "failed": {},
                     *         "failures": [],
                     *         "busy": 0,
                     *         "changedPages": 3,
                     *         "notAsShown": 0,
                     *         "savedRecords": 0,
                     *         "differences": [
                     *           {
                     *             "domain": "shop.example",
                     *             "kind": "product",
                     *             "field": "price",
                     *             "added": 1,
                     *             "changed": 2,
                     *             "lost": 0,
                     *             "examples": [
                     *               {
                     *                 "url": "https://shop.example/pan",
                     *                 "before": "12",
                     *                 "after": "12.00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "differencesLeftOff": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunShape"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request not found",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Another one is under way: 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    find_reparse_api_admin_reparse__runId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "state": "running",
                     *       "error": "mine:loud failed: KeyError: 'offers'",
                     *       "asked": {
                     *         "domain": "shop.example",
                     *         "kind": "product",
                     *         "since": null,
                     *         "limit": null,
                     *         "extractor": null,
                     *         "apply": false,
                     *         "report": null
                     *       },
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "finishedAt": null,
                     *       "report": {
                     *         "applied": false,
                     *         "total": 120,
                     *         "pages": 40,
                     *         "same": 37,
                     *         "missingBodies": 0,
                     *         "failed": {},
                     *         "failures": [],
                     *         "busy": 0,
                     *         "changedPages": 3,
                     *         "notAsShown": 0,
                     *         "savedRecords": 0,
                     *         "differences": [
                     *           {
                     *             "domain": "shop.example",
                     *             "kind": "product",
                     *             "field": "price",
                     *             "added": 1,
                     *             "changed": 2,
                     *             "lost": 0,
                     *             "examples": [
                     *               {
                     *                 "url": "https://shop.example/pan",
                     *                 "before": "12",
                     *                 "after": "12.00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "differencesLeftOff": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request not found",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    stop_reparse_api_admin_reparse__runId__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11",
                     *       "state": "running",
                     *       "error": "mine:loud failed: KeyError: 'offers'",
                     *       "asked": {
                     *         "domain": "shop.example",
                     *         "kind": "product",
                     *         "since": null,
                     *         "limit": null,
                     *         "extractor": null,
                     *         "apply": false,
                     *         "report": null
                     *       },
                     *       "startedAt": "2026-03-01T12:00:00Z",
                     *       "finishedAt": null,
                     *       "report": {
                     *         "applied": false,
                     *         "total": 120,
                     *         "pages": 40,
                     *         "same": 37,
                     *         "missingBodies": 0,
                     *         "failed": {},
                     *         "failures": [],
                     *         "busy": 0,
                     *         "changedPages": 3,
                     *         "notAsShown": 0,
                     *         "savedRecords": 0,
                     *         "differences": [
                     *           {
                     *             "domain": "shop.example",
                     *             "kind": "product",
                     *             "field": "price",
                     *             "added": 1,
                     *             "changed": 2,
                     *             "lost": 0,
                     *             "examples": [
                     *               {
                     *                 "url": "https://shop.example/pan",
                     *                 "before": "12",
                     *                 "after": "12.00"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "differencesLeftOff": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Request not found",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    workers_api_admin_workers_get: {
        parameters: {
            query?: {
                /** @description Those after this name: `next` */
                after?: string | null;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workers": [
                     *         {
                     *           "name": "host-4711-5f0e2c6d",
                     *           "alive": true,
                     *           "startedAt": "2026-03-01T12:00:00Z",
                     *           "seenAt": null,
                     *           "allowsPrivate": null,
                     *           "readsText": null,
                     *           "holding": 1,
                     *           "expired": 0,
                     *           "held": [
                     *             {
                     *               "workId": 4711,
                     *               "stage": "crawl",
                     *               "url": "https://shop.example/pan",
                     *               "taskId": 7,
                     *               "itemId": null,
                     *               "jobId": null,
                     *               "row": null,
                     *               "attempt": 1,
                     *               "since": "2026-03-01T12:00:00Z",
                     *               "leaseUntil": "2026-03-01T12:00:00Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Workers"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "limit: Input should be less than or equal to 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Input should be less than or equal to 500"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_standing_api_admin_standing_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backlog": 0,
                     *       "deadLetters": 4,
                     *       "oldestDueAt": "2026-03-01T12:00:00Z",
                     *       "openBreakers": 1,
                     *       "parserAlerts": 0,
                     *       "throttledLanes": 0,
                     *       "work": [
                     *         {
                     *           "leased": 3,
                     *           "stage": "crawl",
                     *           "waiting": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StandingShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Operators show the token that GARNER_ADMIN_TOKEN says, or an admin's: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators are served on the server's own machine only.",
                     *       "code": "forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "sort: There is no such parameter; it takes none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "There is no such parameter; it takes none"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    columns_api_jobs__jobId__columns_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "headers": [
                     *         "row",
                     *         "status",
                     *         "attempts",
                     *         "url",
                     *         "name",
                     *         "input.Name"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ColumnsShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    download_api_jobs__jobId__export_get: {
        parameters: {
            query?: {
                /** @description A stream token, for who cannot send headers */
                token?: string | null;
                /** @description A workbook, a table as text, or lines of JSON */
                format?: components["schemas"]["Format"];
                /** @description All rows, those with news (`DONE`, and not as they were before), those that failed, or those of `itemIds` */
                scope?: components["schemas"]["ExportScope"] | null;
                /** @description Only rows in these states, of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string[];
                /** @description Only these items */
                itemIds?: string[] | null;
            };
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    /**
                     * @description Its name: that of the file the job was made of, with the ending of the format
                     * @example attachment; filename="products.xlsx"
                     */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example row,status,attempts,kind,url,name
                     *     1,DONE,1,product,https://shop.example/pan,Pan
                     */
                    "text/csv": unknown;
                    /** @example {"row":1,"id":"0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11","status":"DONE","attempts":1,"input":{"Name":"Pan"},"result":{"kind":"product","name":"Pan"},"error":null} */
                    "application/x-ndjson": unknown;
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    download_selection_api_jobs__jobId__export_post: {
        parameters: {
            query?: {
                /** @description A workbook, a table as text, or lines of JSON */
                format?: components["schemas"]["Format"];
                /** @description All rows, those with news (`DONE`, and not as they were before), those that failed, or those of `itemIds` */
                scope?: components["schemas"]["ExportScope"] | null;
                /** @description Only rows in these states, of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string[];
                /** @description Only these items */
                itemIds?: string[] | null;
            };
            header?: never;
            path: {
                /** @description As `POST /api/jobs` gave it */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Wanted"] | null;
            };
        };
        responses: {
            /** @description The file */
            200: {
                headers: {
                    /**
                     * @description Its name: that of the file the job was made of, with the ending of the format
                     * @example attachment; filename="products.xlsx"
                     */
                    "Content-Disposition"?: string;
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    /**
                     * @example row,status,attempts,kind,url,name
                     *     1,DONE,1,product,https://shop.example/pan,Pan
                     */
                    "text/csv": unknown;
                    /** @example {"row":1,"id":"0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11","status":"DONE","attempts":1,"input":{"Name":"Pan"},"result":{"kind":"product","name":"Pan"},"error":null} */
                    "application/x-ndjson": unknown;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is not valid JSON.",
                     *       "code": "malformed_body"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description How to say who you are */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in first, and send the token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such job.",
                     *       "code": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body has more than 1,000,000 bytes.",
                     *       "code": "body_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The URL must start with http:// or https://.",
                     *       "code": "invalid_url",
                     *       "fields": [
                     *         {
                     *           "field": "url",
                     *           "reason": "The URL must start with http:// or https://."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "More than 600 requests a minute came from your address.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    health_health_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready_ready_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached just now.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    metrics_metrics_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored. */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
