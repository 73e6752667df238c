-- Announced revocations of sender IDs and templates (screens S2), until they are carried out or taken back.
create table revocation (
  account_id uuid not null references account,
  subject_id uuid not null,
  -- of a template: it and its earlier versions lose their approval
  version integer not null,
  kind text not null check (kind in ('signature', 'template')),
  reasons jsonb not null,
  -- the name of the reviewer, for staff only
  reviewer text not null,
  announced_at timestamptz not null,
  ends_at timestamptz not null,
  -- when a process may carry it out; a claim moves it
  next_at timestamptz not null,
  primary key (account_id, subject_id)
);
create index revocation_due on revocation (next_at);
