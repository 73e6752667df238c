-- The outbox carries what settle has to know of a message, so that a message that nobody else changed is not read back.
alter table outbox
  add column price_micros bigint not null default 0,
  add column pay_for_delivered boolean not null default false,
  add column accepted_at timestamptz not null default now();
update outbox o set price_micros = m.price_micros, pay_for_delivered = m.pay_for_delivered, accepted_at = m.accepted_at
  from message m where m.account_id = o.account_id and m.id = o.id;
alter table outbox
  alter column price_micros drop default,
  alter column pay_for_delivered drop default,
  alter column accepted_at drop default;

alter table deferred
  add column price_micros bigint not null default 0,
  add column pay_for_delivered boolean not null default false,
  add column accepted_at timestamptz not null default now();
update deferred d set price_micros = m.price_micros, pay_for_delivered = m.pay_for_delivered, accepted_at = m.accepted_at
  from message m where m.account_id = d.account_id and m.id = d.id;
alter table deferred
  alter column price_micros drop default,
  alter column pay_for_delivered drop default,
  alter column accepted_at drop default;
