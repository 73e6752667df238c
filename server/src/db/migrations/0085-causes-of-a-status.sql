-- The causes of an account's status, which shows one of them: the payments that staff blocked, and a card dispute. `blocks`
-- holds every status in force, so that a payment is checked against all of them. Known statuses are split by the disputes.
alter table account
  add column staff_block smallint check (staff_block between 10 and 14),
  add column card_block boolean not null default false;
update account a set card_block = true
 where status in (1, 10, 12)
   and exists (select from dispute d where d.account_id = a.id and d.status in ('open', 'lost'));
update account set staff_block = status where status in (10, 11, 13, 14) or (status = 12 and not card_block);
alter table account add column blocks smallint[] not null generated always as (
  array_remove(array[status, staff_block, case when card_block then 12::smallint end], null)) stored;
