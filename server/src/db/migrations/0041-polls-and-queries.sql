-- The columns are named for what they hold: the next query, the next poll, the last poll, the number of polls, when a row is due.
alter table outbox rename column ask_at to query_at;
alter table top_up rename column ask_at to poll_at;
alter table top_up rename column asked_at to polled_at;
alter table top_up rename column asked_times to polls;
alter table card_charge rename column ask_at to poll_at;
alter table card_charge rename column asked_times to polls;
alter table refund rename column ask_at to poll_at;
alter table recharge_due rename column look_at to due_at;
alter table balance_low_due rename column look_at to due_at;
alter table payment_method rename column asked_at to polled_at;
alter index top_up_ask rename to top_up_poll;
alter index card_charge_ask rename to card_charge_poll;
alter index refund_ask rename to refund_poll;
alter index recharge_due_look rename to recharge_due_due_at;
alter index balance_low_due_look rename to balance_low_due_due_at;
