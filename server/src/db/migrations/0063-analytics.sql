-- Figures of a day by country, carrier, template, error and credential, counted from its messages and replaced whole.

create table analytics_day (
  account_id uuid not null,
  day date not null,
  -- The next count, and once the messages of the day no longer change, the end of their keeping.
  due_at timestamptz not null default '-infinity',
  -- The count that may be written. A later one ends it.
  claim uuid,
  counted_at timestamptz,
  -- The figures of `daily` when the count began. Where they differ now, messages have changed since.
  msg_cnt bigint not null default 0,
  succ_msg_cnt bigint not null default 0,
  -- Messages that may still change.
  open bigint not null default 0,
  primary key (account_id, day)
) with (fillfactor = 50);
create index analytics_day_due on analytics_day (due_at);

create table analytics_count (
  account_id uuid not null,
  day date not null,
  dimension text not null,
  -- Empty where a message has none, such as a template.
  key text not null,
  messages bigint not null,
  -- Recipients that were refused inside accepted requests; no other column counts them.
  refused bigint not null,
  parts bigint not null,
  delivered bigint not null,
  failed bigint not null,
  -- Of messages and delivered: those to countries whose receipts come from the network alone.
  network_messages bigint not null,
  network_delivered bigint not null,
  cost_micros bigint not null,
  -- Delivered messages by the time since acceptance, in buckets that grow by the eighth root of two.
  buckets smallint[] not null,
  counts bigint[] not null,
  primary key (account_id, dimension, day, key)
);

-- The first message of a day opens it, so that no loop searches for days.
create function open_analytics_day() returns trigger language plpgsql as $$
begin
  insert into analytics_day (account_id, day) values (new.account_id, new.day) on conflict do nothing;
  return null;
end $$;
create trigger open_analytics_day after insert on daily for each row execute function open_analytics_day();

insert into analytics_day (account_id, day) select account_id, day from daily;
