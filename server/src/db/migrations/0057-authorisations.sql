-- The end of the authorisation of a sender ID that a third party lent (screens S2), and the reminders before it.
alter table signature
  -- the first moment after the authorisation's last day in the account's zone; null for an own name
  add column expires_at timestamptz,
  -- the reminder that was sent last, as days before the end
  add column reminded smallint,
  -- when the next reminder or the end is due
  add column next_at timestamptz;
update signature s set expires_at = e.at, next_at = e.at - interval '30 days'
  from (
    select g.account_id, g.id, case
      when g.usage = 'third_party' and g.evidence ->> 'authorised_until' ~ '^\d{4}-\d{2}-\d{2}$'
      then ((g.evidence ->> 'authorised_until')::date + 1)::timestamp at time zone a.time_zone end as at
    from signature g join account a on a.id = g.account_id
  ) e
  where s.account_id = e.account_id and s.id = e.id and e.at is not null;
create index signature_due on signature (next_at) where next_at is not null;
