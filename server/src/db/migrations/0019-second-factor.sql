-- What guards an account beyond its password (ruling 36): a second factor, and sessions that know when their owner was last proved.

-- when the owner of a session last proved to be there
alter table session add column proved_at timestamptz;
update session set proved_at = created_at;
alter table session alter column proved_at set not null;

-- An authenticator app: the one in force, and beside it one of which no code has been given yet.
create table totp (
  account_id uuid not null references account,
  pending boolean not null,
  -- as the secret box writes it: key id, dot, base64url
  sealed_secret text not null,
  since timestamptz not null,
  -- the step of the last code that was taken; neither it nor an older one works again
  last_step bigint not null default 0,
  primary key (account_id, pending)
);

-- The codes that still work. Their key is sealed, for it has to outlive a change of SECRET_KEYS.
create table recovery_code (
  account_id uuid primary key references account,
  sealed_key text not null,
  hashes bytea[] not null,
  made_at timestamptz not null
);

create table passkey (
  account_id uuid not null references account,
  id uuid not null,
  -- as browsers name it, base64url
  credential_id text not null unique,
  -- the name of the site that it belongs to
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id)
);

-- What somebody was asked to prove and has not answered yet.
create table proof_question (
  -- of the ticket, or of the session that was asked
  key_hash bytea primary key,
  -- null where a passkey alone shall tell
  account_id uuid references account,
  network text not null,
  -- what a passkey is to sign; null once it was answered
  challenge text,
  challenge_until timestamptz,
  expires_at timestamptz not null
);
create index proof_question_account on proof_question (account_id);
create index proof_question_network on proof_question (network) where account_id is null;
create index proof_question_over on proof_question (expires_at);

-- The browsers and networks that owners signed in from, by their hashes, so that they are told of a new one.
create table sign_in_place (
  account_id uuid not null references account,
  place_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, place_hash)
);
