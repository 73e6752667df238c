-- Delayed payment methods, and the payments that staff have to look into.

-- 0 open, 1 paid, 2 cancelled, 3 expired, 4 failed, 5 processing
alter table top_up drop constraint top_up_status_check, add check (status between 0 and 5);

-- Money at a provider that the books do not show, or the other way round. Open until staff resolve it.
create table payment_alarm (
  channel text not null check (channel in ('alipay', 'wxpay', 'stripe')),
  kind text not null,
  -- our order, or the provider's payment where no order is known
  about text not null,
  -- the event that raised it; empty for a poll that was given up
  event_id text not null,
  amount_micros bigint,
  currency text,
  at timestamptz not null,
  resolved_at timestamptz,
  -- how staff resolved it, and who
  resolution text,
  resolved_by text,
  primary key (channel, kind, about, event_id),
  check ((resolved_at is null) = (resolution is null) and (resolved_at is null) = (resolved_by is null))
);
create index payment_alarm_open on payment_alarm (at) where resolved_at is null;
