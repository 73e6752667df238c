-- A message that waits in the memory of the process that accepted it: no claim takes it.
alter table outbox add column buffered_by uuid;
drop index outbox_waiting;
create index outbox_waiting on outbox (upstream, lane, account_id, id) where mark is null and buffered_by is null;
create index outbox_buffered on outbox (upstream, buffered_by, lane, id) where buffered_by is not null;

-- The buffered messages that a process is about to submit. When the process dies, only these are in doubt.
create table submission_batch (
  id uuid primary key,
  upstream text not null,
  buffered_by uuid not null,
  messages uuid[] not null
);
alter table submission_batch alter column messages set storage external;
create index submission_batch_upstream on submission_batch (upstream, buffered_by);
