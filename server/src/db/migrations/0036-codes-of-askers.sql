-- A code belongs to the caller that requested it, so that a stranger's request neither replaces nor uses up an owner's.
-- Codes live for ten minutes: the ones on their way are requested again.

delete from verification_code;
-- of the account, the device or the network that requested the code; a new request replaces only its own code
alter table verification_code add column asker_hash bytea not null;
-- of the handle in the response to the request; tries that name it are counted in tries
alter table verification_code add column handle_hash bytea not null;
-- tries that name no handle
alter table verification_code add column open_tries smallint not null default 0;
drop index verification_code_target;
create unique index verification_code_target
  on verification_code (scene, target_hash, owner_id, asker_hash) nulls not distinct;
