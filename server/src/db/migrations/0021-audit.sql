-- What was written about an account, by whom and from where. A row is written ahead of the act: one that still says that
-- it has begun tells of an act whose process ended. Never a secret, never what a call carried.
create table audit_entry (
  account_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor text not null check (actor in ('owner', 'visitor', 'staff', 'system')),
  session_id uuid,
  address text,
  user_agent text,
  -- noun and verb
  action text not null,
  subject text,
  outcome text not null check (outcome in ('begun', 'done', 'refused', 'failed')),
  error text,
  -- [{"field": "mode", "before": "1", "after": "2"}]
  changes jsonb not null default '[]',
  primary key (account_id, id)
);
-- what was kept long enough goes by it
create index audit_entry_at on audit_entry (at);
