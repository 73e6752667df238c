-- Proof of an e-mail address or a phone, and what an account decides about its messages.

-- Accounts of the house send what the product itself has to say. Nobody can sign in to one.
alter table account add column house boolean not null default false;
-- when the owner agreed to the terms at sign-up
alter table account add column agreed_at timestamptz;
alter table account drop constraint account_check;
alter table account add constraint account_reachable check (house or email is not null or phone is not null);
create unique index account_house on account (partition) where house;

-- A code on its way to a target. Targets may be anybody's, so they and the codes are kept as keyed hashes.
create table verification_code (
  scene text not null,
  target_hash bytea not null,
  -- whose code it is: the caller's, or that of the account behind the target; null where there is none
  owner_id uuid,
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create unique index verification_code_target on verification_code (scene, target_hash, owner_id) nulls not distinct;
create index verification_code_expiry on verification_code (expires_at);

-- What a right code was turned into: the right to do one thing once.
create table verification_token (
  token_hash bytea primary key,
  scene text not null,
  target_hash bytea not null,
  owner_id uuid,
  expires_at timestamptz not null
);
create index verification_token_expiry on verification_token (expires_at);

-- How often something was done by or for one target, account, address, number prefix or device, until its window ends.
create table verification_cap (
  key_hash bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index verification_cap_end on verification_cap (ends_at);

-- What an account decides about the messages it sends; without a row everything is as by default.
create table sms_configuration (
  account_id uuid primary key references account,
  -- the sender of messages that name none
  signature text,
  -- null: by scene
  validity_seconds integer check (validity_seconds between 30 and 259200),
  retention_days smallint not null check (retention_days in (0, 7, 30, 90))
);

alter table message add column channel text not null default 'sms' check (channel in ('sms', 'whatsapp'));

-- Whether an account was ever topped up is asked often and answered by few rows.
create index ledger_entry_credit on ledger_entry (account_id) where kind = 'credit';
