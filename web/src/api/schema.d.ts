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
         * Request the record of a page
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
        /** Get the status of a parse request */
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
         * Sign in with Google
         * @description Exchanges the ID token from Google's sign-in button for an access token of Garner. The first sign-in creates an
         *     account.
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
         * Sign in on a local server
         * @description Signs in with an email address alone, without proof. Works only on the machine that the server runs on and while
         *     no Google client is configured, unless GARNER_LOCAL_SIGN_IN is set to `on` or `off`.
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
         * Renew your access token
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
        /** Get your account */
        get: operations["show_user_api_user_get"];
        put?: never;
        post?: never;
        /**
         * Delete your account
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
         * Create a stream token
         * @description Returns a token for a browser's EventSource, which cannot send headers. Add it as `?token=` to the URL of a
         *     stream or of a job's export, and open that URL within a minute. It is valid for nothing else. It expires with the
         *     token that created it, as do the streams that it opened.
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
        /** List your API tokens */
        get: operations["list_tokens_api_tokens_get"];
        put?: never;
        /**
         * Create an API token
         * @description Store the token safely: it is shown only once. Send it in `Authorization: Bearer`, like an access token. It acts
         *     on your behalf until it expires or you revoke it.
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
         * Revoke an API token
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
         * Get the configuration of the web page
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
         * Get the sample data
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
        /** Download the sample table */
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
         * Get the record of an item
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
         * Parse a recipe from a URL
         * @description Returns the job, which may already be complete if the page was parsed recently. Sending the same URL again while
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
        /** Get the status of a job */
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
         * Cancel a job
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
         * Discard a finished parse
         * @description Abandons the result now instead of when it expires. Sending the URL again brings the recipe back.
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
         * List the jobs of your mailbox
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
         * Stream the results of your jobs
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
        /** List your webhooks */
        get: operations["list_webhooks_api_webhooks_get"];
        put?: never;
        /**
         * Create a webhook
         * @description The URL is called for each of the events. Store the secret safely: it is shown only once, and anyone who has it
         *     can impersonate Garner.
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
        /** Delete a webhook and its deliveries */
        delete: operations["remove_webhook_api_webhooks__webhook_id__delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Enables or disables it, or changes its events and its filter; what is not sent stays. Events that happen while it
         *     is disabled are not delivered. Waiting deliveries keep waiting, for as long as deliveries are kept.
         */
        patch: operations["change_webhook_api_webhooks__webhook_id__patch"];
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
         * Test a webhook
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
         * List the deliveries of a webhook
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
         * Redeliver an event
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
         * Parse a recipe from a picture
         * @description Returns the job; query it like the job of a URL. Sending the same picture again while its job is running returns
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
        /** Get a recipe */
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
         * Accept or dismiss changes of the page
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
         * Refresh a recipe from its page
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
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changed records
         * @description Lists every new version of the records that you asked for and of those in the catalogue, in the order of the
         *     feed. Nothing is left out and nothing comes twice if you continue with `next`, also after an empty page: one request
         *     goes through a bounded number of changes of all users. A record that has changed again since has a later entry.
         */
        get: operations["list_changes_api_changes_get"];
        put?: never;
        post?: never;
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
         * List your jobs
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
         * Import new files from a folder, bucket or FTP server
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
         * Get a job
         * @description Returns the state of the job: its counters, speed, estimated time left, and why it waits.
         */
        get: operations["job_api_jobs__jobId__get"];
        put?: never;
        post?: never;
        /**
         * Delete a job
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
         * List the items of a job
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
        /** Get an item */
        get: operations["item_api_jobs__jobId__items__itemId__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a row and reprocess it
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
         * Pause a job
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
         * Resume a job
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
         * Cancel a job
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
         * Reprocess rows of a job
         * @description Without a body, reprocesses the failed rows of the whole job that have attempts left. A waiting row becomes due
         *     at once, a row that a worker holds is taken from it, an ended row becomes pending again, and its page is fetched
         *     again. Large selections are processed in the background, after the answer.
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
         * Process a job for a limited time
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
         * List the causes of a job's failures
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
         * Stream the progress of a job
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
         * List pending items
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
         * Explain why items wait
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
         * Get the self-tuning controllers
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
         * @description Accepts JSON, or the page itself as `text/html` with `url`, `kind`, `use_llm_fallback` and `itemId` in the query.
         *     With JSON, these may be in the query too; a value that is in both must be the same.
         *
         *     `itemId` is a parse request or a mailbox job that failed because its site blocked Garner. A new request is created
         *     for you that is done with the record and refers to the old one, which stays as it is. Send the token that the old
         *     request was made with; a guest's request has no owner and is not found. Other users who request the page do not see
         *     what you send.
         */
        post: operations["extract_sent_page_api_extract_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search
         * @description Finds records of the catalogue, your own records and your saved recipes. A misspelt word is corrected if no
         *     document has it. If a filter has several values, a hit has at least one of them.
         */
        get: operations["search_api_search_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search products
         * @description Lists the products of the catalogue and your own. Of several values of one filter, a product has at least one;
         *     case does not matter, and a category includes everything below it.
         */
        get: operations["list_catalogue_api_products_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the values of filters
         * @description Counts the values that products of the list, or hits of the search, have. The values of a filter that you use are
         *     counted without it, so that they show what else there is.
         */
        get: operations["count_product_facets_api_products_facets_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Returns a product of the catalogue or one of your own, also when it does not exist any more.
         */
        get: operations["get_product_api_products__productId__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{productId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the prices of a product over time
         * @description Returns the price, list price, currency and availability each time that one of them changed, of the last 2,000
         *     versions of the product.
         */
        get: operations["get_product_history_api_products__productId__history_get"];
        put?: never;
        post?: never;
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
        /** List domains and the state of their lanes */
        get: operations["list_domains_api_admin_domains_get"];
        put?: never;
        /**
         * Add a domain
         * @description A domain is added by itself when its first page is ordered or requested; add it before to configure it first.
         */
        post: operations["add_domain_api_admin_domains_post"];
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
        /** Get a domain */
        get: operations["show_domain_api_admin_domains__domain__get"];
        put?: never;
        post?: never;
        /**
         * Delete a domain without crawl tasks
         * @description Its settings and the state of its lane are deleted. A domain with crawl tasks is kept: its pages are stopped with
         *     `POST /api/admin/crawl-tasks/stop`, or all at once by disabling it.
         */
        delete: operations["remove_domain_api_admin_domains__domain__delete"];
        options?: never;
        head?: never;
        /**
         * Configure a domain
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
        /**
         * Close the circuit breaker of a domain
         * @description The site is requested again at once, as if it had never failed.
         */
        post: operations["close_breaker_api_admin_domains__domain__breaker_close_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sites */
        get: operations["list_sites_api_admin_sites_get"];
        put?: never;
        /**
         * Add a site
         * @description Its pages are found in the background: politely, at the pace of its domain, and as its robots.txt allows. Each
         *     gets a crawl task, up to the budget; a page that has one already keeps it as it is. Sources are read again at the
         *     interval of the site, and pages that a sitemap calls changed are fetched again soon.
         *
         *     With `dryRun`, `GET /api/admin/sites/{siteId}` shows the count, a sample and the time that the crawl would take.
         */
        post: operations["add_site_api_admin_sites_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a site with its progress */
        get: operations["show_site_api_admin_sites__siteId__get"];
        put?: never;
        post?: never;
        /**
         * Remove a site
         * @description The crawl tasks that were made for it are stopped; those that operators ordered themselves are kept. What was
         *     fetched is kept, and is no longer part of the catalogue.
         */
        delete: operations["remove_site_api_admin_sites__siteId__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{siteId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a site
         * @description Crawls the pages that a dry run found, and those found from now on. Sources that failed are read again.
         */
        post: operations["start_site_api_admin_sites__siteId__start_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{siteId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a site
         * @description Nothing is found or ordered until the site is resumed. Pages that have a crawl task are crawled on; to stop all
         *     requests to the site, pause its domain.
         */
        post: operations["pause_site_api_admin_sites__siteId__pause_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sites/{siteId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a site */
        post: operations["resume_site_api_admin_sites__siteId__resume_post"];
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
        /**
         * List crawl tasks
         * @description Most recently updated first.
         */
        get: operations["list_tasks_api_admin_crawl_tasks_get"];
        put?: never;
        /**
         * Order crawls of pages
         * @description Creates standing orders. An existing order is updated with the fields that are sent; the others stay as they are.
         *     That does not fetch its page sooner; use `recrawl` for that. If one page is invalid, nothing is done.
         *
         *     Accepts JSON, or a CSV as `text/csv` with the column `url` and any of `priority`, `crawlFrequency` (`once` fetches
         *     once) and `scheduledAt`, and with `kinds` in the query. An error of a row has its line: `lines.4.priority`.
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
         * Get a crawl task
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
         * List the attempts of a crawl task
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
    "/api/admin/crawl-tasks/reprioritise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the priority of crawl tasks
         * @description Applies to all tasks that match the filter, in any number. Tasks in the backlog move to their new place at once;
         *     tasks that are already in the queue only move forward.
         */
        post: operations["reprioritise_tasks_api_admin_crawl_tasks_reprioritise_post"];
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
         * @description Use `recrawl` for events as well: when you learn that a page has changed, send its URL. Tasks that do not exist
         *     are skipped and listed in the answer.
         */
        post: operations["act_on_tasks_api_admin_crawl_tasks__verb__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/error-logs/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group crawl errors
         * @description By cause, domain and hour, the newest hour first, and in an hour the most errors first.
         */
        get: operations["group_errors_api_admin_error_logs_groups_get"];
        put?: never;
        post?: never;
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
         * List crawl errors
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
        /**
         * List the causes of dead letters
         * @description Most frequent first.
         */
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
         * List dead letters
         * @description Newest first. Excludes dead letters that were replayed.
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
         * Replay dead letters
         * @description The work starts again with all its attempts. Rows of jobs become pending again, and their jobs continue. Returns
         *     how many letters were replayed that had not been replayed before.
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
        /** List proxies and their statistics */
        get: operations["list_proxies_api_admin_proxies_get"];
        put?: never;
        /**
         * Add a proxy
         * @description Once a proxy exists, no page is fetched directly any more. The password is encrypted with
         *     GARNER_SECRET_KEY; while that is not set, a proxy with a password is refused with `secret_key_missing`.
         */
        post: operations["add_proxy_api_admin_proxies_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/proxies/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what proxies cost
         * @description By proxy and domain, the largest cost first. The totals are of all, also of those that are not listed. Costs are
         *     computed from the present prices.
         */
        get: operations["list_costs_api_admin_proxies_costs_get"];
        put?: never;
        post?: never;
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
        /** Delete a proxy */
        delete: operations["remove_proxy_api_admin_proxies__proxyId__delete"];
        options?: never;
        head?: never;
        /** Change a proxy */
        patch: operations["change_proxy_api_admin_proxies__proxyId__patch"];
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
         * List the extraction quality of sites
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
        /**
         * List extraction alerts
         * @description Newest first.
         */
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
         * Compare a candidate extractor on live pages
         * @description Counts the differences of each field over the newest 20,000 comparisons.
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
        /**
         * List pages with different results
         * @description Newest first.
         */
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
         * List recent reparse runs
         * @description Newest first, with the progress of each but without details. Runs are forgotten when the server stops.
         */
        get: operations["list_reparses_api_admin_reparse_get"];
        put?: never;
        /**
         * Extract stored pages again
         * @description Pages are not fetched again. Answers at once; use the id to get the progress and the findings. Nothing is written
         *     without `apply`. With the `report` of an earlier run, only the changes that it has shown are applied: pages that
         *     would now give another result are left alone and counted as `notAsShown`.
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
        /** Get the progress and findings of a reparse run */
        get: operations["find_reparse_api_admin_reparse__runId__get"];
        put?: never;
        post?: never;
        /**
         * Stop a reparse run
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
         * List workers and the work they hold
         * @description Sorted by name. A worker that stops cleanly leaves the list at once, one that is killed after an hour.
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
         * Get queue statistics
         * @description The numbers are updated at most every ten seconds, and each is counted up to 100,000.
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
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions of operators
         * @description Newest first. Every action of an operator is listed, by the API or by a command, unless it failed. Passwords and
         *     tokens are never part of an entry.
         */
        get: operations["list_entries_api_admin_audit_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List frequent searches
         * @description Most frequent first, among the last 50,000 searches.
         */
        get: operations["frequent_searches_api_admin_searches_get"];
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
         * Get the columns of a job's export
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
         * Export the rows and results of a job
         * @description Generated from the database on request, in the order of the file, at any time, also while the job runs. The
         *     headers are the same for every selection of rows. A browser that saves the file by itself sends no headers, and may
         *     pass a token of `POST /api/stream-token` in the URL instead.
         */
        get: operations["download_api_jobs__jobId__export_get"];
        put?: never;
        /**
         * Export selected rows and results of a job
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
        /** Check that the server is running */
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
        /**
         * Check that the server can accept work
         * @description Queries the database.
         */
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
         * Get Prometheus metrics
         * @description While the database is unavailable, metrics that are counted in it are left out.
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
             * @description Number of tasks that were changed
             */
            count: number;
            /**
             * Unaffected
             * @description Tasks that were not changed: already paused, not paused, in progress, or without an order to stop
             */
            unaffected: components["schemas"]["TaskNamed"][];
            /**
             * Unknown
             * @description Ids and URLs without a crawl task
             */
            unknown: (number | string)[];
        };
        /**
         * ActionSource
         * @enum {string}
         */
        ActionSource: "api" | "command" | "server";
        /**
         * AddedSite
         * @example {
         *       "siteId": 7
         *     }
         */
        AddedSite: {
            /** Siteid */
            siteId: number;
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
             * @description The run whose changes are applied
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
        /** AuditEntries */
        AuditEntries: {
            /** Entries */
            entries: components["schemas"]["AuditEntryShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: number | null;
        };
        /**
         * AuditEntryShape
         * @example {
         *       "action": "domain.change",
         *       "actor": "root@example.com",
         *       "address": "203.0.113.7",
         *       "after": {
         *         "paused": true
         *       },
         *       "before": {
         *         "paused": false
         *       },
         *       "happenedAt": "2026-03-01T12:00:00Z",
         *       "id": 7,
         *       "objectId": "shop.example",
         *       "objectType": "domain",
         *       "source": "api",
         *       "userId": 3
         *     }
         */
        AuditEntryShape: {
            /** Id */
            id: number;
            /**
             * Happenedat
             * Format: date-time
             */
            happenedAt: string;
            /**
             * Actor
             * @description Email address of an admin; `token`, `loopback`, or a user on the command line
             */
            actor: string;
            /**
             * Userid
             * @description The account of the admin, which may have been removed since
             */
            userId: number | null;
            source: components["schemas"]["ActionSource"];
            /**
             * Address
             * @description IP address of the client; null for commands
             */
            address: string | null;
            /**
             * Action
             * @description For example `domain.change` or `crawl_task.pause`
             */
            action: string;
            /** Objecttype */
            objectType: string;
            /**
             * Objectid
             * @description Null for an action on several objects
             */
            objectId: string | null;
            /**
             * Before
             * @description The object before the action; null for a new one
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * After
             * @description The object after the action, null if it was removed; for an action on several objects, which were named and how many changed (`count`)
             */
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** Breaker */
        Breaker: {
            /**
             * State
             * @description `half_open`: the next request is the probe; the state lasts until there is one
             * @enum {string}
             */
            state: "closed" | "open" | "half_open";
            /**
             * Failures
             * @description Consecutive failures
             */
            failures: number;
            /**
             * Cause
             * @description Cause of the last failure
             */
            cause: string | null;
            /** Openedat */
            openedAt: string | null;
            /**
             * Openuntil
             * @description When the next probe may be sent
             */
            openUntil: string | null;
            /**
             * Probes
             * @description Failed probes since it opened
             */
            probes: number;
        };
        /**
         * CachedRecord
         * @description The record under the name of its kind.
         */
        CachedRecord: {
            /**
             * Warnings
             * @description Notes about the record, for example that a language model was used; absent if there are none
             */
            warnings?: string[] | null;
            /** Recipe */
            recipe?: components["schemas"]["ParsedRecipe"] | null;
            /** Product */
            product?: components["schemas"]["ParsedProduct"] | null;
            /** Posting */
            posting?: components["schemas"]["ParsedPosting"] | null;
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
             * @description Message of the newest letter
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
             * @description Truncated if long; null for a list, which has `parts` instead
             */
            before: unknown;
            /**
             * After
             * @description Like `before`
             */
            after: unknown;
            /**
             * Parts
             * @description For a list: the parts that differ
             */
            parts: components["schemas"]["PartShape"][] | null;
            /**
             * Partsleftoff
             * @description Number of further parts that differ
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
             * @description In order; columns of the uploaded file start with `input.`
             */
            headers: string[];
        };
        /**
         * ControllerShape
         * @example {
         *       "controller": "claim_size_match",
         *       "highest": 200,
         *       "lowest": 1,
         *       "measures": "Time to process a claim",
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
             * @description What `measuredMs` measures
             */
            measures: string;
            /**
             * Targetms
             * @description Target of the measurement; null if there is none
             */
            targetMs: number | null;
            /**
             * Longestms
             * @description Above this measurement the value is reduced, if this is a separate bound
             */
            longestMs: number | null;
            /**
             * Value
             * @description Latest decision; null before the first
             */
            value: number | null;
            /** Processes */
            processes: components["schemas"]["DecidingShape"][];
        };
        /**
         * CorrectionShape
         * @description A word of the query, and the word that was searched for instead.
         * @example {
         *       "from": "iorn",
         *       "to": "iron"
         *     }
         */
        CorrectionShape: {
            /** From */
            from: string;
            /** To */
            to: string;
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
             * @description Latest first
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
             * @description Fields to take over from the page; `all` for every field that the page has changed
             * @default []
             */
            accept: components["schemas"]["SiteField"][] | "all";
            /**
             * Dismiss
             * @description Fields to keep as they are, whose changes are not shown again; `all` for all other fields
             * @default []
             */
            dismiss: components["schemas"]["SiteField"][] | "all";
            /**
             * Revision
             * @description The revision of the recipe that you have seen; refused if it is not the current one
             */
            revision?: number | null;
            /**
             * Site Version
             * @description The version of the page that you have seen; refused if it is not the current one
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
             * @description Measurement behind the decision; null before the first
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
         *       "last_error": "The receiver did not accept the call (HTTP 503).",
         *       "next_try_at": "2026-03-01T12:00:21Z",
         *       "state": "waiting"
         *     }
         */
        Delivery: {
            /**
             * Id
             * @description The value of `Garner-Delivery` in its calls
             */
            id: number;
            event: components["schemas"]["WebhookEvent"];
            /**
             * Job Id
             * @description Of a parse in your mailbox; null for other events
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
             * @description HTTP status of the last call that was answered
             */
            last_answer: number | null;
            /**
             * Last Error
             * @description Why the last call failed
             */
            last_error: string | null;
            /**
             * Next Try At
             * @description Earliest time of the next call of a waiting delivery; it also waits for `rests_until`
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
         *           "last_error": "The receiver did not accept the call (HTTP 503).",
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description If false, everything that waits for the domain ends as SKIPPED
             * @default true
             */
            isActive: boolean;
            /**
             * Defaultpriority
             * @description For crawl tasks that are ordered without a priority; null uses 5
             */
            defaultPriority?: number | null;
            /**
             * Defaultfrequency
             * @description For crawl tasks that are ordered without a frequency, as an ISO 8601 duration or in seconds; null uses a day
             */
            defaultFrequency?: string | null;
            /** Notes */
            notes?: string | null;
            /**
             * Obeysrobots
             * @description If false, pages that robots.txt disallows are fetched too; who set it is stored and logged
             * @default true
             */
            obeysRobots: boolean;
            /**
             * Paceseachproxy
             * @description If true, the delay applies to each proxy separately
             * @default false
             */
            pacesEachProxy: boolean;
            /**
             * Paused
             * @description If true, no new requests are started; waiting work is kept
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
             * @description Null uses GARNER_DEFAULT_CRAWL_DELAY_SECONDS
             */
            crawlDelaySeconds: number | null;
            /**
             * Maxconcurrentrequests
             * @description Null uses GARNER_DEFAULT_MAX_CONCURRENT_REQUESTS
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
             * @description Who last set `obeysRobots`: `token`, `loopback`, the address of an admin, or the user of a command
             */
            robotsSaidBy: string | null;
            /** Robotssaidat */
            robotsSaidAt: string | null;
            /** Paceseachproxy */
            pacesEachProxy: boolean;
            /**
             * Defaultpriority
             * @description Of crawl tasks that are ordered without one; null is 5
             */
            defaultPriority: number | null;
            /**
             * Defaultfrequency
             * @description Of crawl tasks that are ordered without one; null is a day
             */
            defaultFrequency: string | null;
            /** Notes */
            notes: string | null;
            /**
             * Waiting
             * @description Pages in the queue
             */
            waiting: number;
            /** Inflight */
            inFlight: number;
            /**
             * Backlog
             * @description Pages that are due and wait for room in the queue; counted up to 10,000
             */
            backlog: number;
            /**
             * Nextat
             * @description When the site may be requested next
             */
            nextAt: string | null;
            /** Robotsdelayseconds */
            robotsDelaySeconds: number;
            /** Latencyseconds */
            latencySeconds: number | null;
            /**
             * Lastsuccessat
             * @description When the site last returned a page; null if never
             */
            lastSuccessAt: string | null;
            /**
             * Throttleseconds
             * @description Delay between requests because the site asked to slow down
             */
            throttleSeconds: number;
            /** Throttledat */
            throttledAt: string | null;
            /**
             * Notbefore
             * @description Time given by the site's Retry-After
             */
            notBefore: string | null;
            breaker: components["schemas"]["Breaker"];
        };
        /**
         * DomainWanted
         * @example {
         *       "baseUrl": "https://www.shop.example",
         *       "crawlDelaySeconds": 0.5,
         *       "domainName": "shop.example",
         *       "isActive": true,
         *       "maxConcurrentRequests": 2,
         *       "notes": "Contact: webmaster@shop.example"
         *     }
         */
        DomainWanted: {
            /** Crawldelayseconds */
            crawlDelaySeconds?: number | null;
            /** Maxconcurrentrequests */
            maxConcurrentRequests?: number | null;
            /**
             * Isactive
             * @description If false, everything that waits for the domain ends as SKIPPED
             * @default true
             */
            isActive: boolean;
            /**
             * Defaultpriority
             * @description For crawl tasks that are ordered without a priority; null uses 5
             */
            defaultPriority?: number | null;
            /**
             * Defaultfrequency
             * @description For crawl tasks that are ordered without a frequency, as an ISO 8601 duration or in seconds; null uses a day
             */
            defaultFrequency?: string | null;
            /** Notes */
            notes?: string | null;
            /** Domainname */
            domainName: string;
            /**
             * Baseurl
             * @description A URL of the domain; by default its name with https
             */
            baseUrl?: string | null;
        };
        /** Domains */
        Domains: {
            /** Domains */
            domains: components["schemas"]["DomainShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description The cells to change, by column; others stay as they are
             */
            input: {
                [key: string]: unknown;
            };
            /**
             * Updatedat
             * @description `updatedAt` of the item as you saw it; if it has changed since, the edit is refused (409)
             */
            updatedAt?: string | null;
        };
        /** ErrorAnswer */
        ErrorAnswer: {
            /**
             * Error
             * @description A sentence that says what is wrong
             */
            error: string;
            /**
             * Code
             * @description A stable identifier of the error, for programs
             */
            code: string;
            /**
             * Fields
             * @description The invalid fields, with a reason for each
             */
            fields?: components["schemas"]["FieldReason"][] | null;
        };
        /** ErrorGroupShape */
        ErrorGroupShape: {
            /**
             * Cause
             * @description The code of the errors, or their type if they have none
             */
            cause: string;
            /** Errortype */
            errorType: string;
            /** Domain */
            domain: string | null;
            /**
             * Hour
             * Format: date-time
             * @description Beginning of the hour
             */
            hour: string;
            /** Errors */
            errors: number;
            /**
             * Pages
             * @description Pages with these errors
             */
            pages: number;
            /**
             * Lastat
             * Format: date-time
             */
            lastAt: string;
            /**
             * Example
             * @description Message of the newest error
             */
            example: string;
        };
        /** ErrorGroupsShape */
        ErrorGroupsShape: {
            /** Groups */
            groups: components["schemas"]["ErrorGroupShape"][];
            /**
             * Countedfrom
             * @description Null if all errors of the time were counted; otherwise the oldest of the 100,000 that were. Use `until` for earlier ones
             */
            countedFrom: string | null;
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
            record: components["schemas"]["Recipe"] | components["schemas"]["Product"] | components["schemas"]["Posting"] | null;
            /** Confidence */
            confidence: number | null;
            /** Strategy */
            strategy: string | null;
            /** Warnings */
            warnings: string[];
            /**
             * Sources
             * @description For each field: rung, path, confidence and snippet
             */
            sources: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /**
             * Itemid
             * @description The new request that has the record; null if no `itemId` was sent
             */
            itemId: string | null;
        };
        /**
         * FacetValueShape
         * @description A value of a facet, and how many hits have it.
         * @example {
         *       "count": 1,
         *       "value": "Hearth"
         *     }
         */
        FacetValueShape: {
            /** Value */
            value: string;
            /** Count */
            count: number;
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
             * @description `/api/pending` is enabled
             */
            pendingDashboard: boolean;
            /**
             * Uploads
             * @description Uploads of tables and pictures are enabled
             */
            uploads: boolean;
            /**
             * Ocr
             * @description OCR is installed on this server; workers on other machines may differ
             */
            ocr: boolean;
            /**
             * Llm
             * @description A language model is configured, for requests that allow it
             */
            llm: boolean;
            /**
             * Render
             * @description Pages in which no record is found are rendered in a browser
             */
            render: boolean;
            /**
             * Sample
             * @description `/api/sample` is available
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
             * @description Name of the field; `(whole record)` counts whether there is a record
             */
            field: string;
            /**
             * Pages
             * @description Pages for which at least one extractor has a value
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
             * @description Share of the newest records that have the field
             */
            rate: number;
            /**
             * Baseline
             * @description Usual share before
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
         *       "source": "Structured data of the page (JSON-LD)",
         *       "value": "64.00"
         *     }
         */
        FieldShape: {
            /** Value */
            value: unknown;
            /**
             * Source
             * @description Where the value came from, as text; null, like the rest, if unknown
             */
            source: string | null;
            /**
             * Rung
             * @description Name of the source, as in `garner extract --explain`
             */
            rung: string | null;
            /**
             * Path
             * @description Location within the source
             */
            path: string | null;
            /**
             * Snippet
             * @description Text found there, if it differs from the value
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
         * FoundProductsShape
         * @description The hits of a search for products, best first, and the products themselves.
         * @example {
         *       "approximate": false,
         *       "corrections": [
         *         {
         *           "from": "iorn",
         *           "to": "iron"
         *         }
         *       ],
         *       "engine": "postgres",
         *       "facets": {
         *         "brand": [
         *           {
         *             "count": 1,
         *             "value": "Hearth"
         *           }
         *         ]
         *       },
         *       "hits": [
         *         {
         *           "highlights": {
         *             "text": {
         *               "marks": [
         *                 [
         *                   16,
         *                   20
         *                 ]
         *               ],
         *               "text": "… heats evenly: iron keeps the warmth …"
         *             },
         *             "title": {
         *               "marks": [
         *                 [
         *                   5,
         *                   9
         *                 ],
         *                 [
         *                   10,
         *                   13
         *                 ]
         *               ],
         *               "text": "Cast iron pan 28 cm"
         *             }
         *           },
         *           "id": "4711",
         *           "kind": "product",
         *           "labels": {
         *             "availability": [
         *               "in_stock"
         *             ],
         *             "brand": [
         *               "Hearth"
         *             ],
         *             "domain": [
         *               "shop.example"
         *             ]
         *           },
         *           "price": "26.00",
         *           "saved": false,
         *           "score": 1.274,
         *           "title": "Cast iron pan 28 cm",
         *           "updatedAt": "2026-03-01T12:00:00Z",
         *           "url": "https://shop.example/pan"
         *         }
         *       ],
         *       "partial": false,
         *       "products": [
         *         {
         *           "availability": "in_stock",
         *           "brand": "Hearth",
         *           "category": "Kitchen > Pans",
         *           "content_hash": "9b74c9897bac770ffc029102a200c5de4f0c1f6a9d2be7a08d3a3b1f5c6e7d80",
         *           "crawl_task_id": 90412,
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "currency": "EUR",
         *           "description": "Heats evenly and keeps the warmth.",
         *           "domain_id": 12,
         *           "domain_name": "shop.example",
         *           "gtin": "4006381333931",
         *           "id": 4711,
         *           "price": "26.00",
         *           "product_name": "Cast iron pan 28 cm",
         *           "rating": 4.6,
         *           "review_count": 218,
         *           "sku": "HP-28",
         *           "updated_at": "2026-03-01T12:00:00Z",
         *           "url": "https://shop.example/pan",
         *           "url_hash": "4f0c1f6a9d2be7a08d3a3b1f5c6e7d8091a2b3c4d5e6f708192a3b4c5d6e7f80"
         *         }
         *       ],
         *       "timedOut": false,
         *       "total": 1
         *     }
         */
        FoundProductsShape: {
            /** Hits */
            hits: components["schemas"]["HitShape"][];
            /**
             * Total
             * @description The number of hits on all pages
             */
            total: number;
            /**
             * Approximate
             * @description Whether `total` is an estimate, because there are more than are counted
             */
            approximate: boolean;
            /**
             * Partial
             * @description Whether no record has all words; the hits then have some of them
             */
            partial: boolean;
            /**
             * Timedout
             * @description Whether the search took too long and was ended without hits
             */
            timedOut: boolean;
            /** Corrections */
            corrections: components["schemas"]["CorrectionShape"][];
            /**
             * Facets
             * @description How many hits have each value, most frequent first. The values of a facet that you filter by are counted without that filter.
             */
            facets: {
                [key: string]: components["schemas"]["FacetValueShape"][];
            };
            /** Engine */
            engine: string;
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: string | null;
            /**
             * Products
             * @description The products of `hits`, in the same order
             */
            products: components["schemas"]["ProductShape"][];
        };
        /** FrequentSearchShape */
        FrequentSearchShape: {
            /** Query */
            query: string;
            /** Searches */
            searches: number;
            /**
             * Empty
             * @description How many of them found no record with all words
             */
            empty: number;
            /**
             * Lastat
             * Format: date-time
             */
            lastAt: string;
        };
        /** FrequentSearches */
        FrequentSearches: {
            /** Searches */
            searches: components["schemas"]["FrequentSearchShape"][];
        };
        /**
         * GoogleToken
         * @example {
         *       "token": "eyJhbGciOiJSUzI1NiIs…"
         *     }
         */
        GoogleToken: {
            /**
             * Token
             * @description The ID token that Google returned to the page
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
             * @description The page; null for work without one
             */
            url: string | null;
            /** Taskid */
            taskId: number | null;
            /**
             * Itemid
             * @description Set for a row or a request that is processed directly
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
             * @description After this time, another worker may take the work
             */
            leaseUntil: string;
        };
        /**
         * HighlightShape
         * @description A text with the places of the words that match. The text is as it is stored: escape it before you show it.
         * @example {
         *       "marks": [
         *         [
         *           5,
         *           9
         *         ],
         *         [
         *           10,
         *           13
         *         ]
         *       ],
         *       "text": "Cast iron pan 28 cm"
         *     }
         */
        HighlightShape: {
            /** Text */
            text: string;
            /**
             * Marks
             * @description Start and end of each, in characters
             */
            marks: [
                number,
                number
            ][];
        };
        /**
         * HistoryEntryShape
         * @description The price and availability of a product from a time on.
         * @example {
         *       "at": "2026-03-01T12:00:00Z",
         *       "availability": "in_stock",
         *       "currency": "EUR",
         *       "list_price": "34.00",
         *       "price": "26.00",
         *       "version": 3
         *     }
         */
        HistoryEntryShape: {
            /**
             * Version
             * @description The version of the record that has it first
             */
            version: number;
            /**
             * At
             * Format: date-time
             * @description When it was read first
             */
            at: string;
            /**
             * Price
             * @description A decimal as text
             */
            price: string | null;
            /**
             * List Price
             * @description The previous or recommended price
             */
            list_price: string | null;
            /** Currency */
            currency: string | null;
            /** Availability */
            availability: string | null;
        };
        /**
         * HitShape
         * @description A record, or one of your saved recipes.
         * @example {
         *       "highlights": {
         *         "text": {
         *           "marks": [
         *             [
         *               16,
         *               20
         *             ]
         *           ],
         *           "text": "… heats evenly: iron keeps the warmth …"
         *         },
         *         "title": {
         *           "marks": [
         *             [
         *               5,
         *               9
         *             ],
         *             [
         *               10,
         *               13
         *             ]
         *           ],
         *           "text": "Cast iron pan 28 cm"
         *         }
         *       },
         *       "id": "4711",
         *       "kind": "product",
         *       "labels": {
         *         "availability": [
         *           "in_stock"
         *         ],
         *         "brand": [
         *           "Hearth"
         *         ],
         *         "domain": [
         *           "shop.example"
         *         ]
         *       },
         *       "price": "26.00",
         *       "saved": false,
         *       "score": 1.274,
         *       "title": "Cast iron pan 28 cm",
         *       "updatedAt": "2026-03-01T12:00:00Z",
         *       "url": "https://shop.example/pan"
         *     }
         */
        HitShape: {
            kind: components["schemas"]["Kind"];
            /**
             * Id
             * @description The number of a product or posting, the hash of a recipe's URL, or the id of a saved recipe
             */
            id: string;
            /**
             * Saved
             * @description Whether it is one of your saved recipes
             */
            saved: boolean;
            /** Title */
            title: string;
            /** Url */
            url: string | null;
            /**
             * Score
             * @description Comparable within one answer only
             */
            score: number;
            /** Price */
            price: string | null;
            /** Postedat */
            postedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
            /**
             * Labels
             * @description The values that you can filter by
             */
            labels: {
                [key: string]: string[];
            };
            /**
             * Highlights
             * @description The `title`, and an excerpt of the `text` if words were found there
             */
            highlights: {
                [key: string]: components["schemas"]["HighlightShape"];
            };
        };
        /**
         * Ingredient
         * @description A line of the ingredients of a recipe. Fields that are not required may be missing, and there may be others.
         */
        Ingredient: {
            /**
             * Raw
             * @description The line as written
             */
            raw?: string | null;
            /**
             * Qty
             * @description The quantity; a range as text, `2-3`
             */
            qty?: number | string | null;
            /**
             * Qty Min
             * @description The smallest quantity
             */
            qty_min?: number | null;
            /**
             * Qty Max
             * @description The largest quantity; without a range the same as `qty_min`
             */
            qty_max?: number | null;
            /**
             * Unit
             * @description The unit as the page names it, in the singular: `tbsp`, `EL`
             */
            unit?: string | null;
            /**
             * Canonical Unit
             * @description The English name of the unit, the same for all spellings: `tablespoon`
             */
            canonical_unit?: string | null;
            /**
             * Name
             * @description The name of the ingredient
             */
            name?: string | null;
            /**
             * Preparation
             * @description The preparation: `finely chopped`
             */
            preparation?: string | null;
            /**
             * Note
             * @description The rest of the line: sizes, brands, `to taste`
             */
            note?: string | null;
            /**
             * Group
             * @description The heading above it: `For the sauce`
             */
            group?: string | null;
        };
        /**
         * IngredientInput
         * @description Given values are kept; missing ones are parsed from `raw`.
         */
        IngredientInput: {
            /**
             * Raw
             * @description The line as written
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
         * InstructionGroup
         * @description Steps below one heading of a method. Fields that are not required may be missing, and there may be others.
         */
        InstructionGroup: {
            /**
             * Name
             * @description The heading; null for steps without one
             */
            name?: string | null;
            /**
             * Steps
             * @description The steps below it
             */
            steps?: string[] | null;
        };
        /**
         * ItemErrorShape
         * @example {
         *       "code": "server_error",
         *       "message": "The site returned an error (HTTP 500)."
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
             * @description Pass as `after` to get the next page; null on the last page. A filtered page may contain fewer items than `pageSize`, or none, and still have a next page
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
         *           "source": "Structured data of the page (JSON-LD)",
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
             * @description Status of the item: DONE, PENDING, ERROR, …
             */
            status: string;
            /** @description Why there is no record, or why it is retried */
            error: components["schemas"]["ItemErrorShape"] | null;
            /**
             * Record
             * @description Null if there is none
             */
            record: components["schemas"]["Recipe"] | components["schemas"]["Product"] | components["schemas"]["Posting"] | null;
            /**
             * Fields
             * @description Each field of the record, with its source
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
            /** @description How a row without a URL was matched to the product */
            match: components["schemas"]["MatchShape"] | null;
            /**
             * Fetchedat
             * @description When the page was last found to have this content
             */
            fetchedAt: string | null;
            /**
             * Updatedat
             * Format: date-time
             * @description When the content of the record last changed; if unknown, when the item did
             */
            updatedAt: string;
            /**
             * Version
             * @description Version of the record; null for a record of this item alone, which has no history
             */
            version: number | null;
            /**
             * Currentversion
             * @description Current version of the page's record
             */
            currentVersion: number | null;
            /**
             * Versions
             * @description Newest first
             */
            versions: components["schemas"]["VersionShape"][];
            /**
             * Nextversions
             * @description Pass as `before` to get earlier versions; null if there are none
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
             * @description Type of its job
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
             * @description The worker that is processing it
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
             * @description The fields of the record and of its match, as in exports
             */
            result: ((components["schemas"]["Recipe"] | components["schemas"]["Product"] | components["schemas"]["Posting"]) & components["schemas"]["ResultFacts"]) | null;
            /** @description Why it failed, or why it is retried */
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
         *       "message": "shop.example gets one request every 5 s; 3 pages are ahead; expected start at 2026-03-01T12:00:00Z",
         *       "site": "shop.example",
         *       "until": "2026-03-01T12:00:00Z",
         *       "what": "shop.example gets one request every 5 s; 3 pages are ahead"
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
             * @description The reason as text, including times
             */
            message: string;
            /**
             * What
             * @description The same without the time
             */
            what: string;
            /**
             * Until
             * @description When the wait ends or the next attempt is due, if known
             */
            until: string | null;
            /**
             * Site
             * @description The site that it waits for, if any
             */
            site: string | null;
            /**
             * Isstuck
             * @description It needs an action to continue; waiting is not enough
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
         *       "message": "The site returned an error (HTTP 500).",
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
             * @description Use it as `reason` to list these items, or in `reasons` to reprocess them
             */
            code: string | null;
            /** Items */
            items: number;
            /**
             * Message
             * @description Message of the latest item
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
         *           "message": "The site returned an error (HTTP 500).",
         *           "status": "ERROR"
         *         }
         *       ],
         *       "isWhole": true
         *     }
         */
        JobCauses: {
            /**
             * Causes
             * @description Most frequent first
             */
            causes: components["schemas"]["JobCauseShape"][];
            /**
             * Iswhole
             * @description False if more rows failed than were counted; the latest are counted
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description The saved recipe that this job refreshes (`POST /recipes/{id}/refresh`); null for other jobs
             */
            recipe_id?: string | null;
            /**
             * Saved Recipe Id
             * @description The recipe that a committed job was saved as; null after you delete it
             */
            saved_recipe_id?: string | null;
        };
        /** JobMade */
        JobMade: {
            /**
             * Jobid
             * @description The job, at /api/jobs/{jobId}
             */
            jobId: number;
            /**
             * Fileid
             * @description Its first file; use it to create another job
             */
            fileId: number | null;
            /**
             * Fileids
             * @description All its files, in order
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
         *             "Sheets with other columns than the first were not read: 'Notes'."
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
             * @description Pass as `after` to get the next page; null on the last page
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
         *         "Sheets with other columns than the first were not read: 'Notes'."
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
             * @description Number of runs: the first, and one for each time rows are reprocessed
             */
            attempts: number;
            /** Lasterror */
            lastError: string | null;
            /**
             * Warnings
             * @description Parts of its files that were skipped or are doubtful, and why
             */
            warnings: string[];
            /**
             * Columnmapping
             * @description Meaning of each column of its files; the first 100 columns
             */
            columnMapping: {
                [key: string]: string;
            };
            /**
             * Unusedcolumns
             * @description Columns that Garner does not use; they stay with each row unchanged. The first 100 columns
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
             * @description Its first file; use it to create another job (`POST /api/jobs`)
             */
            fileId: number | null;
            /** Filename */
            fileName: string | null;
            /** Kind */
            kind: string;
            /**
             * Itemspersecond
             * @description Average of the last 30 seconds
             */
            itemsPerSecond: number;
            /**
             * Etaseconds
             * @description Estimated time left; null if unknown
             */
            etaSeconds: number | null;
            /**
             * Isbeingread
             * @description Its files are still being read, so more rows may follow
             */
            isBeingRead: boolean;
            /**
             * Waiting
             * @description Why the job waits, as text; null if nothing holds it back
             */
            waiting: string | null;
            /**
             * Isstuck
             * @description It needs an action to continue: resume it, or start a worker
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description Total size of the files of an upload
             */
            uploadMaxBytes: number;
            /**
             * Uploadmaxrows
             * @description Rows of a job
             */
            uploadMaxRows: number;
            /**
             * Imagemaxbytes
             * @description Size of a picture of a recipe for the mailbox
             */
            imageMaxBytes: number;
            /** Urlmaxlength */
            urlMaxLength: number;
            /**
             * Openjobs
             * @description Unfinished jobs of a user
             */
            openJobs: number;
            /**
             * Mailboxminutes
             * @description Minutes after which a finished parse that was not saved is abandoned
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
             * @description Null for a provider's offer, and if nothing matched
             */
            productId: number | null;
            /** Score */
            score: number | null;
            /** Strategy */
            strategy: string | null;
            /**
             * Candidates
             * @description Possible matches, best first
             */
            candidates: components["schemas"]["ResultCandidate"][];
            /**
             * Offers
             * @description Other entries of the same product: copies, other shops' offers
             */
            offers: components["schemas"]["ResultOffer"][];
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
             * @description URL of a picture
             */
            image?: string | null;
            /**
             * Ingredients
             * @description Lines of text, or objects
             */
            ingredients?: (string | components["schemas"]["IngredientInput"])[] | null;
            /** Instructions */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps in groups, if there are any
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
             * @description The page that the recipe is from
             */
            url?: string | null;
            /**
             * Notes
             * @description Your own notes
             */
            notes?: string | null;
            /** Tags */
            tags?: string[] | null;
            /** Title */
            title: string;
            /**
             * Parse Job Id
             * @description The completed job to save; fields that you leave out are taken from its result
             */
            parse_job_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** OrderedShape */
        OrderedShape: {
            /**
             * Ids
             * @description Crawl tasks of all these pages
             */
            ids: number[];
            /**
             * Ordered
             * @description Pages that had no order yet
             */
            ordered: number;
            /**
             * Amended
             * @description Existing orders that were changed
             */
            amended: number;
            /**
             * Unchanged
             * @description Existing orders that already had these values
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
             * @description What a pending job waits for, as text
             */
            waiting_for?: string | null;
            /**
             * Recipe Id
             * @description The saved recipe that this job refreshes (`POST /recipes/{id}/refresh`); null for other jobs
             */
            recipe_id?: string | null;
            /**
             * Saved Recipe Id
             * @description The recipe that a committed job was saved as; null after you delete it
             */
            saved_recipe_id?: string | null;
            /**
             * Sent For
             * @description The blocked job for which you sent this page (`POST /api/extract`)
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
             * @description Kind of record to extract
             * @default recipe
             */
            kind: components["schemas"]["Kind"];
            /**
             * Use Llm Fallback
             * @description Allow a language model, if one is configured, for fields that are not found otherwise
             * @default false
             */
            use_llm_fallback: boolean;
        };
        /** ParseResult */
        ParseResult: {
            /** Success */
            success: boolean;
            recipe: components["schemas"]["Recipe"];
            /** Used Llm */
            used_llm: boolean;
            /** Parser Strategy */
            parser_strategy: string | null;
            /** Warnings */
            warnings: string[];
        };
        /**
         * ParsedIngredient
         * @description A line of the ingredients of a recipe. Fields that are not required may be missing, and there may be others.
         */
        ParsedIngredient: {
            /**
             * Raw
             * @description The line as written
             */
            raw?: string | null;
            /**
             * Qty
             * @description The quantity; a range as text, `2-3`
             */
            qty: number | string | null;
            /**
             * Qty Min
             * @description The smallest quantity
             */
            qty_min?: number | null;
            /**
             * Qty Max
             * @description The largest quantity; without a range the same as `qty_min`
             */
            qty_max?: number | null;
            /**
             * Unit
             * @description The unit as the page names it, in the singular: `tbsp`, `EL`
             */
            unit: string | null;
            /**
             * Canonical Unit
             * @description The English name of the unit, the same for all spellings: `tablespoon`
             */
            canonical_unit?: string | null;
            /**
             * Name
             * @description The name of the ingredient
             */
            name: string | null;
            /**
             * Preparation
             * @description The preparation: `finely chopped`
             */
            preparation?: string | null;
            /**
             * Note
             * @description The rest of the line: sizes, brands, `to taste`
             */
            note?: string | null;
            /**
             * Group
             * @description The heading above it: `For the sauce`
             */
            group?: string | null;
        };
        /**
         * ParsedPosting
         * @description A job posting. Fields that are not required may be missing, and there may be others.
         */
        ParsedPosting: {
            /**
             * Title
             * @description The job title; a posting requires it
             */
            title: string | null;
            /**
             * Company
             * @description The employer
             */
            company: string | null;
            /**
             * Description
             * @description The description, as plain text
             */
            description?: string | null;
            /**
             * Description Html
             * @description The description, as sanitized HTML
             */
            description_html?: string | null;
            /**
             * Locations
             * @description The places of work
             */
            locations?: string[] | null;
            /**
             * Remote
             * @description Whether the job is fully remote; null if it is hybrid or the page does not say
             */
            remote?: boolean | null;
            /**
             * Employment Type
             * @description `full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; if the page names several, the first (word)
             */
            employment_type?: string | null;
            /**
             * Salary Min
             * @description The pay, or the lower end of its range (decimal as text)
             */
            salary_min?: string | null;
            /**
             * Salary Max
             * @description The upper end of the range, if there is one (decimal as text)
             */
            salary_max?: string | null;
            /**
             * Salary Currency
             * @description The currency of the pay (ISO 4217)
             */
            salary_currency?: string | null;
            /**
             * Salary Period
             * @description The period of the pay: `hour`, `day`, `week`, `month` or `year` (word)
             */
            salary_period?: string | null;
            /**
             * Posted At
             * @description When it was posted, with the time if the page has it (date)
             */
            posted_at?: string | null;
            /**
             * Valid Through
             * @description The last day to apply (date)
             */
            valid_through?: string | null;
            /**
             * External Id
             * @description The site's id of the posting
             */
            external_id?: string | null;
            /**
             * Apply Url
             * @description Where to apply (URL)
             */
            apply_url?: string | null;
            /**
             * Expired
             * @description True if the page says that the job is no longer available; null otherwise, even if `valid_through` has passed: compare that with the current time
             */
            expired?: boolean | null;
            /**
             * Parsedat
             * Format: date-time
             * @description When the page was parsed
             */
            parsedAt: string;
        };
        /**
         * ParsedProduct
         * @description A product of a shop. Fields that are not required may be missing, and there may be others.
         */
        ParsedProduct: {
            /**
             * Name
             * @description The name; a product requires it
             */
            name: string | null;
            /**
             * Description
             * @description The description on the page
             */
            description?: string | null;
            /**
             * Price
             * @description The current price: `1099.95` (decimal as text)
             */
            price?: string | null;
            /**
             * Currency
             * @description The currency of the prices: `EUR` (ISO 4217)
             */
            currency?: string | null;
            /**
             * List Price
             * @description The previous or recommended price (decimal as text)
             */
            list_price?: string | null;
            /**
             * Availability
             * @description `in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued` (word)
             */
            availability?: string | null;
            /**
             * Rating
             * @description The rating, out of five
             */
            rating?: number | null;
            /**
             * Review Count
             * @description The number of ratings
             */
            review_count?: number | null;
            /**
             * Brand
             * @description The brand or manufacturer
             */
            brand?: string | null;
            /**
             * Category
             * @description The path of categories: `Kitchen > Knives`
             */
            category?: string | null;
            /**
             * Sku
             * @description The seller's product number
             */
            sku?: string | null;
            /**
             * Gtin
             * @description The EAN, UPC or ISBN; its check digit is verified
             */
            gtin?: string | null;
            /**
             * Mpn
             * @description The manufacturer's part number
             */
            mpn?: string | null;
            /**
             * Images
             * @description The pictures
             */
            images?: components["schemas"]["Picture"][] | null;
            /**
             * Variants
             * @description The variants, such as sizes and colours
             */
            variants?: components["schemas"]["Variant"][] | null;
            /**
             * Parsedat
             * Format: date-time
             * @description When the page was parsed
             */
            parsedAt: string;
        };
        /**
         * ParsedRecipe
         * @description A recipe. Fields that are not required may be missing, and there may be others.
         */
        ParsedRecipe: {
            /**
             * Title
             * @description The name of the dish; a recipe requires it
             */
            title: string | null;
            /**
             * Description
             * @description The description on the page
             */
            description?: string | null;
            /**
             * Author
             * @description The author; several are separated by commas
             */
            author?: string | null;
            /**
             * Image
             * @description The URL of a picture
             */
            image?: string | null;
            /**
             * Ingredients
             * @description The ingredients; a recipe requires at least one
             */
            ingredients: components["schemas"]["ParsedIngredient"][];
            /**
             * Instructions
             * @description The steps
             */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps under their headings, if there are any
             */
            instruction_groups?: components["schemas"]["InstructionGroup"][] | null;
            /**
             * Yields
             * @description The yield as written: `4 servings`, `12 muffins`
             */
            yields?: string | null;
            /**
             * Prep Minutes
             * @description The preparation time in minutes
             */
            prep_minutes?: number | null;
            /**
             * Cook Minutes
             * @description The cooking time in minutes
             */
            cook_minutes?: number | null;
            /**
             * Total Minutes
             * @description The total time in minutes
             */
            total_minutes?: number | null;
            /**
             * Nutrition
             * @description The nutrition facts of a serving: `{calories: 250 kcal}`
             */
            nutrition?: {
                [key: string]: string;
            } | null;
            /**
             * Language
             * @description The language: `en`, `pt-BR` (language tag)
             */
            language?: string | null;
            /**
             * Parsedat
             * Format: date-time
             * @description When the page was parsed
             */
            parsedAt: string;
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
             * @description Field that is found less often; `(whole record)` if pages give no record
             */
            field: string;
            /** Extractor */
            extractor: string;
            /** Version */
            version: string;
            /**
             * Rate
             * @description Share when the alert was opened
             */
            rate: number;
            /**
             * Baseline
             * @description Usual share
             */
            baseline: number;
            /**
             * Pages
             * @description Number of pages that the rate is based on
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
             * @description `recovered`: the rate is back; `usual`: the lower rate is the new baseline; `silent`: no page read
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description Version in use
             */
            version: string;
            /**
             * Pages
             * @description Number of newest pages that are evaluated
             */
            pages: number;
            /**
             * Rate
             * @description Share of these pages that gave a record
             */
            rate: number;
            /**
             * Baselinepages
             * @description Number of earlier pages that the baseline is based on
             */
            baselinePages: number;
            /**
             * Baseline
             * @description Share of the earlier pages that gave a record
             */
            baseline: number | null;
            /**
             * Weakest
             * @description Fields that are found less often than usual, worst first
             */
            weakest: components["schemas"]["FieldHealthShape"][];
            /**
             * Alerts
             * @description Fields with an open alert, or `(whole record)`
             */
            alerts: string[];
        };
        /** Parsers */
        Parsers: {
            /** Parsers */
            parsers: components["schemas"]["ParserShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description Position from 1 in the new list; in the old list if the part was removed
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
             * @description Type of its job
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
             * @description The worker that is processing it
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
             * @description The fields of the record and of its match, as in exports
             */
            result: ((components["schemas"]["Recipe"] | components["schemas"]["Product"] | components["schemas"]["Posting"]) & components["schemas"]["ResultFacts"]) | null;
            /** @description Why it failed, or why it is retried */
            error: components["schemas"]["ItemErrorShape"] | null;
            /**
             * Userid
             * @description Owner of the item
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
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: string | null;
            /**
             * Pendingcount
             * @description Number of all pending items, counted a few seconds ago
             */
            pendingCount: number;
        };
        /**
         * Picture
         * @description A picture of a product. Fields that are not required may be missing, and there may be others.
         */
        Picture: {
            /**
             * Url
             * @description The URL of the picture
             */
            url?: string | null;
            /**
             * Alt
             * @description The alternative text
             */
            alt?: string | null;
            /**
             * Position
             * @description The position in the list, from 0
             */
            position?: number | null;
        };
        /**
         * Polled
         * @description The record under the name of its kind once completed; `error` and `code` once failed; `waitingFor` while delayed.
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
             * @description Why it failed
             */
            error?: string | null;
            /**
             * Code
             * @description Error code, such as `soft_block`
             */
            code?: string | null;
            /**
             * Warnings
             * @description Notes about the record, for example that a language model was used; absent if there are none
             */
            warnings?: string[] | null;
            /**
             * Sentfor
             * @description The blocked request for which you sent this page (`POST /api/extract`)
             */
            sentFor?: string | null;
            /**
             * Waitingfor
             * @description What a delayed request waits for; absent if it is not delayed
             */
            waitingFor?: string | null;
            /** Recipe */
            recipe?: components["schemas"]["ParsedRecipe"] | null;
            /** Product */
            product?: components["schemas"]["ParsedProduct"] | null;
            /** Posting */
            posting?: components["schemas"]["ParsedPosting"] | null;
        };
        /**
         * Posting
         * @description A job posting. Fields that are not required may be missing, and there may be others.
         */
        Posting: {
            /**
             * Title
             * @description The job title; a posting requires it
             */
            title?: string | null;
            /**
             * Company
             * @description The employer
             */
            company?: string | null;
            /**
             * Description
             * @description The description, as plain text
             */
            description?: string | null;
            /**
             * Description Html
             * @description The description, as sanitized HTML
             */
            description_html?: string | null;
            /**
             * Locations
             * @description The places of work
             */
            locations?: string[] | null;
            /**
             * Remote
             * @description Whether the job is fully remote; null if it is hybrid or the page does not say
             */
            remote?: boolean | null;
            /**
             * Employment Type
             * @description `full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; if the page names several, the first (word)
             */
            employment_type?: string | null;
            /**
             * Salary Min
             * @description The pay, or the lower end of its range (decimal as text)
             */
            salary_min?: string | null;
            /**
             * Salary Max
             * @description The upper end of the range, if there is one (decimal as text)
             */
            salary_max?: string | null;
            /**
             * Salary Currency
             * @description The currency of the pay (ISO 4217)
             */
            salary_currency?: string | null;
            /**
             * Salary Period
             * @description The period of the pay: `hour`, `day`, `week`, `month` or `year` (word)
             */
            salary_period?: string | null;
            /**
             * Posted At
             * @description When it was posted, with the time if the page has it (date)
             */
            posted_at?: string | null;
            /**
             * Valid Through
             * @description The last day to apply (date)
             */
            valid_through?: string | null;
            /**
             * External Id
             * @description The site's id of the posting
             */
            external_id?: string | null;
            /**
             * Apply Url
             * @description Where to apply (URL)
             */
            apply_url?: string | null;
            /**
             * Expired
             * @description True if the page says that the job is no longer available; null otherwise, even if `valid_through` has passed: compare that with the current time
             */
            expired?: boolean | null;
        };
        /** Preview */
        Preview: {
            /** Title */
            title: string | null;
            /** Source Host */
            source_host: string | null;
        };
        /**
         * Product
         * @description A product of a shop. Fields that are not required may be missing, and there may be others.
         */
        Product: {
            /**
             * Name
             * @description The name; a product requires it
             */
            name?: string | null;
            /**
             * Description
             * @description The description on the page
             */
            description?: string | null;
            /**
             * Price
             * @description The current price: `1099.95` (decimal as text)
             */
            price?: string | null;
            /**
             * Currency
             * @description The currency of the prices: `EUR` (ISO 4217)
             */
            currency?: string | null;
            /**
             * List Price
             * @description The previous or recommended price (decimal as text)
             */
            list_price?: string | null;
            /**
             * Availability
             * @description `in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued` (word)
             */
            availability?: string | null;
            /**
             * Rating
             * @description The rating, out of five
             */
            rating?: number | null;
            /**
             * Review Count
             * @description The number of ratings
             */
            review_count?: number | null;
            /**
             * Brand
             * @description The brand or manufacturer
             */
            brand?: string | null;
            /**
             * Category
             * @description The path of categories: `Kitchen > Knives`
             */
            category?: string | null;
            /**
             * Sku
             * @description The seller's product number
             */
            sku?: string | null;
            /**
             * Gtin
             * @description The EAN, UPC or ISBN; its check digit is verified
             */
            gtin?: string | null;
            /**
             * Mpn
             * @description The manufacturer's part number
             */
            mpn?: string | null;
            /**
             * Images
             * @description The pictures
             */
            images?: components["schemas"]["Picture"][] | null;
            /**
             * Variants
             * @description The variants, such as sizes and colours
             */
            variants?: components["schemas"]["Variant"][] | null;
        };
        /**
         * ProductFacetsShape
         * @description The values of the filters.
         * @example {
         *       "approximate": false,
         *       "facets": {
         *         "availability": [
         *           {
         *             "count": 15,
         *             "value": "in_stock"
         *           },
         *           {
         *             "count": 1,
         *             "value": "preorder"
         *           }
         *         ],
         *         "brand": [
         *           {
         *             "count": 12,
         *             "value": "Hearth"
         *           },
         *           {
         *             "count": 4,
         *             "value": "Blaze"
         *           }
         *         ],
         *         "category": [
         *           {
         *             "count": 16,
         *             "value": "Kitchen > Pans"
         *           }
         *         ],
         *         "currency": [
         *           {
         *             "count": 16,
         *             "value": "EUR"
         *           }
         *         ],
         *         "domain": [
         *           {
         *             "count": 16,
         *             "value": "shop.example"
         *           }
         *         ]
         *       },
         *       "timedOut": false
         *     }
         */
        ProductFacetsShape: {
            /**
             * Facets
             * @description How many products have each value, most frequent first
             */
            facets: {
                [key: string]: components["schemas"]["FacetValueShape"][];
            };
            /**
             * Approximate
             * @description Whether only some were counted, because there are very many
             */
            approximate: boolean;
            /**
             * Timedout
             * @description Whether it took too long and was ended without counts
             */
            timedOut: boolean;
        };
        /**
         * ProductHistoryShape
         * @description The prices and the availability of a product over time.
         * @example {
         *       "history": [
         *         {
         *           "at": "2026-03-01T12:00:00Z",
         *           "availability": "in_stock",
         *           "currency": "EUR",
         *           "list_price": "34.00",
         *           "price": "26.00",
         *           "version": 3
         *         }
         *       ]
         *     }
         */
        ProductHistoryShape: {
            /**
             * History
             * @description Oldest first; each differs from the one before
             */
            history: components["schemas"]["HistoryEntryShape"][];
        };
        /**
         * ProductPageShape
         * @description A page of the catalogue.
         * @example {
         *       "approximate": false,
         *       "products": [
         *         {
         *           "availability": "in_stock",
         *           "brand": "Hearth",
         *           "category": "Kitchen > Pans",
         *           "content_hash": "9b74c9897bac770ffc029102a200c5de4f0c1f6a9d2be7a08d3a3b1f5c6e7d80",
         *           "crawl_task_id": 90412,
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "currency": "EUR",
         *           "description": "Heats evenly and keeps the warmth.",
         *           "domain_id": 12,
         *           "domain_name": "shop.example",
         *           "gtin": "4006381333931",
         *           "id": 4711,
         *           "price": "26.00",
         *           "product_name": "Cast iron pan 28 cm",
         *           "rating": 4.6,
         *           "review_count": 218,
         *           "sku": "HP-28",
         *           "updated_at": "2026-03-01T12:00:00Z",
         *           "url": "https://shop.example/pan",
         *           "url_hash": "4f0c1f6a9d2be7a08d3a3b1f5c6e7d8091a2b3c4d5e6f708192a3b4c5d6e7f80"
         *         }
         *       ],
         *       "timedOut": false,
         *       "total": 1
         *     }
         */
        ProductPageShape: {
            /** Products */
            products: components["schemas"]["ProductShape"][];
            /**
             * Total
             * @description The number of products on all pages
             */
            total: number;
            /**
             * Approximate
             * @description Whether `total` is an estimate, because there are more than are counted
             */
            approximate: boolean;
            /**
             * Timedout
             * @description Whether it took too long and was ended without products
             */
            timedOut: boolean;
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: string | null;
        };
        /**
         * ProductShape
         * @description A product with the name of its domain. Unknown values are null.
         * @example {
         *       "availability": "in_stock",
         *       "brand": "Hearth",
         *       "category": "Kitchen > Pans",
         *       "content_hash": "9b74c9897bac770ffc029102a200c5de4f0c1f6a9d2be7a08d3a3b1f5c6e7d80",
         *       "crawl_task_id": 90412,
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "currency": "EUR",
         *       "description": "Heats evenly and keeps the warmth.",
         *       "domain_id": 12,
         *       "domain_name": "shop.example",
         *       "gtin": "4006381333931",
         *       "id": 4711,
         *       "price": "26.00",
         *       "product_name": "Cast iron pan 28 cm",
         *       "rating": 4.6,
         *       "review_count": 218,
         *       "sku": "HP-28",
         *       "updated_at": "2026-03-01T12:00:00Z",
         *       "url": "https://shop.example/pan",
         *       "url_hash": "4f0c1f6a9d2be7a08d3a3b1f5c6e7d8091a2b3c4d5e6f708192a3b4c5d6e7f80"
         *     }
         */
        ProductShape: {
            /** Id */
            id: number;
            /** Domain Id */
            domain_id: number;
            /** Domain Name */
            domain_name: string;
            /** Crawl Task Id */
            crawl_task_id: number | null;
            /** Url */
            url: string;
            /**
             * Url Hash
             * @description SHA-256 of the normalised URL
             */
            url_hash: string;
            /** Product Name */
            product_name: string;
            /** Description */
            description: string | null;
            /**
             * Price
             * @description A decimal as text
             */
            price: string | null;
            /**
             * Currency
             * @description Code of three letters; null if the page does not name it
             */
            currency: string | null;
            /** Availability */
            availability: string | null;
            /**
             * Rating
             * @description Out of five
             */
            rating: number | null;
            /** Review Count */
            review_count: number | null;
            /** Brand */
            brand: string | null;
            /** Category */
            category: string | null;
            /** Sku */
            sku: string | null;
            /** Gtin */
            gtin: string | null;
            /**
             * Content Hash
             * @description Changes with the content of the product
             */
            content_hash: string | null;
            /** Metadata */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Created At
             * Format: date-time
             * @description When it was first crawled
             */
            created_at: string;
            /**
             * Updated At
             * Format: date-time
             * @description When its content last changed
             */
            updated_at: string;
            /**
             * Gone At
             * @description Since when it does not exist any more
             */
            gone_at: string | null;
            /** Gone Reason */
            gone_reason: string | null;
        };
        /**
         * ProductSort
         * @enum {string}
         */
        ProductSort: "created" | "updated" | "price" | "rating" | "name";
        /** Proxies */
        Proxies: {
            /** Proxies */
            proxies: components["schemas"]["ProxyShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: number | null;
        };
        /**
         * ProxyChanges
         * @description Fields that are not sent stay as they are.
         * @example {
         *       "isActive": true,
         *       "pricePerGb": "3.50"
         *     }
         */
        ProxyChanges: {
            /**
             * Isactive
             * @description True also resets its failures
             * @default true
             */
            isActive: boolean;
            /**
             * Pricepergb
             * @description Price of a gigabyte (10⁹ bytes), in your currency; null if it is unknown
             */
            pricePerGb?: number | string | null;
        };
        /** ProxyCostShape */
        ProxyCostShape: {
            /** Proxyid */
            proxyId: number;
            /** Protocol */
            protocol: string;
            /** Host */
            host: string;
            /** Port */
            port: number;
            /** Username */
            username: string | null;
            /** Domain */
            domain: string;
            /** Requests */
            requests: number;
            /**
             * Bytes
             * @description Bytes of bodies; headers and TLS are not counted
             */
            bytes: number;
            /** Pricepergb */
            pricePerGb: string | null;
            /**
             * Cost
             * @description At the present price, in your currency; null without a price
             */
            cost: string | null;
        };
        /** ProxyCostsShape */
        ProxyCostsShape: {
            /**
             * Since
             * Format: date-time
             * @description Beginning of the first day, in UTC
             */
            since: string;
            /** Totalrequests */
            totalRequests: number;
            /** Totalbytes */
            totalBytes: number;
            /**
             * Totalcost
             * @description Of proxies with a price; null if none has one
             */
            totalCost: string | null;
            /** Costs */
            costs: components["schemas"]["ProxyCostShape"][];
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
             * @description Consecutive failures; more than ten disable the proxy
             */
            failureCount: number;
            /** Successcount */
            successCount: number;
            /**
             * Successrate
             * @description Share of about its last hundred requests that succeeded; null before the first
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
             * @description When a proxy that its failures disabled is tried again
             */
            retryAt: string | null;
            /**
             * Shutoutof
             * @description Domains for which it is paused
             */
            shutOutOf: number;
            /**
             * Pricepergb
             * @description In your currency; null if it is unknown
             */
            pricePerGb: string | null;
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
            /**
             * Pricepergb
             * @description Price of a gigabyte (10⁹ bytes), in your currency; null if it is unknown
             */
            pricePerGb?: number | string | null;
        };
        /**
         * Reason
         * @enum {string}
         */
        Reason: "site_inactive" | "site_paused" | "page_paused" | "job_paused" | "job_backlog" | "job_pages" | "scheduled" | "backlog" | "no_worker" | "no_worker_allowed" | "breaker_open" | "asked_to_wait" | "robots_being_read" | "robots_unreachable" | "proxies_off" | "retry" | "site_busy" | "pace" | "fetching" | "extracting" | "worker_lost" | "in_hand" | "queued";
        /**
         * Recipe
         * @description A recipe. Fields that are not required may be missing, and there may be others.
         */
        Recipe: {
            /**
             * Title
             * @description The name of the dish; a recipe requires it
             */
            title?: string | null;
            /**
             * Description
             * @description The description on the page
             */
            description?: string | null;
            /**
             * Author
             * @description The author; several are separated by commas
             */
            author?: string | null;
            /**
             * Image
             * @description The URL of a picture
             */
            image?: string | null;
            /**
             * Ingredients
             * @description The ingredients; a recipe requires at least one
             */
            ingredients?: components["schemas"]["Ingredient"][] | null;
            /**
             * Instructions
             * @description The steps
             */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps under their headings, if there are any
             */
            instruction_groups?: components["schemas"]["InstructionGroup"][] | null;
            /**
             * Yields
             * @description The yield as written: `4 servings`, `12 muffins`
             */
            yields?: string | null;
            /**
             * Prep Minutes
             * @description The preparation time in minutes
             */
            prep_minutes?: number | null;
            /**
             * Cook Minutes
             * @description The cooking time in minutes
             */
            cook_minutes?: number | null;
            /**
             * Total Minutes
             * @description The total time in minutes
             */
            total_minutes?: number | null;
            /**
             * Nutrition
             * @description The nutrition facts of a serving: `{calories: 250 kcal}`
             */
            nutrition?: {
                [key: string]: string;
            } | null;
            /**
             * Language
             * @description The language: `en`, `pt-BR` (language tag)
             */
            language?: string | null;
        };
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
             * @description URL of a picture
             */
            image?: string | null;
            /**
             * Ingredients
             * @description Lines of text, or objects
             */
            ingredients?: (string | components["schemas"]["IngredientInput"])[] | null;
            /** Instructions */
            instructions?: string[] | null;
            /**
             * Instruction Groups
             * @description The same steps in groups, if there are any
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
             * @description The page that the recipe is from
             */
            url?: string | null;
            /**
             * Notes
             * @description Your own notes
             */
            notes?: string | null;
            /** Tags */
            tags?: string[] | null;
            /** Title */
            title?: string | null;
            /**
             * Revision
             * @description The revision that you have seen; refused if it is not the current one
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description The page has changed since you last decided on its changes; see `site_changes`
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
            /**
             * Title
             * @description The name of the dish; a recipe requires it
             */
            title: string;
            /**
             * Description
             * @description The description on the page
             */
            description: string | null;
            /**
             * Author
             * @description The author; several are separated by commas
             */
            author: string | null;
            /**
             * Image
             * @description The URL of a picture
             */
            image: string | null;
            /**
             * Ingredients
             * @description The ingredients; a recipe requires at least one
             */
            ingredients: components["schemas"]["Ingredient"][];
            /**
             * Instructions
             * @description The steps
             */
            instructions: string[];
            /**
             * Instruction Groups
             * @description The same steps under their headings, if there are any
             */
            instruction_groups: components["schemas"]["InstructionGroup"][];
            /**
             * Yields
             * @description The yield as written: `4 servings`, `12 muffins`
             */
            yields: string | null;
            /**
             * Prep Minutes
             * @description The preparation time in minutes
             */
            prep_minutes: number | null;
            /**
             * Cook Minutes
             * @description The cooking time in minutes
             */
            cook_minutes: number | null;
            /**
             * Total Minutes
             * @description The total time in minutes
             */
            total_minutes: number | null;
            /**
             * Nutrition
             * @description The nutrition facts of a serving: `{calories: 250 kcal}`
             */
            nutrition: {
                [key: string]: unknown;
            } | null;
            /**
             * Language
             * @description The language: `en`, `pt-BR` (language tag)
             */
            language: string | null;
            /** Url */
            url: string | null;
            /**
             * Notes
             * @description The user's own notes
             */
            notes: string | null;
            /**
             * Tags
             * @description The user's own tags
             */
            tags: string[];
            /**
             * Parse Job Id
             * @description The job that the recipe was saved from
             */
            parse_job_id: string | null;
            /**
             * Revision
             * @description Increases with every change
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
             * @description Version of the page's current content; null if there is no page
             */
            site_version: number | null;
            /**
             * Site Changes
             * @description Changes of the page since your last review; your recipe stays as it is until you accept them
             */
            site_changes: components["schemas"]["SiteChangeShown"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * RecordChangeShape
         * @example {
         *       "change": "changed",
         *       "changedAt": "2026-03-01T12:00:00Z",
         *       "id": 7,
         *       "kind": "product",
         *       "number": 90412,
         *       "title": "Copper pan",
         *       "url": "https://shop.example/pan",
         *       "version": 3
         *     }
         */
        RecordChangeShape: {
            /**
             * Number
             * @description Position in the feed; a later change has a higher number
             */
            number: number;
            kind: components["schemas"]["Kind"];
            /**
             * Id
             * @description Id of the record; null for a kind whose records only have a URL
             */
            id: number | null;
            /**
             * Url
             * @description The page; with `kind`, it identifies the record
             */
            url: string;
            /**
             * Title
             * @description Title or name in this version
             */
            title: string | null;
            /**
             * Version
             * @description 1 for a new record
             */
            version: number;
            /**
             * Change
             * @description `created`: a new record; `changed`: its content has changed; `details`: only values that do not change its meaning, such as the wording of a unit; `gone`: the product does not exist any more; `back`: it does again, with this version
             * @enum {string}
             */
            change: "created" | "changed" | "details" | "gone" | "back";
            /**
             * Changedat
             * Format: date-time
             */
            changedAt: string;
        };
        /**
         * RecordChangesShape
         * @example {
         *       "changes": [
         *         {
         *           "change": "changed",
         *           "changedAt": "2026-03-01T12:00:00Z",
         *           "id": 7,
         *           "kind": "product",
         *           "number": 90412,
         *           "title": "Copper pan",
         *           "url": "https://shop.example/pan",
         *           "version": 3
         *         }
         *       ],
         *       "hasMore": false,
         *       "next": 90412
         *     }
         */
        RecordChangesShape: {
            /**
             * Changes
             * @description Oldest first; may be empty although there are more
             */
            changes: components["schemas"]["RecordChangeShape"][];
            /**
             * Next
             * @description Pass as `since` to get the following changes
             */
            next: number;
            /**
             * Hasmore
             * @description Whether to ask again at once, instead of after a pause
             */
            hasMore: boolean;
        };
        /** Refresh */
        Refresh: {
            /**
             * Use Llm Fallback
             * @description Allow a language model, if one is configured, for fields that are not found otherwise
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
             * @description The email address of your own account, as a confirmation
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
             * @description Only pages fetched at this time or later
             */
            since?: string | null;
            /**
             * Limit
             * @description Maximum number of pages
             */
            limit?: number | null;
            /**
             * Extractor
             * @description Extractor to use instead of the current one: `module:function`, declared by an installed package
             */
            extractor?: string | null;
            /**
             * Apply
             * @description Write the records; without it, they are only compared
             * @default false
             */
            apply: boolean;
            /**
             * Report
             * @description Apply the changes that this report shows; requires `apply` and no other field
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
             * @description Dead letters that were replayed
             */
            count: number;
            /**
             * Pages
             * @description Pages of these letters; a page may have several letters
             */
            pages: number;
            /**
             * Rows
             * @description Rows of jobs of these letters
             */
            rows: number;
            /**
             * Replayedbefore
             * @description Letters that had already been replayed
             */
            replayedBefore: number[];
            /**
             * Unknown
             * @description Letters that do not exist
             */
            unknown: number[];
        };
        /**
         * Reprioritisation
         * @example {
         *       "filter": {
         *         "domain": "shop.example",
         *         "urlPattern": "*\/sale/*"
         *       },
         *       "priority": 1
         *     }
         */
        Reprioritisation: {
            filter: components["schemas"]["TasksWanted"];
            /**
             * Priority
             * @description 1 is the highest
             */
            priority: number;
        };
        /** ReprioritisedShape */
        ReprioritisedShape: {
            /**
             * Count
             * @description Crawl tasks that had another priority before
             */
            count: number;
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
             * @description `job`: all matching rows; `items`: the rows in `itemIds`. The default depends on `itemIds`
             */
            scope?: ("job" | "items") | null;
            /**
             * Itemids
             * @description These rows, in any status; a row without attempts left gets all of them again
             */
            itemIds?: string[] | null;
            /**
             * Statuses
             * @description Only rows with these statuses; for a whole job, the default is ERROR and NOT_FOUND
             */
            statuses?: ("PENDING" | "PROCESSING" | "DONE" | "NOT_FOUND" | "ERROR" | "SKIPPED")[] | null;
            /**
             * Reasons
             * @description Only rows with these error codes
             */
            reasons?: string[] | null;
            /**
             * Resetattempts
             * @description Give rows all their attempts again; includes rows without attempts left
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
         *       "hint": "Rows without attempts left: 25. Set `resetAttempts` to retry them too.",
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
         *         "Sheets with other columns than the first were not read: 'Notes'."
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
             * @description Number of runs: the first, and one for each time rows are reprocessed
             */
            attempts: number;
            /** Lasterror */
            lastError: string | null;
            /**
             * Warnings
             * @description Parts of its files that were skipped or are doubtful, and why
             */
            warnings: string[];
            /**
             * Columnmapping
             * @description Meaning of each column of its files; the first 100 columns
             */
            columnMapping: {
                [key: string]: string;
            };
            /**
             * Unusedcolumns
             * @description Columns that Garner does not use; they stay with each row unchanged. The first 100 columns
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
             * @description Its first file; use it to create another job (`POST /api/jobs`)
             */
            fileId: number | null;
            /** Filename */
            fileName: string | null;
            /** Kind */
            kind: string;
            /**
             * Itemspersecond
             * @description Average of the last 30 seconds
             */
            itemsPerSecond: number;
            /**
             * Etaseconds
             * @description Estimated time left; null if unknown
             */
            etaSeconds: number | null;
            /**
             * Isbeingread
             * @description Its files are still being read, so more rows may follow
             */
            isBeingRead: boolean;
            /**
             * Waiting
             * @description Why the job waits, as text; null if nothing holds it back
             */
            waiting: string | null;
            /**
             * Isstuck
             * @description It needs an action to continue: resume it, or start a worker
             */
            isStuck: boolean;
            /**
             * Taken
             * @description Rows that are reprocessed, as far as the job has been scanned
             */
            taken: number;
            /**
             * Exhausted
             * @description Rows that were skipped because they have no attempts left
             */
            exhausted: number;
            /**
             * Goeson
             * @description More rows are scanned after this answer; `counts` shows the progress
             */
            goesOn: boolean;
            /**
             * Hint
             * @description How to include more rows, if there are any
             */
            hint: string | null;
        };
        /**
         * ResultCandidate
         * @description A product of the catalogue, or a provider's offer, that a row may mean. Fields that are not required may be missing, and there may be others.
         */
        ResultCandidate: {
            /**
             * Id
             * @description The product; null for a provider's offer
             */
            id?: number | null;
            /**
             * Name
             * @description The name
             */
            name?: string | null;
            /**
             * Brand
             * @description The brand
             */
            brand?: string | null;
            /**
             * Sku
             * @description The seller's product number
             */
            sku?: string | null;
            /**
             * Url
             * @description The page (URL)
             */
            url?: string | null;
            /**
             * Score
             * @description How well it fits the row, up to 1
             */
            score?: number | null;
            /**
             * Strategy
             * @description The strategy that found it (word)
             */
            strategy?: string | null;
            /**
             * Provider
             * @description The provider of the offer
             */
            provider?: string | null;
        };
        /**
         * ResultFacts
         * @description The fields of a row's result beside those of the record. Fields that are not required may be missing, and there may be others.
         */
        ResultFacts: {
            /**
             * Kind
             * @description The kind of the record (word)
             */
            kind?: string | null;
            /**
             * Url
             * @description The page of the record (URL)
             */
            url?: string | null;
            /**
             * Match Id
             * @description The matched product
             */
            match_id?: number | null;
            /**
             * Match Score
             * @description How well it fits the row, up to 1
             */
            match_score?: number | null;
            /**
             * Match Strategy
             * @description The strategy that found it (word)
             */
            match_strategy?: string | null;
            /**
             * Candidates
             * @description Possible matches, best first
             */
            candidates?: components["schemas"]["ResultCandidate"][] | null;
            /**
             * Offers
             * @description Other entries of the same product
             */
            offers?: components["schemas"]["ResultOffer"][] | null;
            /**
             * Confidence
             * @description The confidence of the record, up to 1
             */
            confidence?: number | null;
            /**
             * Strategy
             * @description The source of most of the record
             */
            strategy?: string | null;
            /**
             * Warnings
             * @description Notes about the record
             */
            warnings?: string[] | null;
        };
        /**
         * ResultOffer
         * @description Another entry of a matched product: a copy, or another shop's offer. Fields that are not required may be missing, and there may be others.
         */
        ResultOffer: {
            /**
             * Id
             * @description The entry
             */
            id?: number | null;
            /**
             * Name
             * @description The name
             */
            name?: string | null;
            /**
             * Url
             * @description The page (URL)
             */
            url?: string | null;
            /**
             * Price
             * @description The price (decimal as text)
             */
            price?: string | null;
            /**
             * Currency
             * @description The currency of the price (ISO 4217)
             */
            currency?: string | null;
            /**
             * Sku
             * @description The seller's product number
             */
            sku?: string | null;
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
             * @description Each row by its columns, which have the same meaning as in the file
             */
            rows: {
                [key: string]: unknown;
            }[];
        };
        /** RunList */
        RunList: {
            /**
             * Runs
             * @description Newest first; reports contain only the counts
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
             * @description Progress (`pages` of `total`) and, for each domain, kind and field, how many values are `added`, `changed` and `lost`, with a few examples
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
             * @description Path of the file on this server
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
             * @description Pages to parse, one at a time or together
             */
            pages: components["schemas"]["SamplePageShape"][];
            /** @description A table to upload as a job of kind `auto`; some of its rows fail on purpose */
            table: components["schemas"]["SampleFileShape"];
            /** @description A picture of a recipe; null if there is none */
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
             * @description False if the location has more files than a scan examines
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
             * @description Kind of records that the rows describe
             * @default auto
             * @enum {string}
             */
            kind: "recipe" | "product" | "posting" | "auto";
            /**
             * Mapping
             * @description Column mapping: `{title: column name}`, or the reverse
             */
            mapping?: {
                [key: string]: string;
            } | null;
            /**
             * Dedupe
             * @description Skip duplicate rows instead of giving them the same result
             * @default false
             */
            dedupe: boolean;
            /**
             * Usellm
             * @description Allow a language model, if one is configured, for fields that are not found otherwise
             * @default false
             */
            useLlm: boolean;
            /**
             * Source
             * @description A folder below GARNER_INGEST_ROOTS, or a location that GARNER_INGEST_SOURCES allows: /folder, file:///folder, s3://bucket/prefix, ftp://host/folder
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
             * @description Path relative to the scanned location
             */
            name: string;
            /**
             * Jobid
             * @description The job that was created from it, now or by an earlier scan; null if there is none
             */
            jobId: number | null;
            status: components["schemas"]["ScanOutcome"];
            /**
             * Reason
             * @description Why it was refused
             */
            reason?: string | null;
        };
        /**
         * SearchPage
         * @description The hits, best first.
         * @example {
         *       "approximate": false,
         *       "corrections": [
         *         {
         *           "from": "iorn",
         *           "to": "iron"
         *         }
         *       ],
         *       "engine": "postgres",
         *       "facets": {
         *         "brand": [
         *           {
         *             "count": 1,
         *             "value": "Hearth"
         *           }
         *         ]
         *       },
         *       "hits": [
         *         {
         *           "highlights": {
         *             "text": {
         *               "marks": [
         *                 [
         *                   16,
         *                   20
         *                 ]
         *               ],
         *               "text": "… heats evenly: iron keeps the warmth …"
         *             },
         *             "title": {
         *               "marks": [
         *                 [
         *                   5,
         *                   9
         *                 ],
         *                 [
         *                   10,
         *                   13
         *                 ]
         *               ],
         *               "text": "Cast iron pan 28 cm"
         *             }
         *           },
         *           "id": "4711",
         *           "kind": "product",
         *           "labels": {
         *             "availability": [
         *               "in_stock"
         *             ],
         *             "brand": [
         *               "Hearth"
         *             ],
         *             "domain": [
         *               "shop.example"
         *             ]
         *           },
         *           "price": "26.00",
         *           "saved": false,
         *           "score": 1.274,
         *           "title": "Cast iron pan 28 cm",
         *           "updatedAt": "2026-03-01T12:00:00Z",
         *           "url": "https://shop.example/pan"
         *         }
         *       ],
         *       "partial": false,
         *       "timedOut": false,
         *       "total": 1
         *     }
         */
        SearchPage: {
            /** Hits */
            hits: components["schemas"]["HitShape"][];
            /**
             * Total
             * @description The number of hits on all pages
             */
            total: number;
            /**
             * Approximate
             * @description Whether `total` is an estimate, because there are more than are counted
             */
            approximate: boolean;
            /**
             * Partial
             * @description Whether no record has all words; the hits then have some of them
             */
            partial: boolean;
            /**
             * Timedout
             * @description Whether the search took too long and was ended without hits
             */
            timedOut: boolean;
            /** Corrections */
            corrections: components["schemas"]["CorrectionShape"][];
            /**
             * Facets
             * @description How many hits have each value, most frequent first. The values of a facet that you filter by are counted without that filter.
             */
            facets: {
                [key: string]: components["schemas"]["FacetValueShape"][];
            };
            /** Engine */
            engine: string;
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: string | null;
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
             * @description Value of the current extractor
             */
            before: unknown;
            /**
             * After
             * @description Value of the candidate
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
             * @description Pass as `after` to get the next page; null on the last page
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
             * @description Versions that the candidate's records name
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
             * @description Some failures, newest first
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
             * @description Client id for Google's sign-in button; null if Google is not configured
             */
            google: string | null;
            /**
             * Local
             * @description Whether you may sign in with an email address alone from where you connect
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
             * @description Lifetime in seconds; renew the token before it expires
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
             * @description The page's value when you last reviewed it
             */
            base: unknown;
            /**
             * Mine
             * @description Your value
             */
            mine: unknown;
            /**
             * Site
             * @description The page's value now
             */
            site: unknown;
            /**
             * Conflict
             * @description You have edited the field as well
             */
            conflict: boolean;
            /**
             * Added
             * @description For a list: lines that the page has added
             */
            added: string[];
            /**
             * Removed
             * @description For a list: lines that the page has removed
             */
            removed: string[];
        };
        /**
         * SiteDetailShape
         * @example {
         *       "progress": {
         *         "delaySeconds": 0.5,
         *         "failed": {
         *           "gone": 4
         *         },
         *         "fetched": 800,
         *         "ordered": 1200,
         *         "records": 790,
         *         "refused": {
         *           "excluded": 310
         *         },
         *         "sample": [
         *           "https://shop.example/p/pan"
         *         ],
         *         "secondsLeft": 198,
         *         "sources": [
         *           {
         *             "depth": 1,
         *             "entries": 1510,
         *             "errorCode": "source_unavailable",
         *             "errorMessage": "The source answered with HTTP 503.",
         *             "refused": {
         *               "excluded": 310
         *             },
         *             "type": "sitemap",
         *             "url": "https://shop.example/sitemap.xml",
         *             "visitedAt": "2026-03-01T12:00:41Z"
         *           }
         *         ],
         *         "unreadSources": 0
         *       },
         *       "site": {
         *         "createdAt": "2026-03-01T12:00:00Z",
         *         "domain": "shop.example",
         *         "found": 1200,
         *         "frequency": "P1D",
         *         "id": 7,
         *         "kinds": [
         *           "product"
         *         ],
         *         "priority": 3,
         *         "rules": {
         *           "depth": 1,
         *           "exclude": [],
         *           "follow": [],
         *           "hosts": [],
         *           "include": [
         *             "/p/*"
         *           ],
         *           "pageBudget": 5000
         *         },
         *         "sources": 3,
         *         "status": "running",
         *         "updatedAt": "2026-03-01T12:00:41Z",
         *         "url": "https://shop.example/"
         *       }
         *     }
         */
        SiteDetailShape: {
            site: components["schemas"]["SiteShape"];
            progress: components["schemas"]["SiteProgressShape"];
        };
        /**
         * SiteField
         * @description The recipe fields that a page can provide, in reading order.
         * @enum {string}
         */
        SiteField: "title" | "description" | "author" | "image" | "ingredients" | "instructions" | "yields" | "prep_minutes" | "cook_minutes" | "total_minutes" | "nutrition" | "language";
        /** SiteList */
        SiteList: {
            /** Sites */
            sites: components["schemas"]["SiteShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
             */
            next: number | null;
        };
        /** SitePageWanted */
        SitePageWanted: {
            /** Url */
            url: string;
            /** Priority */
            priority?: number | null;
        };
        /** SiteProgressShape */
        SiteProgressShape: {
            /**
             * Unreadsources
             * @description Sources that were not read yet; while there are any, the count grows
             */
            unreadSources: number;
            /**
             * Ordered
             * @description Pages with a crawl task
             */
            ordered: number;
            /**
             * Fetched
             * @description Pages that were fetched at least once, with a record or without
             */
            fetched: number;
            /**
             * Records
             * @description Pages with a record of a wanted kind
             */
            records: number;
            /**
             * Failed
             * @description Pages whose last fetch failed, by cause
             */
            failed: {
                [key: string]: number;
            };
            /**
             * Refused
             * @description URLs that were named and are not crawled, by reason: `other_host`, `invalid_url`, `excluded`, `over_budget`, `too_deep`
             */
            refused: {
                [key: string]: number;
            };
            /**
             * Delayseconds
             * @description Current delay between requests to the site
             */
            delaySeconds: number;
            /**
             * Secondsleft
             * @description That delay for each page that was not fetched yet
             */
            secondsLeft: number;
            /**
             * Sample
             * @description Some of the pages that were found
             */
            sample: string[];
            /**
             * Sources
             * @description The first hundred sources
             */
            sources: components["schemas"]["SourceShape"][];
        };
        /**
         * SiteRulesShape
         * @example {
         *       "depth": 1,
         *       "exclude": [],
         *       "follow": [],
         *       "hosts": [],
         *       "include": [
         *         "/p/*"
         *       ],
         *       "pageBudget": 5000
         *     }
         */
        SiteRulesShape: {
            /** Include */
            include: string[];
            /** Exclude */
            exclude: string[];
            /** Follow */
            follow: string[];
            /** Hosts */
            hosts: string[];
            /** Depth */
            depth: number;
            /** Pagebudget */
            pageBudget: number;
        };
        /** SiteRulesWanted */
        SiteRulesWanted: {
            /**
             * Include
             * @description Only pages that match one of these are crawled (`*` is any text; a pattern that begins with `/` or `*` is compared with path and query, others with the URL)
             * @default []
             */
            include: string[];
            /**
             * Exclude
             * @description Pages that match one of these are neither crawled nor read for links
             * @default []
             */
            exclude: string[];
            /**
             * Follow
             * @description Only pages that match one of these are read for further links
             * @default []
             */
            follow: string[];
            /**
             * Hosts
             * @description Other hosts that pages and sources may be on
             * @default []
             */
            hosts: string[];
            /**
             * Depth
             * @description Pages on a way of links; with 1, only the seed pages are read for links
             * @default 1
             */
            depth: number;
            /**
             * Pagebudget
             * @description The most pages that are ever found on the site
             * @default 10000
             */
            pageBudget: number;
        };
        /**
         * SiteShape
         * @example {
         *       "createdAt": "2026-03-01T12:00:00Z",
         *       "domain": "shop.example",
         *       "found": 1200,
         *       "frequency": "P1D",
         *       "id": 7,
         *       "kinds": [
         *         "product"
         *       ],
         *       "priority": 3,
         *       "rules": {
         *         "depth": 1,
         *         "exclude": [],
         *         "follow": [],
         *         "hosts": [],
         *         "include": [
         *           "/p/*"
         *         ],
         *         "pageBudget": 5000
         *       },
         *       "sources": 3,
         *       "status": "running",
         *       "updatedAt": "2026-03-01T12:00:41Z",
         *       "url": "https://shop.example/"
         *     }
         */
        SiteShape: {
            /** Id */
            id: number;
            /** Domain */
            domain: string;
            /** Url */
            url: string;
            /** Kinds */
            kinds: string[];
            rules: components["schemas"]["SiteRulesShape"];
            /** Priority */
            priority: number | null;
            /** Frequency */
            frequency: string | null;
            /** @description `preview`: pages are found and not crawled; `paused`: nothing is found or ordered; `removing`: its removal was interrupted, delete it again */
            status: components["schemas"]["SiteStatus"];
            /**
             * Found
             * @description Pages that were found; never more than the budget
             */
            found: number;
            /**
             * Sources
             * @description Sitemaps and pages that are read for links
             */
            sources: number;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
        };
        /** SiteSourcesWanted */
        SiteSourcesWanted: {
            /**
             * Sitemaps
             * @description Sitemaps and indexes of sitemaps: XML or text, gzipped or not
             * @default []
             */
            sitemaps: string[];
            /**
             * Seeds
             * @description Pages that are read for links
             * @default []
             */
            seeds: string[];
            /**
             * Pages
             * @description A list of pages
             * @default []
             */
            pages: components["schemas"]["SitePageWanted"][];
        };
        /**
         * SiteStatus
         * @enum {string}
         */
        SiteStatus: "preview" | "running" | "paused" | "removing";
        /**
         * SiteWanted
         * @example {
         *       "dryRun": true,
         *       "frequency": "P1D",
         *       "kinds": [
         *         "product"
         *       ],
         *       "priority": 3,
         *       "rules": {
         *         "exclude": [
         *           "*?print=*"
         *         ],
         *         "include": [
         *           "/p/*"
         *         ],
         *         "pageBudget": 5000
         *       },
         *       "url": "https://shop.example/"
         *     }
         */
        SiteWanted: {
            /**
             * Url
             * @description A URL of the site, or its host
             */
            url: string;
            /**
             * Kinds
             * @description Kinds of records to extract
             */
            kinds: components["schemas"]["Kind"][];
            rules?: components["schemas"]["SiteRulesWanted"];
            /**
             * Priority
             * @description Of its pages; null uses the default of the domain
             */
            priority?: number | null;
            /**
             * Frequency
             * @description Interval between fetches of its pages and sources; null uses the default of the domain
             */
            frequency?: string | null;
            /** @description Where its pages are found; without any, the sitemaps that its robots.txt names, or `/sitemap.xml` */
            sources?: components["schemas"]["SiteSourcesWanted"];
            /**
             * Dryrun
             * @description If true, its pages are found and not crawled until `POST /api/admin/sites/{siteId}/start`
             * @default false
             */
            dryRun: boolean;
        };
        /**
         * Sort
         * @enum {string}
         */
        Sort: "row" | "updatedAt" | "-updatedAt";
        /** SourceShape */
        SourceShape: {
            type: components["schemas"]["SourceType"];
            /** Url */
            url: string;
            /** Depth */
            depth: number;
            /**
             * Visitedat
             * @description When it was last read as a whole
             */
            visitedAt: string | null;
            /**
             * Errorcode
             * @description Why the last attempt to read it failed; null if it did not
             */
            errorCode: string | null;
            /** Errormessage */
            errorMessage: string | null;
            /**
             * Entries
             * @description URLs that it named in the last visit
             */
            entries: number;
            /**
             * Refused
             * @description URLs of these that are not crawled, by reason
             */
            refused: {
                [key: string]: number;
            };
        };
        /**
         * SourceType
         * @enum {string}
         */
        SourceType: "robots" | "sitemap" | "links";
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
             * @description Sites that are not requested because they failed
             */
            openBreakers: number;
            /**
             * Throttledlanes
             * @description Sites with work that are requested more slowly because they asked to slow down
             */
            throttledLanes: number;
            /**
             * Backlog
             * @description Pages that are due and wait for room in the queue
             */
            backlog: number;
            /**
             * Deadletters
             * @description Dead letters that were not replayed
             */
            deadLetters: number;
            /**
             * Parseralerts
             * @description Open alerts: sites and fields that are extracted worse than usual
             */
            parserAlerts: number;
            /**
             * Oldestdueat
             * @description Since when the oldest due work waits; null if none waits
             */
            oldestDueAt: string | null;
            /**
             * Work
             * @description Work in the queue, by stage
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
             * @description Lifetime in seconds
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
             * @description Kinds that the order requests; empty without an order
             */
            kinds: string[];
            /**
             * Askedkinds
             * @description Kinds that users wait for
             */
            askedKinds: string[];
            /** Priority */
            priority: number;
            /**
             * Crawlfrequency
             * @description Current interval, which adapts to how often the page changes; null if fetched once
             */
            crawlFrequency: string | null;
            /**
             * Nextat
             * @description When it is fetched next; null if it is in progress or finished
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
             * @description Of the last attempt; null if the site did not answer
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
            /** @description What an unfinished page waits for */
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
             * @description Pass as `after` to get the next page; null on the last page
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
         * TasksWanted
         * @description Crawl tasks that match all fields that are sent.
         */
        TasksWanted: {
            /** Ids */
            ids?: number[] | null;
            /** Domain */
            domain?: string | null;
            status?: components["schemas"]["TaskStatus"] | null;
            /**
             * Urlpattern
             * @description The whole URL; `*` stands for any characters
             */
            urlPattern?: string | null;
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
             * @description The last characters of the token, to identify it
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
             * @description Accurate to the minute
             */
            last_used_at: string | null;
            /**
             * Token
             * @description The token itself; shown only once
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
             * @description The last characters of the token, to identify it
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
             * @description Accurate to the minute
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
             * @description What the token is for
             */
            name: string;
            /**
             * Expires In Days
             * @description Days until it expires; without it, the token is valid until revoked
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
         *           "measures": "Time to process a claim",
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
             * @description Sites that are currently throttled or not requested; null unless you are an operator
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
             * @description Allow a language model, if one is configured, for fields that are not found otherwise
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
             * @description Whether GARNER_ADMIN_EMAILS lists you; admins can also see the data of other users
             */
            is_admin: boolean;
            /**
             * Is Operator
             * @description Whether `/api/admin` accepts your token: you are an admin, or no operator is configured and you connect from the server's own machine
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
         * Variant
         * @description A variant of a product, such as a size. Fields that are not required may be missing, and there may be others.
         */
        Variant: {
            /**
             * Name
             * @description The name of the variant
             */
            name?: string | null;
            /**
             * Sku
             * @description The seller's product number
             */
            sku?: string | null;
            /**
             * Gtin
             * @description The EAN, UPC or ISBN; its check digit is verified
             */
            gtin?: string | null;
            /**
             * Price
             * @description The price (decimal as text)
             */
            price?: string | null;
            /**
             * Currency
             * @description The currency of the price (ISO 4217)
             */
            currency?: string | null;
            /**
             * Availability
             * @description The same values as for the product (word)
             */
            availability?: string | null;
            /**
             * Options
             * @description The options that identify the variant: `{color: red, size: S}`
             */
            options?: {
                [key: string]: string;
            } | null;
            /**
             * Url
             * @description The page of the variant (URL)
             */
            url?: string | null;
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
             * @description When the page was last found to have this content
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
             * @description Changes since the previous version; null for the first
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
         *           "message": "shop.example gets one request every 5 s; 3 pages are ahead; expected start at 2026-03-01T12:00:00Z",
         *           "site": "shop.example",
         *           "until": "2026-03-01T12:00:00Z",
         *           "what": "shop.example gets one request every 5 s; 3 pages are ahead"
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
             * @description When the wait ends or the next attempt is due, if known
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
            /** @description File format: a workbook, CSV, or JSON lines */
            format?: components["schemas"]["Format"] | null;
            /** @description All rows, rows that changed since the last run (`DONE` with a new result), failed rows, or the rows in `itemIds` */
            scope?: components["schemas"]["ExportScope"] | null;
            /**
             * Statuses
             * @description Only rows with these statuses: PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED
             */
            statuses?: string[] | null;
            /**
             * Itemids
             * @description Only these items
             */
            itemIds?: string[] | null;
        };
        /**
         * WebhookChanged
         * @description At least one field. What is not sent stays, so the document names no defaults.
         * @example {
         *       "active": false
         *     }
         */
        WebhookChanged: {
            /**
             * Active
             * @description Whether it is called
             */
            active?: boolean;
            /**
             * Events
             * @description The events to send. `job.completed`: a parse in your mailbox is complete; `job.failed`: a parse in your mailbox failed; `job.canceled`: a parse in your mailbox was canceled; `batch.finished`: a job of yours ended; `record.changed`: the record of a page that you asked for changed; `product.changed`: a product that you asked for changed, with its price and availability; `product.gone`: a product that you asked for does not exist any more; `product.back`: a product that was gone exists again; `parser.alert`: a site is extracted worse than usual, or well again; for operators; `run.finished`: a run of yours ended; there are no runs yet
             */
            events?: ("job.completed" | "job.failed" | "job.canceled" | "batch.finished" | "record.changed" | "product.changed" | "product.gone" | "product.back" | "parser.alert" | "run.finished")[];
            /** @description Replaces the filter; null removes it */
            filter?: components["schemas"]["WebhookFilter"] | null;
        };
        /**
         * WebhookCreated
         * @example {
         *       "active": true,
         *       "created_at": "2026-03-01T12:00:00Z",
         *       "dropped": 0,
         *       "events": [
         *         "job.completed",
         *         "job.failed",
         *         "product.changed"
         *       ],
         *       "failures": 0,
         *       "filter": {
         *         "domain": "example.com"
         *       },
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
             * @description Whether it is called; an answer of 410 disables it too
             */
            active: boolean;
            /** Events */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Null if all of these events are sent */
            filter: components["schemas"]["WebhookFilter"] | null;
            /**
             * Dropped
             * @description Events that were not queued because 10,000 were waiting already for this webhook
             */
            dropped: number;
            /**
             * Failures
             * @description Failed calls since the last successful one
             */
            failures: number;
            /**
             * Rests Until
             * @description It is not called before this time, because it failed
             */
            rests_until: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Secret
             * @description Signs every call; shown only once
             */
            secret: string;
        };
        /**
         * WebhookEvent
         * @enum {string}
         */
        WebhookEvent: "job.completed" | "job.failed" | "job.canceled" | "batch.finished" | "record.changed" | "product.changed" | "product.gone" | "product.back" | "parser.alert" | "run.finished" | "ping";
        /**
         * WebhookFilter
         * @description Restricts events about pages. It does not apply to `batch.finished` and `run.finished`.
         * @example {
         *       "domain": "example.com"
         *     }
         */
        WebhookFilter: {
            /** @description Only about records of this kind */
            kind?: components["schemas"]["Kind"] | null;
            /**
             * Domain
             * @description Only about pages of this domain, such as `example.com`
             */
            domain?: string | null;
        };
        /**
         * WebhookList
         * @example {
         *       "webhooks": [
         *         {
         *           "active": true,
         *           "created_at": "2026-03-01T12:00:00Z",
         *           "dropped": 0,
         *           "events": [
         *             "job.completed",
         *             "job.failed",
         *             "product.changed"
         *           ],
         *           "failures": 0,
         *           "filter": {
         *             "domain": "example.com"
         *           },
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
         *       "dropped": 0,
         *       "events": [
         *         "job.completed",
         *         "job.failed",
         *         "product.changed"
         *       ],
         *       "failures": 0,
         *       "filter": {
         *         "domain": "example.com"
         *       },
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
             * @description Whether it is called; an answer of 410 disables it too
             */
            active: boolean;
            /** Events */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Null if all of these events are sent */
            filter: components["schemas"]["WebhookFilter"] | null;
            /**
             * Dropped
             * @description Events that were not queued because 10,000 were waiting already for this webhook
             */
            dropped: number;
            /**
             * Failures
             * @description Failed calls since the last successful one
             */
            failures: number;
            /**
             * Rests Until
             * @description It is not called before this time, because it failed
             */
            rests_until: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
        };
        /**
         * WebhookWanted
         * @example {
         *       "events": [
         *         "job.completed",
         *         "job.failed",
         *         "product.changed"
         *       ],
         *       "url": "https://example.com/garner-calls"
         *     }
         */
        WebhookWanted: {
            /**
             * Url
             * @description The URL to call with POST; redirects are not followed
             */
            url: string;
            /**
             * Events
             * @description The events to send. `job.completed`: a parse in your mailbox is complete; `job.failed`: a parse in your mailbox failed; `job.canceled`: a parse in your mailbox was canceled; `batch.finished`: a job of yours ended; `record.changed`: the record of a page that you asked for changed; `product.changed`: a product that you asked for changed, with its price and availability; `product.gone`: a product that you asked for does not exist any more; `product.back`: a product that was gone exists again; `parser.alert`: a site is extracted worse than usual, or well again; for operators; `run.finished`: a run of yours ended; there are no runs yet
             * @default [
             *       "job.completed",
             *       "job.failed",
             *       "job.canceled"
             *     ]
             */
            events: ("job.completed" | "job.failed" | "job.canceled" | "batch.finished" | "record.changed" | "product.changed" | "product.gone" | "product.back" | "parser.alert" | "run.finished")[];
            /** @description Without it, all of these events are sent */
            filter?: components["schemas"]["WebhookFilter"] | null;
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
             * @description Type of its job
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
             * @description The worker that is processing it
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
             * @description The fields of the record and of its match, as in exports
             */
            result: ((components["schemas"]["Recipe"] | components["schemas"]["Product"] | components["schemas"]["Posting"]) & components["schemas"]["ResultFacts"]) | null;
            /** @description Why it failed, or why it is retried */
            error: components["schemas"]["ItemErrorShape"] | null;
            /** Kind */
            kind: string | null;
            /**
             * Input
             * @description The row as in the file
             */
            input: {
                [key: string]: unknown;
            } | null;
            /**
             * Normalized
             * @description The cells as Garner interprets them
             */
            normalized: {
                [key: string]: unknown;
            } | null;
            /**
             * Twinof
             * @description The earlier row that this one duplicates; it gets the same result
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
             * @description What an unfinished item waits for, as text
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
             * @description Held by a worker
             */
            leased: number;
        };
        /** WorkerShape */
        WorkerShape: {
            /** Name */
            name: string;
            /**
             * Alive
             * @description It sent a heartbeat within the last 20 seconds
             */
            alive: boolean;
            /**
             * Startedat
             * @description Null for a worker that is no longer registered but still holds a lease
             */
            startedAt: string | null;
            /**
             * Seenat
             * @description Last heartbeat
             */
            seenAt: string | null;
            /**
             * Allowsprivate
             * @description It may fetch from private addresses
             */
            allowsPrivate: boolean | null;
            /**
             * Readstext
             * @description It can read text from pictures (OCR)
             */
            readsText: boolean | null;
            /**
             * Holding
             * @description Number of pieces of work it holds
             */
            holding: number;
            /**
             * Expired
             * @description Number of those whose lease has expired
             */
            expired: number;
            /**
             * Held
             * @description Up to 20 of them, longest held first
             */
            held: components["schemas"]["HeldShape"][];
        };
        /** Workers */
        Workers: {
            /** Workers */
            workers: components["schemas"]["WorkerShape"][];
            /**
             * Next
             * @description Pass as `after` to get the next page; null on the last page
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
            /** @description A fresh record from the cache */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
            /** @description Accepted, or already in progress */
            202: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The token is invalid or has expired. Sign in again.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Google's token is invalid or has expired. Sign in again.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
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
                     *       "error": "Sign-in with Google is not configured: GARNER_GOOGLE_CLIENT_ID is not set.",
                     *       "code": "not_installed"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "error": "Sign-in with an email address alone is disabled on this server (GARNER_LOCAL_SIGN_IN=off).",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "API tokens are not accepted here. Sign in and send the access token that you receive.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "API tokens are not accepted here. Sign in and send the access token that you receive.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "API tokens are not accepted here. Sign in and send the access token that you receive.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "API tokens are not accepted here. Sign in and send the access token that you receive.",
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
                     *       "error": "You already have 50 API tokens. Revoke one first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "API tokens are not accepted here. Sign in and send the access token that you receive.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                     *       "error": "The sample site is not available on this server (GARNER_SAMPLE_SITE).",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
            /** @description Names and URLs */
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
                     *       "error": "The sample site is not available on this server (GARNER_SAMPLE_SITE).",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                /** @description Only versions before this one */
                before?: number | null;
                /** @description Maximum number of versions */
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
                     *           "source": "Structured data of the page (JSON-LD)",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /recipes/parse-url/async` returned */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /recipes/parse-url/async` returned */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job has already ended and cannot be canceled.",
                     *       "code": "conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /recipes/parse-url/async` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only jobs with this status */
                status?: components["schemas"]["JobStatus"];
                /** @description Include jobs that ended longer ago than finished parses are kept */
                include_expired?: boolean;
                /** @description Include jobs that refresh a saved recipe; they have a `recipe_id` */
                include_refreshes?: boolean;
                /** @description Maximum number of results */
                limit?: number;
                /** @description `next` of the previous page */
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
                    /** @description Unknown parameters and fields that were ignored */
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
                     *           "recipe_id": null,
                     *           "saved_recipe_id": null
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Id of the last event that you received; events since then are sent first. For clients that cannot send headers */
                last_seen?: string | null;
                /** @description A stream token, for clients that cannot send headers */
                token?: string | null;
            };
            header?: {
                /** @description Id of the last event that you received; events since then are sent first */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many streams are being opened at the same time (200 waiting). Retry in 5 s.",
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
                     *           "dropped": 0,
                     *           "events": [
                     *             "job.completed",
                     *             "job.failed",
                     *             "product.changed"
                     *           ],
                     *           "failures": 0,
                     *           "filter": {
                     *             "domain": "example.com"
                     *           },
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "dropped": 0,
                     *       "events": [
                     *         "job.completed",
                     *         "job.failed",
                     *         "product.changed"
                     *       ],
                     *       "failures": 0,
                     *       "filter": {
                     *         "domain": "example.com"
                     *       },
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Only admins (GARNER_ADMIN_EMAILS) can subscribe to parser.alert.",
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
                     *       "error": "You already have 20 webhooks. Delete one first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    change_webhook_api_webhooks__webhook_id__patch: {
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
                "application/json": components["schemas"]["WebhookChanged"];
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
                     *       "dropped": 0,
                     *       "events": [
                     *         "job.completed",
                     *         "job.failed",
                     *         "product.changed"
                     *       ],
                     *       "failures": 0,
                     *       "filter": {
                     *         "domain": "example.com"
                     *       },
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Only admins (GARNER_ADMIN_EMAILS) can subscribe to parser.alert.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "last_error": "The receiver did not accept the call (HTTP 503).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The webhook is disabled. Enable it first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only deliveries that have not succeeded */
                undelivered?: boolean;
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                     *           "last_error": "The receiver did not accept the call (HTTP 503).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "last_error": "The receiver did not accept the call (HTTP 503).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The webhook is disabled. Enable it first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     * @description A JPEG, PNG or WebP file
                     */
                    file: string;
                    /**
                     * @description Allow a language model, if one is configured, for fields that are not found otherwise
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Beginnings of words in the title, ingredients, notes or tags */
                q?: string;
                /** @description Maximum number of results */
                limit?: number;
                /** @description `next` of the previous page */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description A repeated request with the same key and body saves the recipe only once */
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /recipes` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The revision that you have seen, from `ETag`; refused if it is not the current one */
                "If-Match"?: string | null;
            };
            path: {
                /** @description The id that `POST /recipes` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The recipe has changed since you loaded it: revision is now 5.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The revision that you have seen, from `ETag`; refused if it is not the current one */
                "If-Match"?: string | null;
            };
            path: {
                /** @description The id that `POST /recipes` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The recipe has changed since you loaded it: revision is now 5.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The revision that you have seen, from `ETag`; refused if it is not the current one */
                "If-Match"?: string | null;
            };
            path: {
                /** @description The id that `POST /recipes` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The recipe has changed since you loaded it: revision is now 5.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /recipes` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The recipe has no page to read.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_changes_api_changes_get: {
        parameters: {
            query?: {
                /** @description `next` of the previous answer; by default the first change kept */
                since?: number | null;
                /** @description Only records of this kind */
                kind?: components["schemas"]["Kind"] | null;
                /** @description Maximum number of changes */
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
                     *       "changes": [
                     *         {
                     *           "change": "changed",
                     *           "changedAt": "2026-03-01T12:00:00Z",
                     *           "id": 7,
                     *           "kind": "product",
                     *           "number": 90412,
                     *           "title": "Copper pan",
                     *           "url": "https://shop.example/pan",
                     *           "version": 3
                     *         }
                     *       ],
                     *       "hasMore": false,
                     *       "next": 90412
                     *     }
                     */
                    "application/json": components["schemas"]["RecordChangesShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
                     *       "code": "unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Gone */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The changes after 812 are no longer kept. Read all your records again, then continue with since=90412.",
                     *       "code": "changes_deleted"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only jobs in this state */
                state?: components["schemas"]["JobState"] | null;
                jobType?: string | null;
                /** @description `me`, or `all` for admins */
                userId?: string;
                /** @description Maximum number of results */
                pageSize?: number;
                /** @description `next` of the previous page */
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
                     *             "Sheets with other columns than the first were not read: 'Notes'."
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
                     *       "error": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`."
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Only admins may list the data of other users. Leave out `userId`.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description A repeated upload with the same key and content returns the same job */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description CSV, TSV, XLSX, XLS, ODS, JSONL, a list of URLs, pictures, or a zip archive of these */
                    file: string[];
                    /**
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "recipe" | "product" | "posting" | "auto";
                    /**
                     * @description Column mapping, as JSON
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
                     * @description Kind of records that the rows describe
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "recipe" | "product" | "posting" | "auto";
                    /**
                     * Mapping
                     * @description Column mapping: `{title: column name}`, or the reverse
                     */
                    mapping?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * Dedupe
                     * @description Skip duplicate rows instead of giving them the same result
                     * @default false
                     */
                    dedupe?: boolean;
                    /**
                     * Usellm
                     * @description Allow a language model, if one is configured, for fields that are not found otherwise
                     * @default false
                     */
                    useLlm?: boolean;
                    /**
                     * Fileid
                     * @description A file that you uploaded before
                     */
                    fileId?: number | null;
                    /**
                     * Source
                     * @description A file in a location that GARNER_FILE_SOURCES allows: /folder/name, file:///folder/name or s3://bucket/key. Admins may also use the locations that they may scan
                     * @example s3://incoming/2026/pans.csv
                     */
                    source?: string | null;
                };
            };
        };
        responses: {
            /** @description All rows are stored */
            201: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
            /** @description The files are stored, and their rows are being read */
            202: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The file is not inside a source listed in GARNER_FILE_SOURCES.",
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
                     *       "error": "This Idempotency-Key was already used for a different request.",
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
                     *       "error": "The upload is larger than the limit of 1,000,000,000 bytes.",
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
                     *       "error": "Send files as multipart/form-data in the field `file`, or application/json with the `fileId` of an earlier upload or the `source` of a file in an allowed location.",
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
                     *       "error": "The file is empty.",
                     *       "code": "invalid_input"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Uploads are disabled on this server (DB_INGEST_ENABLED).",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Only admins (GARNER_ADMIN_EMAILS) may scan for files.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Uploads are disabled on this server (DB_INGEST_ENABLED).",
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
                /** @description The id that `POST /api/jobs` returned */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job is in progress (RUNNING). Cancel it first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only items with this status */
                status?: components["schemas"]["ItemStatus"] | null;
                /** @description One or more of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED, separated by commas or repeated */
                statuses?: string | string[];
                /** @description `row` is the order of the file, which is stable. The default is `row`, or `updatedAt` if only PENDING and PROCESSING items are requested */
                sort?: components["schemas"]["Sort"] | null;
                /** @description Maximum number of results */
                pageSize?: number;
                /** @description `next` of the previous page */
                after?: string | null;
                /** @description Only rows after this one; with `sort=row`, instead of `after` */
                afterRow?: number | null;
                /** @description Only items with this error code */
                reason?: string | null;
                /** @description Only items whose URL is on this domain */
                domain?: string | null;
                minConfidence?: number | null;
                maxConfidence?: number | null;
                /** @description Updated at this time or later */
                from?: string | null;
                /** @description Updated before this time */
                to?: string | null;
            };
            header?: never;
            path: {
                /** @description The id that `POST /api/jobs` returned */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                     *       "error": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`."
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description A repeated request with the same key does not add the rows again */
                "Idempotency-Key"?: string | null;
            };
            path: {
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job's files are still being read. Add rows after that.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The item has changed since you loaded it. Load it again.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job has already ended (DONE).",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job has already ended (DONE).",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job has already ended (DONE).",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description Unknown parameters and fields that were ignored */
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
                     *       "hint": "Rows without attempts left: 25. Set `resetAttempts` to retry them too.",
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Duration in milliseconds */
                durationMs?: number;
            };
            header?: never;
            path: {
                /** @description The id that `POST /api/jobs` returned */
                jobId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description Unknown parameters and fields that were ignored */
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
                     *         "Sheets with other columns than the first were not read: 'Notes'."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "The job is paused. Resume it first.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                     *           "message": "The site returned an error (HTTP 500).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Id of the last event that you received; only later changes are sent, instead of the whole job. For clients that cannot send headers */
                lastSeen?: string | null;
                /** @description A stream token, for clients that cannot send headers */
                token?: string | null;
            };
            header?: {
                /** @description Id of the last event that you received; only later changes are sent, instead of the whole job */
                "last-event-id"?: string | null;
            };
            path: {
                /** @description The id that `POST /api/jobs` returned */
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
                     *     data: {"jobId":7,"jobType":"table","queueState":"RUNNING","totalItems":1000,"counts":{"pending":310,"processing":8,"done":640,"notFound":25,"error":12,"skipped":5,"canceled":0},"processedItems":682,"failedItems":37,"attempts":1,"lastError":null,"warnings":["Sheets with other columns than the first were not read: 'Notes'."],"columnMapping":{"Bezeichnung lang":"title","EAN / GTIN":"gtin"},"unusedColumns":["Shelf"],"lastHeartbeat":"2026-03-01T12:00:00Z","createdAt":"2026-03-01T12:00:00Z","fileId":3,"fileName":"spring-catalogue.csv","kind":"product","itemsPerSecond":20.5,"etaSeconds":16,"isBeingRead":false,"waiting":null,"isStuck":false}
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many streams are being opened at the same time (200 waiting). Retry in 5 s.",
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
                /** @description One or more of PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED, separated by commas or repeated */
                statuses?: string | string[];
                /** @description `me`, or `all` for admins */
                userId?: string;
                jobType?: string | null;
                jobId?: number | null;
                /** @description Updated at this time or later */
                from?: string | null;
                /** @description Updated before this time */
                to?: string | null;
                /** @description Maximum number of results */
                pageSize?: number;
                /** @description `next` of the previous page */
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
                    /** @description Unknown parameters and fields that were ignored */
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
                     *       "error": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`.",
                     *       "code": "offset_page",
                     *       "fields": [
                     *         {
                     *           "field": "page",
                     *           "reason": "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`."
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Only admins may list the data of other users. Leave out `userId`.",
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
                     *       "error": "The list of pending items is disabled on this server (GARNER_PENDING_DASHBOARD).",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Item ids, separated by commas */
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
                     *           "message": "shop.example gets one request every 5 s; 3 pages are ahead; expected start at 2026-03-01T12:00:00Z",
                     *           "site": "shop.example",
                     *           "until": "2026-03-01T12:00:00Z",
                     *           "what": "shop.example gets one request every 5 s; 3 pages are ahead"
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *           "measures": "Time to process a claim",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description URL of the page. With JSON, it may be in the body instead */
                url?: string;
                /** @description Kind of record to extract. With JSON, it may be in the body instead */
                kind?: "auto" | "recipe" | "product" | "posting";
                /** @description Allow a language model. With JSON, it may be in the body instead */
                use_llm_fallback?: boolean;
                /** @description Your request that its site blocked, such as 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11. With JSON, it may be in the body instead */
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
                     * @description The HTML of the page, as the browser has it
                     */
                    html: string;
                    /**
                     * Url
                     * @description URL of the page; relative links are resolved against it
                     */
                    url?: string | null;
                    /**
                     * Kind
                     * @description Kind of record to extract; `auto` returns the record with the highest confidence
                     * @default auto
                     * @enum {string}
                     */
                    kind?: "auto" | "recipe" | "product" | "posting";
                    /**
                     * Use Llm Fallback
                     * @description Allow a language model, if one is configured, for fields that are not found otherwise
                     * @default false
                     */
                    use_llm_fallback?: boolean;
                    /**
                     * Itemid
                     * @description Your parse request or mailbox job that its site blocked; a new one is created with the record
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The token is invalid or has expired. Sign in again.",
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
                     *       "error": "A page can be sent only for a request that failed because its site blocked Garner.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    search_api_search_get: {
        parameters: {
            query: {
                /** @description Words, `"a phrase"`, `prefix*` and `-exclusion`; everything else is text. At most 1,000 characters */
                q: string;
                kind?: components["schemas"]["Kind"] | null;
                /** @description Postings of this day or later */
                postedSince?: string | null;
                /** @description `true` finds only products that do not exist any more, `any` these too */
                gone?: "false" | "true" | "any";
                /** @description Whether to count the values of the facets */
                facets?: boolean;
                limit?: number;
                /** @description The `next` of the previous page */
                after?: string | null;
                brand?: string[] | null;
                category?: string[] | null;
                availability?: string[] | null;
                /** @description Code of three letters, such as `EUR` */
                currency?: string[] | null;
                domain?: string[] | null;
                company?: string[] | null;
                location?: string[] | null;
                employmentType?: string[] | null;
                author?: string[] | null;
                language?: string[] | null;
                priceMin?: number | string | null;
                priceMax?: number | string | null;
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
                     *       "approximate": false,
                     *       "corrections": [
                     *         {
                     *           "from": "iorn",
                     *           "to": "iron"
                     *         }
                     *       ],
                     *       "engine": "postgres",
                     *       "facets": {
                     *         "brand": [
                     *           {
                     *             "count": 1,
                     *             "value": "Hearth"
                     *           }
                     *         ]
                     *       },
                     *       "hits": [
                     *         {
                     *           "highlights": {
                     *             "text": {
                     *               "marks": [
                     *                 [
                     *                   16,
                     *                   20
                     *                 ]
                     *               ],
                     *               "text": "… heats evenly: iron keeps the warmth …"
                     *             },
                     *             "title": {
                     *               "marks": [
                     *                 [
                     *                   5,
                     *                   9
                     *                 ],
                     *                 [
                     *                   10,
                     *                   13
                     *                 ]
                     *               ],
                     *               "text": "Cast iron pan 28 cm"
                     *             }
                     *           },
                     *           "id": "4711",
                     *           "kind": "product",
                     *           "labels": {
                     *             "availability": [
                     *               "in_stock"
                     *             ],
                     *             "brand": [
                     *               "Hearth"
                     *             ],
                     *             "domain": [
                     *               "shop.example"
                     *             ]
                     *           },
                     *           "price": "26.00",
                     *           "saved": false,
                     *           "score": 1.274,
                     *           "title": "Cast iron pan 28 cm",
                     *           "updatedAt": "2026-03-01T12:00:00Z",
                     *           "url": "https://shop.example/pan"
                     *         }
                     *       ],
                     *       "partial": false,
                     *       "timedOut": false,
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SearchPage"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_catalogue_api_products_get: {
        parameters: {
            query?: {
                /** @description Searches as `GET /api/search` does, in at most 1,000 characters; the answer has its fields beside `products`, best first. Without `q`, all products are listed. */
                q?: string | null;
                /** @description `created` (newest first; the default), `updated` (last changed first), `price` (lowest first), `rating` (best first) or `name`. Products without a price or rating come last. Not with `q` */
                sort?: components["schemas"]["ProductSort"] | null;
                /** @description Whether to count the values of the facets */
                facets?: boolean;
                /** @description At most 50 with `q` */
                pageSize?: number | null;
                /** @description Another name of `pageSize`, as in a search */
                limit?: number | null;
                /** @description The `next` of the previous page */
                after?: string | null;
                /** @description Out of five */
                ratingMin?: number | string | null;
                /** @description Products that changed at this time or later */
                updatedSince?: string | null;
                /** @description `true` finds only products that do not exist any more, `any` these too */
                gone?: "false" | "true" | "any";
                brand?: string[] | null;
                category?: string[] | null;
                availability?: string[] | null;
                /** @description Code of three letters, such as `EUR` */
                currency?: string[] | null;
                domain?: string[] | null;
                priceMin?: number | string | null;
                priceMax?: number | string | null;
            };
            header?: {
                /** @description The `ETag` of the representation that you have */
                "If-None-Match"?: string | null;
            };
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
                    /** @example null */
                    "application/json": components["schemas"]["ProductPageShape"] | components["schemas"]["FoundProductsShape"];
                };
            };
            /** @description The representation of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    count_product_facets_api_products_facets_get: {
        parameters: {
            query?: {
                /** @description Searches as `GET /api/search` does, in at most 1,000 characters; the answer has its fields beside `products`, best first. Without `q`, all products are listed. */
                q?: string | null;
                /** @description Out of five */
                ratingMin?: number | string | null;
                /** @description Products that changed at this time or later */
                updatedSince?: string | null;
                /** @description `true` finds only products that do not exist any more, `any` these too */
                gone?: "false" | "true" | "any";
                brand?: string[] | null;
                category?: string[] | null;
                availability?: string[] | null;
                /** @description Code of three letters, such as `EUR` */
                currency?: string[] | null;
                domain?: string[] | null;
                priceMin?: number | string | null;
                priceMax?: number | string | null;
            };
            header?: {
                /** @description The `ETag` of the representation that you have */
                "If-None-Match"?: string | null;
            };
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
                     *       "approximate": false,
                     *       "facets": {
                     *         "availability": [
                     *           {
                     *             "count": 15,
                     *             "value": "in_stock"
                     *           },
                     *           {
                     *             "count": 1,
                     *             "value": "preorder"
                     *           }
                     *         ],
                     *         "brand": [
                     *           {
                     *             "count": 12,
                     *             "value": "Hearth"
                     *           },
                     *           {
                     *             "count": 4,
                     *             "value": "Blaze"
                     *           }
                     *         ],
                     *         "category": [
                     *           {
                     *             "count": 16,
                     *             "value": "Kitchen > Pans"
                     *           }
                     *         ],
                     *         "currency": [
                     *           {
                     *             "count": 16,
                     *             "value": "EUR"
                     *           }
                     *         ],
                     *         "domain": [
                     *           {
                     *             "count": 16,
                     *             "value": "shop.example"
                     *           }
                     *         ]
                     *       },
                     *       "timedOut": false
                     *     }
                     */
                    "application/json": components["schemas"]["ProductFacetsShape"];
                };
            };
            /** @description The representation of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    get_product_api_products__productId__get: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the representation that you have */
                "If-None-Match"?: string | null;
            };
            path: {
                /** @description The `id` of a product in a list */
                productId: number;
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
                     *       "availability": "in_stock",
                     *       "brand": "Hearth",
                     *       "category": "Kitchen > Pans",
                     *       "content_hash": "9b74c9897bac770ffc029102a200c5de4f0c1f6a9d2be7a08d3a3b1f5c6e7d80",
                     *       "crawl_task_id": 90412,
                     *       "created_at": "2026-03-01T12:00:00Z",
                     *       "currency": "EUR",
                     *       "description": "Heats evenly and keeps the warmth.",
                     *       "domain_id": 12,
                     *       "domain_name": "shop.example",
                     *       "gtin": "4006381333931",
                     *       "id": 4711,
                     *       "price": "26.00",
                     *       "product_name": "Cast iron pan 28 cm",
                     *       "rating": 4.6,
                     *       "review_count": 218,
                     *       "sku": "HP-28",
                     *       "updated_at": "2026-03-01T12:00:00Z",
                     *       "url": "https://shop.example/pan",
                     *       "url_hash": "4f0c1f6a9d2be7a08d3a3b1f5c6e7d8091a2b3c4d5e6f708192a3b4c5d6e7f80"
                     *     }
                     */
                    "application/json": components["schemas"]["ProductShape"];
                };
            };
            /** @description The representation of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Product not found",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    get_product_history_api_products__productId__history_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the representation that you have */
                "If-None-Match"?: string | null;
            };
            path: {
                /** @description The `id` of a product in a list */
                productId: number;
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
                     *       "history": [
                     *         {
                     *           "at": "2026-03-01T12:00:00Z",
                     *           "availability": "in_stock",
                     *           "currency": "EUR",
                     *           "list_price": "34.00",
                     *           "price": "26.00",
                     *           "version": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProductHistoryShape"];
                };
            };
            /** @description The representation of `If-None-Match` is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Product not found",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Maximum number of results */
                limit?: number;
                /** @description Only names that contain this text */
                search?: string | null;
                /** @description Only domains with an open breaker, in one page */
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
                     *           "defaultPriority": 5,
                     *           "defaultFrequency": "P1D",
                     *           "notes": null,
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    add_domain_api_admin_domains_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainWanted"];
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
                     *       "defaultPriority": 5,
                     *       "defaultFrequency": "P1D",
                     *       "notes": null,
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "The domain shop.example already exists.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The host without `www.`, with its port if that is not the default */
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
                     *       "defaultPriority": 5,
                     *       "defaultFrequency": "P1D",
                     *       "notes": null,
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_domain_api_admin_domains__domain__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The host without `www.`, with its port if that is not the default */
                domain: string;
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The domain shop.example has crawl tasks, or a site. Disable the domain instead.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The host without `www.`, with its port if that is not the default */
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
                     *       "defaultPriority": 5,
                     *       "defaultFrequency": "P1D",
                     *       "notes": null,
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The host without `www.`, with its port if that is not the default */
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
                     *       "defaultPriority": 5,
                     *       "defaultFrequency": "P1D",
                     *       "notes": null,
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_sites_api_admin_sites_get: {
        parameters: {
            query?: {
                /** @description `next` of the previous page */
                after?: number;
                /** @description Maximum number of results */
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
                     *       "sites": [
                     *         {
                     *           "createdAt": "2026-03-01T12:00:00Z",
                     *           "domain": "shop.example",
                     *           "found": 1200,
                     *           "frequency": "P1D",
                     *           "id": 7,
                     *           "kinds": [
                     *             "product"
                     *           ],
                     *           "priority": 3,
                     *           "rules": {
                     *             "depth": 1,
                     *             "exclude": [],
                     *             "follow": [],
                     *             "hosts": [],
                     *             "include": [
                     *               "/p/*"
                     *             ],
                     *             "pageBudget": 5000
                     *           },
                     *           "sources": 3,
                     *           "status": "running",
                     *           "updatedAt": "2026-03-01T12:00:41Z",
                     *           "url": "https://shop.example/"
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["SiteList"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    add_site_api_admin_sites_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteWanted"];
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
                     *       "siteId": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AddedSite"];
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "The site shop.example already exists.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    show_site_api_admin_sites__siteId__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: number;
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
                     *       "progress": {
                     *         "delaySeconds": 0.5,
                     *         "failed": {
                     *           "gone": 4
                     *         },
                     *         "fetched": 800,
                     *         "ordered": 1200,
                     *         "records": 790,
                     *         "refused": {
                     *           "excluded": 310
                     *         },
                     *         "sample": [
                     *           "https://shop.example/p/pan"
                     *         ],
                     *         "secondsLeft": 198,
                     *         "sources": [
                     *           {
                     *             "depth": 1,
                     *             "entries": 1510,
                     *             "errorCode": "source_unavailable",
                     *             "errorMessage": "The source answered with HTTP 503.",
                     *             "refused": {
                     *               "excluded": 310
                     *             },
                     *             "type": "sitemap",
                     *             "url": "https://shop.example/sitemap.xml",
                     *             "visitedAt": "2026-03-01T12:00:41Z"
                     *           }
                     *         ],
                     *         "unreadSources": 0
                     *       },
                     *       "site": {
                     *         "createdAt": "2026-03-01T12:00:00Z",
                     *         "domain": "shop.example",
                     *         "found": 1200,
                     *         "frequency": "P1D",
                     *         "id": 7,
                     *         "kinds": [
                     *           "product"
                     *         ],
                     *         "priority": 3,
                     *         "rules": {
                     *           "depth": 1,
                     *           "exclude": [],
                     *           "follow": [],
                     *           "hosts": [],
                     *           "include": [
                     *             "/p/*"
                     *           ],
                     *           "pageBudget": 5000
                     *         },
                     *         "sources": 3,
                     *         "status": "running",
                     *         "updatedAt": "2026-03-01T12:00:41Z",
                     *         "url": "https://shop.example/"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SiteDetailShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "There is no site 7.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    remove_site_api_admin_sites__siteId__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: number;
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "There is no site 7.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    start_site_api_admin_sites__siteId__start_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: number;
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
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "domain": "shop.example",
                     *       "found": 1200,
                     *       "frequency": "P1D",
                     *       "id": 7,
                     *       "kinds": [
                     *         "product"
                     *       ],
                     *       "priority": 3,
                     *       "rules": {
                     *         "depth": 1,
                     *         "exclude": [],
                     *         "follow": [],
                     *         "hosts": [],
                     *         "include": [
                     *           "/p/*"
                     *         ],
                     *         "pageBudget": 5000
                     *       },
                     *       "sources": 3,
                     *       "status": "running",
                     *       "updatedAt": "2026-03-01T12:00:41Z",
                     *       "url": "https://shop.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["SiteShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "There is no site 7.",
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
                     *       "error": "The site shop.example is being removed.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    pause_site_api_admin_sites__siteId__pause_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: number;
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
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "domain": "shop.example",
                     *       "found": 1200,
                     *       "frequency": "P1D",
                     *       "id": 7,
                     *       "kinds": [
                     *         "product"
                     *       ],
                     *       "priority": 3,
                     *       "rules": {
                     *         "depth": 1,
                     *         "exclude": [],
                     *         "follow": [],
                     *         "hosts": [],
                     *         "include": [
                     *           "/p/*"
                     *         ],
                     *         "pageBudget": 5000
                     *       },
                     *       "sources": 3,
                     *       "status": "running",
                     *       "updatedAt": "2026-03-01T12:00:41Z",
                     *       "url": "https://shop.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["SiteShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "There is no site 7.",
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
                     *       "error": "The site shop.example is not running.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resume_site_api_admin_sites__siteId__resume_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                siteId: number;
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
                     *       "createdAt": "2026-03-01T12:00:00Z",
                     *       "domain": "shop.example",
                     *       "found": 1200,
                     *       "frequency": "P1D",
                     *       "id": 7,
                     *       "kinds": [
                     *         "product"
                     *       ],
                     *       "priority": 3,
                     *       "rules": {
                     *         "depth": 1,
                     *         "exclude": [],
                     *         "follow": [],
                     *         "hosts": [],
                     *         "include": [
                     *           "/p/*"
                     *         ],
                     *         "pageBudget": 5000
                     *       },
                     *       "sources": 3,
                     *       "status": "running",
                     *       "updatedAt": "2026-03-01T12:00:41Z",
                     *       "url": "https://shop.example/"
                     *     }
                     */
                    "application/json": components["schemas"]["SiteShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "There is no site 7.",
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
                     *       "error": "The site shop.example is not paused.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only tasks with this status */
                status?: components["schemas"]["TaskStatus"] | null;
                domain?: string | null;
                /** @description `next` of the previous page */
                after?: string | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
            query?: {
                /** @description Kinds of records to extract, for a CSV */
                kinds?: ("recipe" | "product" | "posting")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Urls
                     * @description Pages with the common values
                     * @default []
                     */
                    urls?: string[];
                    /**
                     * Kinds
                     * @description Kinds of records to extract
                     */
                    kinds: ("recipe" | "product" | "posting")[];
                    /**
                     * Priority
                     * @description 1 is the highest
                     * @default 5
                     */
                    priority?: number;
                    /**
                     * Scheduledat
                     * @description Time of the first fetch; a new order is fetched now by default
                     */
                    scheduledAt?: string | null;
                    /**
                     * Crawlfrequency
                     * @description Interval between fetches, as an ISO 8601 duration or in seconds; null fetches once
                     * @default P1D
                     */
                    crawlFrequency?: string | null;
                    /**
                     * Items
                     * @description Pages with values of their own
                     * @default []
                     */
                    items?: {
                        /** Url */
                        url: string;
                        /**
                         * Priority
                         * @description 1 is the highest
                         * @default 5
                         */
                        priority?: number;
                        /**
                         * Crawlfrequency
                         * @description Interval between fetches, as an ISO 8601 duration or in seconds; null fetches once
                         * @default P1D
                         */
                        crawlFrequency?: string | null;
                        /**
                         * Scheduledat
                         * @description Time of the first fetch; a new order is fetched now by default
                         */
                        scheduledAt?: string | null;
                    }[];
                };
                /**
                 * @example url,priority,crawlFrequency,scheduledAt
                 *     https://shop.example/pan,1,PT6H,
                 *     https://shop.example/pot,,once,
                 */
                "text/csv": string;
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    reprioritise_tasks_api_admin_crawl_tasks_reprioritise_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reprioritisation"];
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
                     *       "count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["ReprioritisedShape"];
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    group_errors_api_admin_error_logs_groups_get: {
        parameters: {
            query?: {
                /** @description Errors since then; the last 24 hours by default */
                since?: string | null;
                /** @description Errors before then */
                until?: string | null;
                domain?: string | null;
                errorType?: ("network" | "http" | "parse" | "validation" | "blocked") | null;
                /** @description Only this code, such as `network_error` */
                cause?: string | null;
                /** @description Maximum number of results */
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
                     *       "groups": [
                     *         {
                     *           "cause": "server_error",
                     *           "errorType": "http",
                     *           "domain": "shop.example",
                     *           "hour": "2026-03-01T12:00:00Z",
                     *           "errors": 12,
                     *           "pages": 2,
                     *           "lastAt": "2026-03-01T12:00:00Z",
                     *           "example": "The site returned an error (HTTP 500)."
                     *         }
                     *       ],
                     *       "countedFrom": null
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorGroupsShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                     *           "errorMessage": "The site returned an error (HTTP 500).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *           "example": "The site returned an error (HTTP 500)."
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                     *           "message": "The site returned an error (HTTP 500).",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                     *           "shutOutOf": 0,
                     *           "pricePerGb": "3.5000"
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                     *       "shutOutOf": 0,
                     *       "pricePerGb": "3.5000"
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "The proxy http://proxy.example:3128 already exists for this user name.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_costs_api_admin_proxies_costs_get: {
        parameters: {
            query?: {
                /** @description Since the day of this time, in UTC; 30 days by default */
                since?: string | null;
                /** @description Maximum number of results */
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
                     *       "since": "2026-03-01T12:00:00Z",
                     *       "totalRequests": 1210,
                     *       "totalBytes": 48213000,
                     *       "totalCost": "0.1687",
                     *       "costs": [
                     *         {
                     *           "proxyId": 1,
                     *           "protocol": "socks5",
                     *           "host": "proxy.example",
                     *           "port": 1080,
                     *           "username": "garner",
                     *           "domain": "shop.example",
                     *           "requests": 1210,
                     *           "bytes": 48213000,
                     *           "pricePerGb": "3.5000",
                     *           "cost": "0.1687"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProxyCostsShape"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    change_proxy_api_admin_proxies__proxyId__patch: {
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
                     *       "shutOutOf": 0,
                     *       "pricePerGb": "3.5000"
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only this kind; `auto` for pages that were requested without a kind */
                kind?: ("recipe" | "product" | "posting" | "auto") | null;
                /** @description `next` of the previous page */
                after?: string | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only open alerts */
                open?: boolean;
                /** @description Only this domain */
                domain?: string | null;
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only comparisons at this time or later */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description Only differences of this field */
                field: string;
                kind?: components["schemas"]["Kind"] | null;
                /** @description Only this extractor */
                candidate?: string | null;
                /** @description Only comparisons at this time or later */
                since?: string | null;
                /** @description `next` of the previous page */
                after?: string | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "Another run is in progress: 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11. Wait until it ends, or stop it.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description `next` of the previous page */
                after?: string | null;
                /** @description Maximum number of results */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "sort: Unknown parameter; this route has none.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "sort",
                     *           "reason": "Unknown parameter; this route has none"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    list_entries_api_admin_audit_get: {
        parameters: {
            query?: {
                /** @description Only actions of this actor */
                actor?: string | null;
                action?: string | null;
                /** @description Only this type of object, such as `domain`, or this object, such as `domain:shop.example` */
                object?: string | null;
                /** @description Only actions at this time or later */
                since?: string | null;
                /** @description `next` of the previous page */
                after?: number | null;
                /** @description Maximum number of results */
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
                     *       "entries": [
                     *         {
                     *           "action": "domain.change",
                     *           "actor": "root@example.com",
                     *           "address": "203.0.113.7",
                     *           "after": {
                     *             "paused": true
                     *           },
                     *           "before": {
                     *             "paused": false
                     *           },
                     *           "happenedAt": "2026-03-01T12:00:00Z",
                     *           "id": 7,
                     *           "objectId": "shop.example",
                     *           "objectType": "domain",
                     *           "source": "api",
                     *           "userId": 3
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntries"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
                     *       "error": "limit must be at most 500.",
                     *       "code": "invalid_input",
                     *       "fields": [
                     *         {
                     *           "field": "limit",
                     *           "reason": "Must be at most 500"
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
                     *       "code": "unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    frequent_searches_api_admin_searches_get: {
        parameters: {
            query?: {
                /** @description Only queries that found nothing */
                empty?: boolean;
                /** @description Searches of the last days */
                days?: number;
                /** @description Maximum number of results */
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
                     *       "searches": [
                     *         {
                     *           "query": "cast iron pan",
                     *           "searches": 41,
                     *           "empty": 41,
                     *           "lastAt": "2026-03-01T12:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FrequentSearches"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Send the operator token (GARNER_ADMIN_TOKEN) or an admin's token: Authorization: Bearer TOKEN.",
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
                     *       "error": "Without GARNER_ADMIN_TOKEN, operators have access only from the server's own machine.",
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
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description The id that `POST /api/jobs` returned */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description A stream token, for clients that cannot send headers */
                token?: string | null;
                /** @description File format: a workbook, CSV, or JSON lines */
                format?: components["schemas"]["Format"];
                /** @description All rows, rows that changed since the last run (`DONE` with a new result), failed rows, or the rows in `itemIds` */
                scope?: components["schemas"]["ExportScope"] | null;
                /** @description Only rows with these statuses: PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string[];
                /** @description Only these items */
                itemIds?: string[] | null;
            };
            header?: never;
            path: {
                /** @description The id that `POST /api/jobs` returned */
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
                     * @description The name of the uploaded file, with the extension of the format
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                /** @description File format: a workbook, CSV, or JSON lines */
                format?: components["schemas"]["Format"];
                /** @description All rows, rows that changed since the last run (`DONE` with a new result), failed rows, or the rows in `itemIds` */
                scope?: components["schemas"]["ExportScope"] | null;
                /** @description Only rows with these statuses: PENDING, PROCESSING, DONE, NOT_FOUND, ERROR, SKIPPED, CANCELED */
                statuses?: string[];
                /** @description Only these items */
                itemIds?: string[] | null;
            };
            header?: never;
            path: {
                /** @description The id that `POST /api/jobs` returned */
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
                     * @description The name of the uploaded file, with the extension of the format
                     * @example attachment; filename="products.xlsx"
                     */
                    "Content-Disposition"?: string;
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description The authentication scheme to use */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Sign in and send your token: Authorization: Bearer TOKEN.",
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests: the limit is 600 per minute for each IP address. Retry in 1 s.",
                     *       "code": "too_many_requests"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description Unknown parameters and fields that were ignored */
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
                    /** @description Seconds to wait before a retry */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached at the moment.",
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
                    /** @description Unknown parameters and fields that were ignored */
                    Warning?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
