-- The part of a topic to which messages of a key belong. Each part has one relay at a time, so messages of a key stay in
-- order. Every topic has eight parts (store/queue/outbox.py), a constant: with another number, messages of a key that
-- wait already would be in another part than the next ones.
create or replace function outbox_part(p_key text) returns smallint
language sql immutable strict parallel safe
as $$
    select (get_byte(decode(md5(p_key), 'hex'), 0) % 8)::smallint
$$;
