-- The verification of an account's identity (screens S12): at most one approval, and beside it one submission that waits or was rejected.
create table verification (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ('individual', 'enterprise', 'business', 'sole_trader')),
  -- review status: 0 pending, 1 rejected automatically, 2 rejected by a person, 3 checked automatically, 4 approved
  status smallint not null check (status between 0 and 4),
  -- grows with each submission and each decision
  version integer not null,
  -- the values of the form as JSON, as the secret box writes them: key id, dot, base64url
  sealed text not null,
  -- keyed hashes of the identity's number and of its name, and a name of the key that made them
  identity_hash bytea not null,
  name_hash bytea not null,
  hash_key text not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- refused fields with their reasons
  reasons jsonb not null,
  -- the end of an approval
  valid_until timestamptz,
  -- days before the end at which the last reminder was sent
  reminded smallint,
  -- when the next reminder or the end is due
  next_at timestamptz,
  -- the approval raised the account's trust level, so its end lowers it again
  raised_level boolean not null default false,
  primary key (account_id, id),
  check ((status = 4) = (valid_until is not null))
);
create unique index verification_id on verification (id);
create unique index verification_approved on verification (account_id) where status = 4;
create unique index verification_open on verification (account_id) where status <> 4;
create index verification_waiting on verification (submitted_at) where status in (0, 3);
create index verification_identity on verification (identity_hash) where status in (0, 3, 4);
create index verification_due on verification (next_at) where next_at is not null;
create index verification_hash_key on verification (hash_key);

-- A form that is not submitted yet.
create table verification_draft (
  account_id uuid primary key references account,
  type text not null check (type in ('individual', 'enterprise', 'business', 'sole_trader')),
  sealed text not null,
  saved_at timestamptz not null
);
create index verification_draft_saved on verification_draft (saved_at);

create trigger refuse_retired_key before insert or update of sealed on verification
  for each row execute function refuse_retired_key('sealed');
create trigger refuse_retired_key before insert or update of sealed on verification_draft
  for each row execute function refuse_retired_key('sealed');
