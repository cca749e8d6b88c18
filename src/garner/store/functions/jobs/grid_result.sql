-- The result of a grid row: the record's fields, with its kind, URL, confidence, strategy and warnings.
create or replace function grid_result(p_url_hash text, p_kind text, p_version integer, p_url text) returns jsonb
language sql stable
as $$
    select v.data || jsonb_build_object('kind', v.kind, 'url', p_url, 'confidence', v.confidence,
                                        'strategy', v.strategy, 'warnings', to_jsonb(v.warnings))
    from record_versions v where v.url_hash = p_url_hash and v.kind = p_kind and v.version = p_version
$$;
