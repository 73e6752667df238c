-- Calls of the console that carried an Idempotency-Key, and how they were answered.
create table console_answer (
  account_id uuid not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  -- as the secret box writes it; null while the call runs
  sealed_answer text,
  -- a call that has not answered by then ended with its process
  runs_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, path, key)
);
create index console_answer_expiry on console_answer (expires_at);
