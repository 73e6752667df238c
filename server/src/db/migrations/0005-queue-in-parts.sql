-- Rates count parts, and so does the queue that is measured against them.
alter table outbox add column parts smallint not null default 1;
