-- Requests to erase a person's number from the messages of an account.
create table erasure (
  account_id uuid not null references account,
  id uuid not null,
  -- masked
  recipient text not null,
  -- empty once the erasure is finished
  to_hash bytea not null,
  requested_at timestamptz not null,
  erased integer not null default 0,
  -- messages of the number that had not ended when the erasure last ran
  waiting integer not null,
  -- when a process may go on with it; a claim moves it
  next_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
create unique index erasure_running on erasure (account_id, to_hash) where finished_at is null;
create index erasure_due on erasure (next_at) where finished_at is null;

-- The keys that sign documents. One of them is in use, and all of them verify.
create table signing_key (
  id text primary key,
  -- the 32 bytes of an Ed25519 key, base64url
  public_key text not null,
  sealed_key text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create trigger refuse_retired_key before insert or update of sealed_key on signing_key
  for each row execute function refuse_retired_key('sealed_key');
create unique index signing_key_in_use on signing_key ((true)) where retired_at is null;
