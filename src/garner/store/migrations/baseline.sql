-- The schema of revision 0020: what revisions 0001 to 0020 of earlier versions made. tests/integration/test_baseline.py
-- compares it with a database that they made. Columns have the order in which they came.

create sequence work_fence;

create table controller_decisions (
    process varchar(64),
    controller varchar(64),
    value float8 not null,
    decisions jsonb not null,
    decided_at timestamptz default now() not null,
    constraint pk_controller_decisions primary key (process, controller)
);

create table database_clock (
    id smallint default '1',
    latest_at timestamptz not null,
    went_back_at timestamptz,
    went_back_seconds float8,
    constraint pk_database_clock primary key (id),
    constraint database_clock_one_row check (id = 1),
    constraint database_clock_went_back_by check ((went_back_at is null) = (went_back_seconds is null))
);

create table domains (
    id integer generated always as identity,
    domain_name varchar(255) not null,
    base_url varchar(512) not null,
    crawl_delay_seconds numeric(10, 3) default '1',
    max_concurrent_requests integer default '5',
    is_active boolean default true not null,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    paused_at timestamptz,
    obeys_robots boolean default true not null,
    paces_each_proxy boolean default false not null,
    render_wins integer default '0' not null,
    render_losses integer default '0' not null,
    robots_said_by text,
    robots_said_at timestamptz,
    constraint pk_domains primary key (id),
    constraint uq_domains_domain_name unique (domain_name),
    constraint domains_concurrency_positive check (max_concurrent_requests >= 1),
    constraint domains_delay_not_negative check (crawl_delay_seconds >= 0)
);

create index idx_domains_is_active on domains (is_active);

create table llm_spend (
    day date,
    tokens bigint not null,
    questions integer default '0' not null,
    constraint pk_llm_spend primary key (day),
    constraint llm_spend_tokens_counted check (tokens >= 0)
);

create table mailbox_events (
    id bigint generated always as identity,
    xid bigint not null,
    user_id bigint not null,
    item_id uuid not null,
    status varchar(16) not null,
    happened_at timestamptz default now() not null,
    constraint pk_mailbox_events primary key (id),
    constraint mailbox_events_status_known check (status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR',
        'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED'))
);

create index idx_mailbox_events_happened_at on mailbox_events (happened_at);
create index idx_mailbox_events_user_id_id on mailbox_events (user_id, id);
create index idx_mailbox_events_user_id_xid on mailbox_events (user_id, xid);

create table outbox (
    id bigint generated always as identity,
    topic varchar(255) not null,
    key varchar(255) not null,
    part smallint default '0' not null,
    payload jsonb not null,
    created_at timestamptz default now() not null,
    constraint pk_outbox primary key (id)
);

create index idx_outbox_part_id on outbox (part, id);

create table parser_alerts (
    id bigint generated always as identity,
    domain varchar(255) not null,
    kind varchar(16) not null,
    field varchar(64) not null,
    extractor varchar(64) not null,
    version varchar(32) not null,
    rate float8 not null,
    baseline float8 not null,
    pages integer default '0' not null,
    opened_at timestamptz default now() not null,
    closed_at timestamptz,
    closed_because varchar(16),
    closing_rate float8,
    constraint pk_parser_alerts primary key (id),
    constraint parser_alerts_a_closed_one_says_why check ((closed_at is null) = (closed_because is null)),
    constraint parser_alerts_closed_because_known check (closed_because in ('recovered', 'usual', 'silent')),
    constraint parser_alerts_kind_known check (kind in ('recipe', 'product', 'posting', 'auto'))
);

create index idx_parser_alerts_closed_at on parser_alerts (closed_at);
create unique index idx_parser_alerts_open on parser_alerts (domain, kind, field) where closed_at is null;

create table parser_health (
    domain varchar(255),
    kind varchar(16),
    extractor varchar(64),
    version varchar(32),
    hour timestamptz,
    tried integer default '0' not null,
    found integer default '0' not null,
    fields jsonb default '{}'::jsonb not null,
    judged boolean default false not null,
    constraint pk_parser_health primary key (domain, kind, extractor, version, hour),
    constraint parser_health_found_were_tried check (0 <= found and found <= tried),
    constraint parser_health_kind_known check (kind in ('recipe', 'product', 'posting', 'auto'))
);

create index idx_parser_health_hour on parser_health (hour);
create index idx_parser_health_unjudged on parser_health (domain, kind) where not judged;

create table proxies (
    id integer generated always as identity,
    proxy_url varchar(255) not null,
    proxy_port integer not null,
    proxy_protocol varchar(20) default 'http' not null,
    proxy_username varchar(100),
    proxy_password varchar(255),
    is_active boolean default true not null,
    failure_count integer default '0' not null,
    success_count integer default '0' not null,
    last_used_at timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    avg_response_time_ms integer,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    retry_at timestamptz,
    recent_requests float8 default '0' not null,
    recent_successes float8 default '0' not null,
    constraint pk_proxies primary key (id),
    constraint uq_proxies_proxy_protocol_proxy_url_proxy_port_proxy_username unique nulls not distinct
        (proxy_protocol, proxy_url, proxy_port, proxy_username),
    constraint proxies_port_possible check (proxy_port between 1 and 65535),
    constraint proxies_protocol_known check (proxy_protocol in ('http', 'https', 'socks5'))
);

create index idx_proxies_failure_count on proxies (failure_count);
create index idx_proxies_is_active on proxies (is_active);
create index idx_proxies_last_used_at on proxies (last_used_at);

create table resources (
    url_hash varchar(64),
    url text not null,
    created_at timestamptz default now() not null,
    constraint pk_resources primary key (url_hash),
    constraint resources_hash_is_sha256 check (length(url_hash) = 64)
);

create table scanned_files (
    place_hash varchar(64),
    place text not null,
    stamp text not null,
    content_hash varchar(64),
    refusal text,
    asked varchar(64),
    scanned_at timestamptz default now() not null,
    constraint pk_scanned_files primary key (place_hash),
    constraint scanned_files_taken_or_refused check ((content_hash is null) = (refusal is not null))
);

create index idx_scanned_files_content_hash on scanned_files (content_hash);

create table search_events (
    id bigint generated always as identity,
    user_id bigint,
    job_id bigint,
    item_id uuid,
    source varchar(16) not null,
    query text not null,
    corrections jsonb default '{}'::jsonb not null,
    hits integer default '0' not null,
    took_ms float8 not null,
    created_at timestamptz default now() not null,
    constraint pk_search_events primary key (id)
);

create index idx_search_events_job_id on search_events (job_id) where job_id is not null;
create index idx_search_events_user_id_created_at on search_events (user_id, created_at) where user_id is not null;

create table users (
    user_id bigint generated always as identity,
    email varchar(255) not null,
    name varchar(255),
    picture_url text,
    settings jsonb default '{"enabled_companies": ["ALL"], "title_filters": []}'::jsonb not null,
    created_at timestamptz default now() not null,
    last_login timestamptz,
    constraint pk_users primary key (user_id),
    constraint uq_users_email unique (email)
);

create table watches (
    place text,
    due_at timestamptz not null,
    constraint pk_watches primary key (place)
);

create table workers (
    name varchar(64),
    allows_private boolean not null,
    started_at timestamptz default now() not null,
    seen_at timestamptz default now() not null,
    reads_text boolean default false not null,
    constraint pk_workers primary key (name)
);

create table api_tokens (
    id bigint generated always as identity,
    user_id bigint not null,
    name varchar(100) not null,
    token_hash varchar(64) not null,
    hint varchar(8) not null,
    created_at timestamptz default now() not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    constraint pk_api_tokens primary key (id),
    constraint uq_api_tokens_token_hash unique (token_hash),
    constraint fk_api_tokens_user_id foreign key (user_id) references users (user_id) on delete cascade
);

create index idx_api_tokens_user_id on api_tokens (user_id);

create table crawl_tasks (
    id bigint generated always as identity,
    domain_id integer not null,
    url text not null,
    url_hash varchar(64) not null,
    status varchar(50) default 'pending' not null,
    priority integer default '5' not null,
    kinds text[] default '{}' not null,
    scheduled_at timestamptz default now() not null,
    started_at timestamptz,
    completed_at timestamptz,
    retry_count integer default '0' not null,
    max_retries integer default '3' not null,
    error_code varchar(64),
    error_message text,
    crawl_frequency interval default '1 day'::interval,
    next_crawl_at timestamptz,
    html_path varchar(512),
    charset varchar(64),
    final_url text,
    http_status smallint,
    content_hash varchar(64),
    etag text,
    last_modified text,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    extracted_hash varchar(64),
    page_print jsonb,
    rank timestamptz,
    paused_at timestamptz,
    failed_at timestamptz,
    demand integer default '0' not null,
    constraint pk_crawl_tasks primary key (id),
    constraint uq_crawl_tasks_url_hash unique (url_hash),
    constraint crawl_tasks_max_retries_positive check (max_retries >= 1),
    constraint crawl_tasks_priority_in_range check (priority between 1 and 10),
    constraint crawl_tasks_status_known check (status in ('pending', 'queued', 'crawling', 'downloaded', 'parsing',
        'completed', 'failed')),
    constraint fk_crawl_tasks_domain_id foreign key (domain_id) references domains (id),
    constraint fk_crawl_tasks_url_hash foreign key (url_hash) references resources (url_hash)
) with (fillfactor = 85);

create index idx_crawl_tasks_backlog on crawl_tasks (domain_id, rank) where status = 'pending' and rank is not null
    and paused_at is null;
create index idx_crawl_tasks_domain_id on crawl_tasks (domain_id);
create index idx_crawl_tasks_due on crawl_tasks (scheduled_at) where rank is null and paused_at is null and (status =
    'pending' or (status in ('completed', 'failed') and crawl_frequency is not null));
create index idx_crawl_tasks_html_path on crawl_tasks using hash (html_path) where html_path is not null;
create index idx_crawl_tasks_next_crawl_at on crawl_tasks (next_crawl_at) where next_crawl_at is not null;
create index idx_crawl_tasks_scheduled_at on crawl_tasks (scheduled_at);
create index idx_crawl_tasks_status_updated_at on crawl_tasks (status, updated_at);

create table files (
    id bigint generated always as identity,
    user_id bigint,
    name text not null,
    media_type varchar(255),
    size_bytes bigint not null,
    content_hash varchar(64) not null,
    path varchar(512) not null,
    ip_address inet,
    created_at timestamptz default now() not null,
    source text,
    job_id bigint,
    constraint pk_files primary key (id),
    constraint fk_files_user_id foreign key (user_id) references users (user_id) on delete set null
);

create index idx_files_content_hash on files (content_hash);
create index idx_files_job_id on files (job_id);
create index idx_files_user_id on files (user_id);
create unique index uq_files_scanned on files (content_hash) where source is not null;

create table proxy_domains (
    proxy_id integer,
    domain_id integer,
    failure_count integer default '0' not null,
    success_count integer default '0' not null,
    last_used_at timestamptz,
    avg_response_time_ms integer,
    retry_at timestamptz,
    next_at timestamptz,
    constraint pk_proxy_domains primary key (proxy_id, domain_id),
    constraint fk_proxy_domains_domain_id foreign key (domain_id) references domains (id) on delete cascade,
    constraint fk_proxy_domains_proxy_id foreign key (proxy_id) references proxies (id) on delete cascade
);

create index idx_proxy_domains_domain_id on proxy_domains (domain_id);

create table recipes (
    url_hash varchar(64),
    title varchar(500),
    ingredients jsonb not null,
    data jsonb not null,
    sources jsonb default '{}'::jsonb not null,
    content_hash varchar(64),
    extractor varchar(64) not null,
    extractor_version varchar(32) not null,
    strategy varchar(64) not null,
    confidence float8 not null,
    used_llm boolean default false not null,
    warnings text[] default '{}' not null,
    version integer default '1' not null,
    parsed_at timestamptz not null,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    constraint pk_recipes primary key (url_hash),
    constraint fk_recipes_url_hash foreign key (url_hash) references resources (url_hash)
);

create index idx_recipe_freshness on recipes (url_hash, parsed_at);

create table record_versions (
    id bigint generated always as identity,
    url_hash varchar(64) not null,
    kind varchar(16) not null,
    version integer not null,
    data jsonb not null,
    content_hash varchar(64),
    extractor varchar(64) not null,
    extractor_version varchar(32) not null,
    strategy varchar(64) not null,
    confidence float8 not null,
    used_llm boolean default false not null,
    warnings text[] default '{}' not null,
    parsed_at timestamptz not null,
    constraint pk_record_versions primary key (id),
    constraint uq_record_versions_url_hash_kind_version unique (url_hash, kind, version),
    constraint record_versions_kind_known check (kind in ('recipe', 'product', 'posting')),
    constraint fk_record_versions_url_hash foreign key (url_hash) references resources (url_hash)
);

create table robots_files (
    origin varchar(300),
    domain_id integer not null,
    fetched_at timestamptz,
    expires_at timestamptz,
    http_status smallint,
    body text,
    next_try_at timestamptz default '-infinity' not null,
    failures integer default '0' not null,
    hop_url text,
    hops smallint default '0' not null,
    constraint pk_robots_files primary key (origin),
    constraint fk_robots_files_domain_id foreign key (domain_id) references domains (id) on delete cascade
);

create index idx_robots_files_domain_id on robots_files (domain_id);

create table saved_recipes (
    id uuid,
    user_id bigint not null,
    title varchar(500) not null,
    data jsonb not null,
    words text not null,
    url text,
    url_hash varchar(64),
    site_data jsonb,
    site_version integer,
    parse_job_id uuid,
    revision integer default '1' not null,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    idempotency_key varchar(255),
    request varchar(64),
    constraint pk_saved_recipes primary key (id),
    constraint fk_saved_recipes_url_hash foreign key (url_hash) references resources (url_hash),
    constraint fk_saved_recipes_user_id foreign key (user_id) references users (user_id) on delete cascade
);

create index idx_saved_recipes_parse_job_id on saved_recipes (parse_job_id) where parse_job_id is not null;
create index idx_saved_recipes_url_hash on saved_recipes (url_hash) where url_hash is not null;
create index idx_saved_recipes_user_id_updated_at on saved_recipes (user_id, updated_at desc, id desc);
create unique index uq_saved_recipes_idempotency_key on saved_recipes (user_id, idempotency_key) where idempotency_key
    is not null;

create table shadow_records (
    id bigint generated always as identity,
    candidate varchar(255) not null,
    url_hash varchar(64) not null,
    kind varchar(16) not null,
    domain varchar(255) not null,
    version varchar(64),
    data jsonb,
    compared jsonb default '{}'::jsonb not null,
    before jsonb default '{}'::jsonb not null,
    error_code varchar(64),
    error text,
    compared_at timestamptz default now() not null,
    constraint pk_shadow_records primary key (id),
    constraint uq_shadow_records_url_hash_kind_candidate unique (url_hash, kind, candidate),
    constraint shadow_records_an_error_has_a_code check ((error is null) = (error_code is null)),
    constraint shadow_records_kind_known check (kind in ('recipe', 'product', 'posting')),
    constraint fk_shadow_records_url_hash foreign key (url_hash) references resources (url_hash)
);

create index idx_shadow_records_candidate_compared_at_id on shadow_records (candidate, compared_at, id);
create index idx_shadow_records_compared_at on shadow_records (compared_at);

create table webhooks (
    id bigint generated always as identity,
    user_id bigint not null,
    url text not null,
    secret varchar(255) not null,
    active boolean default true not null,
    failures integer default '0' not null,
    rests_until timestamptz,
    leased_until timestamptz,
    created_at timestamptz default now() not null,
    constraint pk_webhooks primary key (id),
    constraint fk_webhooks_user_id foreign key (user_id) references users (user_id) on delete cascade
);

create index idx_webhooks_user_id on webhooks (user_id);

create table crawl_attempts (
    id bigint generated always as identity,
    crawl_task_id bigint not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    outcome varchar(32) not null,
    http_status smallint,
    bytes bigint,
    proxy_id integer,
    worker varchar(64) not null,
    constraint pk_crawl_attempts primary key (id),
    constraint fk_crawl_attempts_crawl_task_id foreign key (crawl_task_id) references crawl_tasks (id) on delete
        cascade,
    constraint fk_crawl_attempts_proxy_id foreign key (proxy_id) references proxies (id) on delete set null
);

create index idx_crawl_attempts_crawl_task_id on crawl_attempts (crawl_task_id);
create index idx_crawl_attempts_started_at on crawl_attempts (started_at);

create table error_logs (
    id bigint generated always as identity,
    crawl_task_id bigint,
    error_type varchar(16) not null,
    error_code varchar(64),
    error_message text not null,
    stack_trace text,
    occurred_at timestamptz default now() not null,
    constraint pk_error_logs primary key (id),
    constraint error_logs_type_known check (error_type in ('network', 'http', 'parse', 'validation', 'blocked')),
    constraint fk_error_logs_crawl_task_id foreign key (crawl_task_id) references crawl_tasks (id) on delete cascade
);

create index idx_error_logs_crawl_task_id on error_logs (crawl_task_id);
create index idx_error_logs_occurred_at on error_logs (occurred_at);

create table jobs (
    id bigint generated always as identity,
    user_id bigint,
    file_id bigint,
    job_type varchar(32) not null,
    kind varchar(16) default 'auto' not null,
    queue_state varchar(16) default 'QUEUED' not null,
    total_items integer default '0' not null,
    pending integer default '0' not null,
    processing integer default '0' not null,
    done integer default '0' not null,
    not_found integer default '0' not null,
    error integer default '0' not null,
    skipped integer default '0' not null,
    canceled integer default '0' not null,
    committed integer default '0' not null,
    abandoned integer default '0' not null,
    processed_items integer generated always as (total_items - pending - processing) stored not null,
    failed_items integer generated always as (error + not_found) stored not null,
    ingested_at timestamptz,
    attempts integer default '0' not null,
    last_error text,
    last_heartbeat timestamptz,
    ip_address inet,
    idempotency_key varchar(255),
    options jsonb default '{}'::jsonb not null,
    created_at timestamptz default now() not null,
    started_at timestamptz,
    finished_at timestamptz,
    updated_at timestamptz default now() not null,
    rows_numbered bigint default '0' not null,
    change_no bigint default '0' not null,
    exported_at timestamptz,
    removed_at timestamptz,
    last_linked_row bigint default '0' not null,
    constraint pk_jobs primary key (id),
    constraint jobs_counters_add_up check (pending + processing + done + not_found + error + skipped + canceled +
        committed + abandoned = total_items),
    constraint jobs_kind_known check (kind in ('recipe', 'product', 'posting', 'auto')),
    constraint jobs_queue_state_known check (queue_state in ('QUEUED', 'RUNNING', 'PAUSED', 'DONE', 'FAILED',
        'CANCELED')),
    constraint fk_jobs_file_id foreign key (file_id) references files (id) on delete set null,
    constraint fk_jobs_user_id foreign key (user_id) references users (user_id) on delete cascade
);

alter table files add constraint fk_files_job_id foreign key (job_id) references jobs (id) on delete set null;

create index idx_jobs_file_id on jobs (file_id);
create index idx_jobs_queue_state_job_type on jobs (queue_state, job_type);
create index idx_jobs_removed on jobs (removed_at) where removed_at is not null;
create index idx_jobs_user_id_created_at on jobs (user_id, created_at);
create unique index uq_jobs_idempotency_key on jobs (user_id, idempotency_key) where removed_at is null;

create table postings (
    id bigint generated always as identity,
    domain_id integer not null,
    crawl_task_id bigint,
    url text not null,
    url_hash varchar(64) not null,
    title varchar(512) not null,
    company varchar(255),
    external_id varchar(255),
    description text,
    posted_at timestamptz,
    valid_through timestamptz,
    data jsonb not null,
    sources jsonb default '{}'::jsonb not null,
    content_hash varchar(64),
    extractor varchar(64) not null,
    extractor_version varchar(32) not null,
    strategy varchar(64) not null,
    confidence float8 not null,
    used_llm boolean default false not null,
    warnings text[] default '{}' not null,
    version integer default '1' not null,
    parsed_at timestamptz not null,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    constraint pk_postings primary key (id),
    constraint uq_postings_url_hash unique (url_hash),
    constraint fk_postings_crawl_task_id foreign key (crawl_task_id) references crawl_tasks (id) on delete set null,
    constraint fk_postings_domain_id foreign key (domain_id) references domains (id),
    constraint fk_postings_url_hash foreign key (url_hash) references resources (url_hash)
);

create index idx_postings_company_external_id on postings (company, external_id);
create index idx_postings_crawl_task_id on postings (crawl_task_id);
create index idx_postings_domain_id on postings (domain_id);
create index idx_postings_posted_at on postings (posted_at);

-- The words that a product is found by: those of its name, brand and numbers, with and without the marks that join
-- them, and the numbers without anything between their letters. core/matching/lexemes.py has the same and says why.
create function product_words(p_name text, p_brand text, p_sku text, p_mpn text) returns tsvector
language sql immutable parallel safe
as $$
        select array_to_tsvector(array_remove(
            string_to_array(regexp_replace(t.spaced, '[ ./_-]+', ' ', 'g'), ' ')
            || string_to_array(regexp_replace(t.spaced, '[./_-]+', '', 'g'), ' ')
            || string_to_array(regexp_replace(f.sku, '[^a-z0-9]+', '', 'g'), ' ')
            || string_to_array(regexp_replace(f.mpn, '[^a-z0-9]+', '', 'g'), ' '), ''))
        from (select regexp_replace(normalize(lower(translate(
                         coalesce(p_name, '') || ' ' || coalesce(p_brand, '') || ' ' || coalesce(p_sku, '') || ' '
                         || left(coalesce(p_mpn, ''), 100), '™®©', '   ')), NFKD), '[\u0300-\u036f]+', '', 'g') as text,
                     left(lower(coalesce(p_sku, '')), 64) as sku, left(lower(coalesce(p_mpn, '')), 64) as mpn) f,
             lateral (select regexp_replace(
                 regexp_replace(f.text, '[\u0001-,:-@\[-^`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
                 '([^ ]{64})[^ ]+', '\1', 'g') as spaced) t
    $$;

create table products (
    id bigint generated always as identity,
    domain_id integer not null,
    crawl_task_id bigint,
    url text not null,
    url_hash varchar(64) not null,
    product_name varchar(512) not null,
    description text,
    price numeric(12, 2),
    currency varchar(3),
    availability varchar(50),
    rating numeric(3, 2),
    review_count integer,
    brand varchar(255),
    category varchar(255),
    sku varchar(100),
    gtin varchar(14),
    metadata json,
    data jsonb not null,
    sources jsonb default '{}'::jsonb not null,
    content_hash varchar(64),
    extractor varchar(64) not null,
    extractor_version varchar(32) not null,
    strategy varchar(64) not null,
    confidence float8 not null,
    used_llm boolean default false not null,
    warnings text[] default '{}' not null,
    version integer default '1' not null,
    parsed_at timestamptz not null,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    words tsvector generated always as (product_words(product_name::text, brand::text, sku::text, data ->>
        'mpn'::text)) stored,
    constraint pk_products primary key (id),
    constraint uq_products_url_hash unique (url_hash),
    constraint products_rating_in_range check (rating between 0 and 5),
    constraint fk_products_crawl_task_id foreign key (crawl_task_id) references crawl_tasks (id) on delete set null,
    constraint fk_products_domain_id foreign key (domain_id) references domains (id),
    constraint fk_products_url_hash foreign key (url_hash) references resources (url_hash)
);

create index idx_products_availability on products (availability);
create index idx_products_brand on products (brand);
create index idx_products_category on products (category);
create index idx_products_crawl_task_id on products (crawl_task_id);
create index idx_products_created_at on products (created_at);
create index idx_products_domain_id on products (domain_id);
create index idx_products_gtin on products (gtin);
create index idx_products_price on products (price);
create index idx_products_product_name on products (product_name);
create index idx_products_sku on products (sku);
create index idx_products_words on products using gin (words);

-- Misspelt names are found where PostgreSQL has this extension, which most have; the others do without.
do $$
begin
    if exists (select from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
        create index idx_products_spelling on products using gin (product_name gin_trgm_ops);
    end if;
end $$;

create table webhook_deliveries (
    id bigint generated always as identity,
    webhook_id bigint not null,
    item_id uuid,
    status varchar(16),
    happened_at timestamptz default now() not null,
    queued_at timestamptz default now() not null,
    attempts integer default '0' not null,
    next_at timestamptz default now(),
    delivered_at timestamptz,
    last_answer integer,
    last_error text,
    constraint pk_webhook_deliveries primary key (id),
    constraint webhook_deliveries_of_an_item_or_a_ping check ((item_id is null) = (status is null)),
    constraint webhook_deliveries_over_once_delivered check (next_at is null or delivered_at is null),
    constraint webhook_deliveries_status_known check (status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND',
        'ERROR', 'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED')),
    constraint fk_webhook_deliveries_webhook_id foreign key (webhook_id) references webhooks (id) on delete cascade
);

create index idx_webhook_deliveries_next_at on webhook_deliveries (next_at) where next_at is not null;
create index idx_webhook_deliveries_queued_at on webhook_deliveries (queued_at);
create index idx_webhook_deliveries_webhook_id_attempts_id on webhook_deliveries (webhook_id, attempts, id) where
    next_at is not null;
create index idx_webhook_deliveries_webhook_id_id on webhook_deliveries (webhook_id, id);

create table appends (
    job_id bigint,
    idempotency_key varchar(255),
    request varchar(64) not null,
    first_row bigint not null,
    last_row bigint not null,
    created_at timestamptz default now() not null,
    constraint pk_appends primary key (job_id, idempotency_key),
    constraint fk_appends_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create table catalogue_pictures (
    product_id bigint,
    image_url text not null,
    tries smallint default '1' not null,
    next_try_at timestamptz not null,
    looked_at timestamptz,
    error_code varchar(64),
    constraint pk_catalogue_pictures primary key (product_id),
    constraint fk_catalogue_pictures_product_id foreign key (product_id) references products (id) on delete cascade
);

create table images (
    id bigint generated always as identity,
    product_id bigint not null,
    image_url text not null,
    image_path varchar(512),
    alt_text varchar(512),
    image_type varchar(50) default 'primary' not null,
    position integer default '0' not null,
    width integer,
    height integer,
    file_size integer,
    created_at timestamptz default now() not null,
    constraint pk_images primary key (id),
    constraint fk_images_product_id foreign key (product_id) references products (id) on delete cascade
);

create index idx_images_product_id on images (product_id);

create table ingests (
    id bigint generated always as identity,
    job_id bigint not null,
    place integer default '0' not null,
    file_id bigint not null,
    format varchar(16),
    rows_read bigint default '0' not null,
    bad_rows bigint default '0' not null,
    error_code varchar(64),
    error text,
    attempts integer default '0' not null,
    due_at timestamptz default now() not null,
    worker varchar(64),
    fence bigint default '0' not null,
    lease_until timestamptz,
    created_at timestamptz default now() not null,
    finished_at timestamptz,
    may_have_links boolean default true not null,
    constraint pk_ingests primary key (id),
    constraint uq_ingests_job_id_place unique (job_id, place),
    constraint ingests_a_lease_has_a_holder check ((lease_until is null) = (worker is null)),
    constraint fk_ingests_file_id foreign key (file_id) references files (id) on delete cascade,
    constraint fk_ingests_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create index idx_ingests_file_id on ingests (file_id);
create index idx_ingests_open on ingests (due_at) where finished_at is null;

create table job_changes (
    job_id bigint,
    number bigint,
    change jsonb not null,
    happened_at timestamptz default now() not null,
    constraint pk_job_changes primary key (job_id, number),
    constraint fk_job_changes_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create index idx_job_changes_happened_at on job_changes (happened_at);

create table job_deltas (
    id bigint generated always as identity,
    job_id bigint not null,
    total integer default '0' not null,
    pending integer default '0' not null,
    processing integer default '0' not null,
    done integer default '0' not null,
    not_found integer default '0' not null,
    error integer default '0' not null,
    skipped integer default '0' not null,
    canceled integer default '0' not null,
    committed integer default '0' not null,
    abandoned integer default '0' not null,
    duplicates boolean default false not null,
    constraint pk_job_deltas primary key (id),
    constraint job_deltas_counters_add_up check (pending + processing + done + not_found + error + skipped + canceled
        + committed + abandoned = total),
    constraint fk_job_deltas_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create index idx_job_deltas_job_id on job_deltas (job_id);

create table job_items (
    id uuid,
    job_id bigint,
    row_no bigint,
    origin varchar(16) not null,
    user_id bigint,
    job_type varchar(32) default 'url' not null,
    kind varchar(16),
    url text,
    url_hash varchar(64),
    use_llm_fallback boolean default false not null,
    status varchar(16) default 'PENDING' not null,
    attempts integer default '0' not null,
    input_json jsonb,
    normalized_json jsonb,
    result_json jsonb,
    record_version integer,
    unchanged boolean default false not null,
    error_code varchar(64),
    last_error text,
    created_at timestamptz default now() not null,
    updated_at timestamptz default now() not null,
    started_at timestamptz,
    completed_at timestamptz,
    committed_at timestamptz,
    abandoned_at timestamptz,
    canceled_at timestamptz,
    shared boolean default false not null,
    redone_at timestamptz,
    input_hash bigint,
    twin_of uuid,
    constraint pk_job_items primary key (id),
    constraint job_items_a_mailbox_has_a_user check (origin <> 'mailbox' or user_id is not null),
    constraint job_items_a_page_is_wanted_for_something check (url_hash is null or kind is not null),
    constraint job_items_ended_items_say_when check ((status in ('PENDING', 'PROCESSING')) = (completed_at is null)),
    constraint job_items_kind_known check (kind in ('recipe', 'product', 'posting', 'auto')),
    constraint job_items_only_the_mailbox_commits check (origin = 'mailbox' or status not in ('COMMITTED',
        'ABANDONED')),
    constraint job_items_origin_known check (origin in ('parse', 'mailbox', 'batch', 'run', 'cli')),
    constraint job_items_single_requests_have_no_job check ((origin not in ('parse', 'mailbox') or job_id is null) and
        (origin not in ('batch', 'run') or job_id is not null)),
    constraint job_items_status_known check (status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR',
        'SKIPPED', 'CANCELED', 'COMMITTED', 'ABANDONED')),
    constraint fk_job_items_job_id foreign key (job_id) references jobs (id) on delete cascade,
    constraint fk_job_items_twin_of foreign key (twin_of) references job_items (id) on delete set null deferrable
        initially immediate,
    constraint fk_job_items_url_hash foreign key (url_hash) references resources (url_hash),
    constraint fk_job_items_user_id foreign key (user_id) references users (user_id) on delete cascade
) with (fillfactor = 85);

create index idx_job_items_attached on job_items (job_id, row_no) where job_id is not null and url_hash is not null
    and completed_at is null;
create index idx_job_items_awaiting_pages on job_items (job_id, row_no) where error_code = 'awaits_pages';
create index idx_job_items_completed_at on job_items (completed_at) where job_id is null and completed_at is not null;
create index idx_job_items_failed on job_items (url_hash) where url_hash is not null and status = 'ERROR';
create index idx_job_items_job_id_input_hash on job_items (job_id, input_hash) where input_hash is not null;
create index idx_job_items_job_id_status_row_no on job_items (job_id, status, row_no) where job_id is not null;
create index idx_job_items_job_id_status_updated_at_id on job_items (job_id, status, updated_at, id) where job_id is
    not null;
create index idx_job_items_mailbox on job_items (user_id, status, completed_at, id) where origin = 'mailbox';
create index idx_job_items_pending on job_items (status, user_id, updated_at, id) where completed_at is null;
create index idx_job_items_twin_of_status_row_no on job_items (twin_of, status, row_no) where twin_of is not null;
create index idx_job_items_unsaved on job_items (completed_at) where origin = 'mailbox' and status = 'DONE';
create index idx_job_items_user_id_created_at on job_items (user_id, created_at desc) where user_id is not null;
create index idx_job_items_waiting on job_items (url_hash, status) where url_hash is not null and status in
    ('PENDING', 'PROCESSING');
create unique index uq_job_items_job_id_row_no on job_items (job_id, row_no) where job_id is not null;
create unique index uq_job_items_open_mailbox on job_items (user_id, url_hash, kind) where origin = 'mailbox' and
    status in ('PENDING', 'PROCESSING');
create unique index uq_job_items_open_parse on job_items (url_hash, kind) where origin = 'parse' and status in
    ('PENDING', 'PROCESSING');
create unique index uq_job_items_open_picture on job_items (user_id, (input_json ->> 'content_hash')) where origin =
    'mailbox' and url_hash is null and status in ('PENDING', 'PROCESSING');

create table lanes (
    id bigint generated always as identity,
    stage varchar(8) not null,
    domain_id integer,
    job_id bigint,
    ready_at timestamptz default 'infinity' not null,
    next_at timestamptz default '-infinity' not null,
    saturated boolean default false not null,
    feed_at timestamptz default 'infinity' not null,
    robots_delay_seconds float8 default '0' not null,
    latency_seconds float8,
    throttle_seconds float8 default '0' not null,
    throttled_at timestamptz,
    not_before timestamptz,
    failures integer default '0' not null,
    opened_at timestamptz,
    open_until timestamptz,
    probes integer default '0' not null,
    breaker_cause varchar(64),
    probe_fence bigint,
    trusted_from timestamptz,
    needs_private boolean default false not null,
    throttled_since timestamptz,
    fed_to bigint default '0' not null,
    last_success_at timestamptz,
    failing_pages jsonb default '[]'::jsonb not null,
    constraint pk_lanes primary key (id),
    constraint uq_lanes_domain_id unique (domain_id),
    constraint uq_lanes_job_id unique (job_id),
    constraint lanes_an_open_breaker_says_until_when check ((opened_at is null) = (open_until is null)),
    constraint lanes_stage_fits_owner check ((stage = 'crawl') = (domain_id is not null) and (domain_id is null or
        job_id is null)),
    constraint fk_lanes_domain_id foreign key (domain_id) references domains (id) on delete cascade,
    constraint fk_lanes_job_id foreign key (job_id) references jobs (id) on delete cascade
) with (fillfactor = 70);

create index idx_lanes_feed_at on lanes (feed_at) where feed_at < 'infinity';
create index idx_lanes_needs_private on lanes (id) where needs_private;
create index idx_lanes_opened_at on lanes (opened_at) where opened_at is not null;
create index idx_lanes_stage_ready_at on lanes (stage, ready_at) where ready_at < 'infinity';
create index idx_lanes_throttled_since on lanes (throttled_since) where throttled_since is not null;

create table page_waits (
    job_id bigint,
    since timestamptz default now() not null,
    retry_at timestamptz not null,
    retried_to bigint,
    constraint pk_page_waits primary key (job_id),
    constraint fk_page_waits_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create table picture_prints (
    id bigint generated always as identity,
    product_id bigint not null,
    user_id bigint,
    print bigint not null,
    created_at timestamptz default now() not null,
    constraint pk_picture_prints primary key (id),
    constraint uq_picture_prints_product_id_user_id_print unique nulls not distinct (product_id, user_id, print),
    constraint fk_picture_prints_product_id foreign key (product_id) references products (id) on delete cascade,
    constraint fk_picture_prints_user_id foreign key (user_id) references users (user_id) on delete cascade
);

create index idx_picture_prints_user_id on picture_prints (user_id);

create table reprocessings (
    id bigint generated always as identity,
    job_id bigint not null,
    statuses text[] not null,
    reasons text[],
    reset_attempts boolean default false not null,
    gone_through bigint default '0' not null,
    last_row bigint not null,
    asked_at timestamptz default now() not null,
    constraint pk_reprocessings primary key (id),
    constraint fk_reprocessings_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create index idx_reprocessings_job_id on reprocessings (job_id);

create table twin_backlog (
    item_id uuid,
    job_id bigint not null,
    settled_to bigint default '0' not null,
    heir_id uuid,
    constraint pk_twin_backlog primary key (item_id),
    constraint fk_twin_backlog_job_id foreign key (job_id) references jobs (id) on delete cascade
);

create index idx_twin_backlog_job_id on twin_backlog (job_id);

create table dead_letters (
    id bigint generated always as identity,
    stage varchar(8) not null,
    task_id bigint,
    item_id uuid,
    cause varchar(64) not null,
    message text not null,
    attempts smallint not null,
    created_at timestamptz default now() not null,
    replayed_at timestamptz,
    constraint pk_dead_letters primary key (id),
    constraint dead_letters_stage_known check (stage in ('crawl', 'extract', 'match')),
    constraint fk_dead_letters_item_id foreign key (item_id) references job_items (id) on delete cascade,
    constraint fk_dead_letters_task_id foreign key (task_id) references crawl_tasks (id) on delete cascade
);

create index idx_dead_letters_cause_created_at on dead_letters (cause, created_at);
create index idx_dead_letters_created_at on dead_letters (created_at);
create index idx_dead_letters_item_id on dead_letters (item_id);
create index idx_dead_letters_replayed_at on dead_letters (replayed_at) where replayed_at is not null;
create index idx_dead_letters_task_id on dead_letters (task_id);

create table work (
    id bigint generated always as identity,
    stage varchar(8) not null,
    task_id bigint,
    item_id uuid,
    lane_id bigint,
    priority smallint default '5' not null,
    rank timestamptz not null,
    due_at timestamptz default now() not null,
    held boolean default false not null,
    fence bigint default '0' not null,
    attempt smallint default '0' not null,
    max_attempts smallint default '3' not null,
    lease_until timestamptz,
    worker varchar(64),
    claimed_at timestamptz,
    proxy_id integer,
    hop_url text,
    trail text[] default '{}' not null,
    waiting_since timestamptz,
    renders boolean default false not null,
    rendered boolean default false not null,
    reads_text boolean default false not null,
    asker_id bigint default '0' not null,
    job_id bigint default '0' not null,
    single boolean generated always as (priority < 1) stored not null,
    constraint pk_work primary key (id),
    constraint work_a_lease_has_a_holder check ((lease_until is null) = (worker is null)),
    constraint work_stage_fits_subject check (num_nonnulls(task_id, item_id) = 1 and (stage <> 'crawl' or (task_id is
        not null and lane_id is not null))),
    constraint work_stage_known check (stage in ('crawl', 'extract', 'match')),
    constraint fk_work_item_id foreign key (item_id) references job_items (id) on delete cascade,
    constraint fk_work_lane_id foreign key (lane_id) references lanes (id) on delete cascade,
    constraint fk_work_task_id foreign key (task_id) references crawl_tasks (id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create index idx_work_free on work (stage, rank) where lease_until is null and not held and lane_id is null and
    item_id is not null;
create index idx_work_in_flight on work (lane_id) where lease_until is not null and lane_id is not null;
create index idx_work_lane on work (lane_id, rank) where lease_until is null and not held and lane_id is not null;
create index idx_work_leased on work (lease_until) where lease_until is not null;
create index idx_work_reads_text on work (due_at) where reads_text and lease_until is null;
create index idx_work_turns on work (stage, single, asker_id, job_id, rank) where lease_until is null and not held and
    task_id is not null;
create index idx_work_waiting on work (waiting_since) where waiting_since is not null;
create unique index uq_work_item_id on work (item_id) where item_id is not null;
create unique index uq_work_task_id on work (task_id) where task_id is not null;
