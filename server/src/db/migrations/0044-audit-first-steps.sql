-- A right first step of a sign-in with a second factor is no refusal, and a right sign-in is its owner's.

alter table audit_entry drop constraint audit_entry_outcome_check;
alter table audit_entry add constraint audit_entry_outcome_check
  check (outcome in ('begun', 'done', 'challenged', 'refused', 'failed'));
update audit_entry set outcome = 'challenged', error = null where error = 'second_factor_required' and actor = 'visitor';
update audit_entry set actor = 'owner' where actor = 'visitor' and outcome = 'done';
