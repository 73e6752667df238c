-- The numbers that an account sends nothing to, or not every scene.

create table listed_recipient (
  account_id uuid not null references account,
  id uuid not null,
  -- E.164. Null where the number is not kept: the hash alone then finds it.
  recipient text,
  -- the keyed hash that messages have too
  to_hash bytea not null,
  -- empty after an erasure
  to_last4 text not null,
  country text,
  reason text not null check (reason in ('block', 'opt_out')),
  -- a set of bits: verification 1, notification 2, marketing 4
  scenes smallint not null check (scenes between 1 and 7 and (reason <> 'block' or scenes = 7)),
  source text not null check (source in ('entry', 'import', 'log')),
  note text not null default '',
  message_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index listed_recipient_of_number on listed_recipient (account_id, to_hash, reason) include (scenes);
create index listed_recipient_reason on listed_recipient (account_id, reason, id);
create index listed_recipient_source on listed_recipient (account_id, source, id);
create index listed_recipient_ending on listed_recipient (account_id, to_last4, id);
create index listed_recipient_scenes on listed_recipient (account_id, scenes, id);

-- Entries of the recipient list that an erasure left without the number. Null where it began before there was a list.
alter table erasure add column listed integer;
