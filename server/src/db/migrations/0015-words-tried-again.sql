-- A word to an owner that nobody took is tried again later, and keeps no other word from its turn until then.

alter table recharge_notice add column try_at timestamptz;
drop index recharge_notice_untold;
create index recharge_notice_untold on recharge_notice (try_at nulls first, at) where told_at is null;

alter table payment_method add column expiry_try_at timestamptz;
