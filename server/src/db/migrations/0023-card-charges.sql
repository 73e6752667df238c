-- The payment engine: an order carries its purpose, and all charges of kept cards stand in one table.

-- Every order that a kept card is charged for is marked alike.
update top_up set by_card = true where auto;

alter table top_up
  -- what its money is for
  add column purpose text not null generated always as (
    case when invoice_id is not null then 'invoice' when auto then 'auto_recharge' else 'top_up' end) stored;

alter table invoice_charge rename to card_charge;
-- null: a recharge
alter table card_charge alter column invoice_id drop not null;
insert into card_charge
  (account_id, id, pm_id, customer, card, begun_at, payment_id, ask_at, asked_times, ended_at, outcome, code)
  select account_id, id, pm_id, customer, card, begun_at, payment_id, ask_at, asked_times, ended_at, outcome, code
    from recharge;

alter table recharge_link drop constraint recharge_link_account_id_id_fkey;
alter table recharge_link add foreign key (account_id, id) references card_charge;
drop table recharge;

alter table card_charge rename constraint invoice_charge_pkey to card_charge_pkey;
alter table card_charge rename constraint invoice_charge_account_id_id_fkey to card_charge_account_id_id_fkey;
alter table card_charge rename constraint invoice_charge_outcome_check to card_charge_outcome_check;
alter table card_charge rename constraint invoice_charge_check to card_charge_check;
alter index invoice_charge_id rename to card_charge_id;
alter index invoice_charge_ask rename to card_charge_ask;
-- one at a time for an invoice, and one recharge at a time for an account
drop index invoice_charge_in_flight;
create unique index card_charge_in_flight on card_charge (account_id, invoice_id) nulls not distinct where ended_at is null;
create index card_charge_recharges on card_charge (account_id, begun_at) where invoice_id is null;
