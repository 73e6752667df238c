-- Numbers that the last messages did not reach (screens S8). The reading of a list looks them up, so estimate and broadcast
-- agree. Estimates and broadcasts that are older than the choice leave nobody out for it.
alter table audience_member add column unreached boolean not null default false;
update broadcast set message = message || '{"unreached": "send"}';
update broadcast_quote set message = message || '{"unreached": "send"}';
