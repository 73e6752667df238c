-- Messages of a recipient and of last four digits are found by one index (decision 0175). It has a condition for the reason
-- of 0092. An erasure knows the digits of its number until it is finished.
alter table erasure add column to_last4 text not null default '';
alter table erasure alter column to_last4 drop default;
update erasure e set to_last4 = m.to_last4
  from (select distinct account_id, to_hash, to_last4 from message where to_last4 <> '') m
  where e.finished_at is null and m.account_id = e.account_id and m.to_hash = e.to_hash;
-- Running exports of recipients know their place in the order of the old index, so they begin again.
update export_piece p set nr = null, delete_after = now()
  from export e where e.account_id = p.account_id and e.id = p.export_id and e.kind = 'recipients' and e.status = 2
    and p.nr is not null;
update export set status = 1, due_at = now(), reason = null, tries = 0, claim = null, counted = false, place = null,
    total = 0, done = 0, pieces = 0, rows = 0, size = 0, writer = null, finished_at = null
  where kind = 'recipients' and status = 2;
drop index message_recipient, message_ending;
create index message_recipient on message (account_id, to_last4, to_hash, id) where to_last4 is not null;
