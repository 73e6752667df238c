-- Broadcasts (screens S8): the list of recipients, its estimate, the broadcast, and one row for each recipient it sent to.

-- Recipients read from one source. The loop `audiences` reads those that are due. Deleted with its members.
create table audience (
  account_id uuid not null references account,
  id uuid not null unique,
  -- 1 pasted text, 2 file, 3 phonebook
  source smallint not null check (source in (1, 2, 3)),
  name text,
  country text not null,
  -- pasted text until it is read
  input text,
  upload_id uuid,
  phonebook_id uuid,
  segment_id uuid,
  -- the broadcast whose temporary failures it holds
  retry_of uuid,
  phone_column text,
  sheet text,
  state text not null check (state in ('parsing', 'ready', 'failed')),
  progress smallint not null default 0,
  result smallint,
  problem text,
  -- counts, lists, columns, sheets, sample and countries, as the reply has them
  report jsonb not null default '{}',
  members integer not null default 0,
  -- SHA-256 of the source, by which a repeated broadcast is known
  content_hash bytea,
  -- the stored file of the rows that the source leaves out; null without one
  left_out_key text,
  sealed_key text not null,
  due_at timestamptz,
  tries smallint not null default 0,
  claim uuid,
  created_at timestamptz not null,
  delete_after timestamptz not null,
  -- invisible from then on, while its members are deleted
  removed_at timestamptz,
  primary key (account_id, id)
);
create index audience_due on audience (due_at) where due_at is not null;
create index audience_old on audience (delete_after);
create index audience_reading on audience (account_id) where state = 'parsing';
create trigger refuse_retired_key before insert or update of sealed_key on audience
  for each row execute function refuse_retired_key('sealed_key');

create table audience_member (
  account_id uuid not null,
  audience_id uuid not null,
  -- its row in the source, from 1, headings not counted
  row integer not null,
  -- E.164
  recipient text not null,
  country text not null,
  -- the zone of a contact; null: by the number
  zone text,
  -- the cells in the order of the columns
  cells text[] not null,
  primary key (account_id, audience_id, row)
);
create index audience_member_recipient on audience_member (account_id, recipient);

-- Estimates. The loop `quotes` counts those that are due.
create table broadcast_quote (
  account_id uuid not null references account,
  id uuid not null unique,
  audience_id uuid not null,
  message jsonb not null,
  plan jsonb not null,
  state text not null check (state in ('counting', 'ready', 'failed')),
  progress smallint not null default 0,
  -- the reply's figures
  report jsonb not null default '{}',
  error_code text,
  recipients integer not null default 0,
  at_most_micros bigint not null default 0,
  price_book_version integer,
  template_version integer,
  -- SHA-256 of recipients and message
  content_hash bytea,
  due_at timestamptz,
  tries smallint not null default 0,
  claim uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index broadcast_quote_due on broadcast_quote (due_at) where due_at is not null;
create index broadcast_quote_old on broadcast_quote (expires_at);

create table broadcast (
  account_id uuid not null references account,
  id uuid not null unique,
  name text not null,
  audience_id uuid not null,
  -- the list is deleted
  audience_gone boolean not null default false,
  source smallint not null,
  source_name text,
  scene smallint not null check (scene in (2, 3)),
  message jsonb not null,
  plan jsonb not null,
  -- the text as it is written, and the version of its template
  text text not null,
  -- what the list finds it by
  searched text not null generated always as (lower(name || ' ' || text)) stored,
  template_version integer,
  -- the prices that it was estimated by, and is charged by
  price_book_version integer not null,
  content_hash bytea not null,
  -- 0 queued, 1 pending, 2 finished, 3 interrupted
  status smallint not null check (status in (0, 1, 2, 3)),
  phase text not null,
  reason text,
  recipients integer not null,
  quoted_micros bigint not null,
  consented_at timestamptz,
  starts_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- every member up to this row was handed to admission or skipped, except those that wait for their hours
  position integer not null default 0,
  -- the end of the watch over the first messages; null before they are all out
  canary_until timestamptz,
  canary_passed boolean not null default false,
  next_at timestamptz,
  -- the ended messages that its rule for failures leaves out: those before the owner resumed it
  delivered_before integer not null default 0,
  failed_before integer not null default 0,
  version integer not null default 1,
  -- the next turn of the loop `broadcasts`, and the process that has it
  due_at timestamptz,
  tries smallint not null default 0,
  claim uuid,
  -- the next look at messages without a final state, and the row behind which it begins
  watch_at timestamptz,
  watch_row integer not null default 0,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index broadcast_due on broadcast (due_at) where due_at is not null;
create index broadcast_watch on broadcast (watch_at) where watch_at is not null;
create index broadcast_newest on broadcast (account_id, created_at desc, id desc);
create index broadcast_status on broadcast (account_id, status, created_at desc, id desc);
create index broadcast_content on broadcast (account_id, content_hash, created_at);
create index broadcast_audience on broadcast (account_id, audience_id);

create table broadcast_step (
  account_id uuid not null,
  broadcast_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  step text not null,
  reason text,
  by_owner boolean not null,
  primary key (account_id, broadcast_id, id),
  foreign key (account_id, broadcast_id) references broadcast on delete cascade
);

-- Recipients whose hours were closed when it came to them, with the moment at which they open.
create table broadcast_postponed (
  account_id uuid not null,
  broadcast_id uuid not null,
  opens_at timestamptz not null,
  row integer not null,
  primary key (account_id, broadcast_id, opens_at, row),
  foreign key (account_id, broadcast_id) references broadcast on delete cascade
);

-- One row for each recipient that was handed to admission or skipped. The key is what makes a recipient get one message:
-- it is written in the transaction that accepts the message.
create table broadcast_send (
  account_id uuid not null,
  broadcast_id uuid not null,
  row integer not null,
  -- null where it was skipped without a message
  message_id uuid,
  country text not null,
  -- `waiting`: admitted, and not handed over yet
  state text not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'skipped')),
  status smallint,
  error_code text,
  -- what it is charged
  cost_micros bigint not null default 0,
  at timestamptz not null,
  primary key (account_id, broadcast_id, row)
);
create index broadcast_send_open on broadcast_send (account_id, broadcast_id, row) where state in ('waiting', 'sent');
create index broadcast_send_state on broadcast_send (account_id, broadcast_id, state, row);

-- The rows of `broadcast_send` counted by country, state and error, and what they are charged. Written in the statements
-- that write the rows, so that both always agree.
create table broadcast_count (
  account_id uuid not null,
  broadcast_id uuid not null,
  country text not null,
  state text not null,
  -- empty without one
  error_code text not null,
  recipients integer not null,
  cost_micros bigint not null,
  primary key (account_id, broadcast_id, country, state, error_code)
);

alter table message add column broadcast_id uuid;
create index message_broadcast on message (account_id, broadcast_id, id) where broadcast_id is not null;

-- Phonebooks.
create table phonebook (
  account_id uuid not null references account,
  id uuid not null unique,
  name text not null,
  -- the fields in their order: [{key, name}]. Contacts have their values by key, so a new name changes this row alone
  fields jsonb not null default '[]',
  -- a key is used once
  next_key integer not null default 1,
  -- keys of removed fields whose values the loop `phonebook-removals` has not deleted yet
  removed_keys text[] not null default '{}',
  contacts integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- invisible from then on; the loop deletes the contacts, then the row
  removed_at timestamptz,
  due_at timestamptz,
  primary key (account_id, id)
);
create unique index phonebook_name on phonebook (account_id, lower(name)) where removed_at is null;
create index phonebook_due on phonebook (due_at) where due_at is not null;

create table contact (
  account_id uuid not null,
  phonebook_id uuid not null,
  id uuid not null,
  -- E.164
  recipient text not null,
  country text not null,
  -- values by the key of their field; a field without a value is left out
  fields jsonb not null default '{}',
  -- what a search for a part of a value reads first
  searched text not null generated always as (lower(fields::text)) stored,
  zone text,
  consent_source text,
  consent_at date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, phonebook_id, id),
  foreign key (account_id, phonebook_id) references phonebook
);
create unique index contact_recipient on contact (account_id, phonebook_id, recipient);
create index contact_ending on contact (account_id, phonebook_id, right(recipient, 4), id);
create index contact_number on contact (account_id, recipient);

create table segment (
  account_id uuid not null,
  phonebook_id uuid not null,
  id uuid not null,
  name text not null,
  -- fields by their keys
  conditions jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, phonebook_id, id),
  foreign key (account_id, phonebook_id) references phonebook on delete cascade
);
create unique index segment_name on segment (account_id, phonebook_id, lower(name));

-- Files on their way into a phonebook. The loop `contact-imports` reads those that are due.
create table contact_import (
  account_id uuid not null,
  phonebook_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  name text not null,
  -- country, columns, sheet, consent and the handling of empty cells, as the call has them
  choices jsonb not null,
  state text not null check (state in ('parsing', 'ready', 'failed')),
  progress smallint not null default 0,
  result smallint,
  problem text,
  -- the summary of its reading; null until the whole file is checked
  report jsonb,
  -- the last row that is merged: a repeat goes on behind it
  position integer not null default 0,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  left_out_key text,
  sealed_key text not null,
  due_at timestamptz,
  tries smallint not null default 0,
  claim uuid,
  created_at timestamptz not null,
  delete_after timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, phonebook_id) references phonebook on delete cascade
);
create index contact_import_due on contact_import (due_at) where due_at is not null;
create index contact_import_old on contact_import (delete_after);
create trigger refuse_retired_key before insert or update of sealed_key on contact_import
  for each row execute function refuse_retired_key('sealed_key');

-- The opening of the sending hours that a new message waits for, by the clock of the product; null for a later attempt.
alter table deferred add column opens_at timestamptz;
