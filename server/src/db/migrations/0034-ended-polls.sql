-- The poll of an order that ended last, counted as asked_times counts the claims: a claim has no result yet.
alter table top_up add column ended_polls integer not null default 0;
