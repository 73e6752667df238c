-- Who may come in, and with what. Every tenant table carries account_id first in its keys.

create table account (
  id uuid primary key,
  email text unique check (email = lower(email)),
  phone text unique,
  password_hash text not null,
  partition text not null check (partition in ('us', 'cn')),
  currency text not null check (currency in ('USD', 'CNY')),
  time_zone text not null,
  firstname text not null default '',
  lastname text not null default '',
  nickname text not null default '',
  username text not null default '',
  realname_name text not null default '',
  realname_auth boolean not null default false,
  gender smallint not null default 0,
  activated boolean not null default true,
  demo boolean not null default false,
  status smallint not null default 0,
  level smallint not null default 0,
  -- parts a second; 0 is unlimited
  tps integer not null default 50 check (tps >= 0),
  credit_enabled boolean not null default false,
  credit_micros bigint not null default 0 check (credit_micros >= 0),
  pay_for_delivered boolean not null default false,
  -- null, true, or a list of "signature" and "template"
  sms_wildcard jsonb,
  sms_smpp boolean not null default false,
  release_channel text not null default 'stable',
  -- keys the hashes of this account's recipients
  hash_key bytea not null,
  created_at timestamptz not null,
  -- every change that the send API must notice moves this; processes poll it
  changed_at timestamptz not null default now(),
  check (email is not null or phone is not null)
);
create index account_changed on account (changed_at);

create table session (
  account_id uuid not null references account,
  id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (account_id, id)
);
create unique index session_token on session (token_hash);

-- Failed sign-ins by (identifier, address); the identifier is hashed, for it may be anybody's.
create table sign_in_failure (
  pair_hash bytea primary key,
  failures smallint not null,
  window_started_at timestamptz not null,
  locked_until timestamptz
);

create table credential (
  account_id uuid not null references account,
  id uuid not null,
  key text not null,
  -- as the secret box writes it: key id, dot, base64url
  sealed_secret text not null,
  mode smallint not null check (mode in (1, 2)),
  type smallint not null check (type in (1, 4, 5)),
  -- the scene of free text that names none
  scene smallint not null default 2 check (scene in (1, 2, 3)),
  system_id text,
  sealed_password text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  primary key (account_id, id)
);
create unique index credential_key on credential (key);

-- Requests by hour, so that a switch of mode can say what it would break.
create table credential_use (
  account_id uuid not null,
  credential_id uuid not null,
  hour timestamptz not null,
  signed boolean not null,
  address text not null,
  requests integer not null,
  primary key (account_id, credential_id, hour, signed, address)
);

-- The last refused requests of a credential; no message came of them.
create table request_log (
  account_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  at timestamptz not null,
  action text not null,
  code text not null,
  address text not null,
  request_id text not null,
  primary key (account_id, id)
);
create index request_log_credential on request_log (account_id, credential_id, id);
