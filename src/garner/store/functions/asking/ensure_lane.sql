-- Returns the lane of a domain, and creates both if they are missing. A new domain follows the settings.
create or replace function ensure_lane(p_domain text, p_base_url text) returns bigint
language plpgsql
as $$
begin
    perform ensure_domains(array[p_domain], array[p_base_url]);
    return (select l.id from lanes l where l.domain_id = (select d.id from domains d where d.domain_name = p_domain));
end
$$;
