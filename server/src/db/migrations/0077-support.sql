-- The support centre (screens S13): tickets with their messages, incidents, and the delivery status of the network.

-- The last number that an account's tickets got: deleted tickets keep theirs. Locked by every change of its tickets.
create table ticket_number (
  account_id uuid primary key references account,
  last integer not null
);

create table ticket (
  account_id uuid not null references account,
  id uuid not null unique,
  -- from 1 within the account
  no integer not null,
  subject text not null,
  -- what a search for a part of the subject reads
  searched text not null generated always as (lower(subject)) stored,
  category text not null check (category in ('delivery', 'billing', 'review', 'account', 'api', 'appeal')),
  impact text not null check (impact in ('outage', 'degraded', 'question')),
  priority smallint not null check (priority in (1, 2, 3)),
  state text not null check (state in ('new', 'waiting_for_us', 'waiting_for_you', 'solved', 'closed')),
  -- the moment by which support aims to reply; null where it is not its turn
  reply_due_at timestamptz,
  -- the moment of the first reply of support
  replied_at timestamptz,
  about_kind text,
  about_id text,
  message_ids uuid[] not null default '{}',
  -- E.164
  numbers text[] not null default '{}',
  contact text,
  diagnostics_id uuid,
  -- the answers of an appeal, and its decision: 'restored' or 'upheld'
  answers jsonb,
  decision text check (decision in ('restored', 'upheld')),
  -- the suspension that an appeal is about
  suspended_at timestamptz,
  messages integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the next step that its age brings: solved, closed, deleted
  due_at timestamptz,
  primary key (account_id, id)
);
create unique index ticket_no on ticket (account_id, no);
create index ticket_newest on ticket (account_id, updated_at desc, id desc);
create index ticket_state on ticket (account_id, state, updated_at desc, id desc);
create index ticket_category on ticket (account_id, category, updated_at desc, id desc);
create index ticket_due on ticket (due_at) where due_at is not null;
-- the queue of support, and the tickets whose first reply the median is of
create index ticket_waiting on ticket (priority, reply_due_at) where state in ('new', 'waiting_for_us');
create index ticket_first_reply on ticket (replied_at) where replied_at is not null;
create unique index ticket_appeal on ticket (account_id) where category = 'appeal' and decision is null and state <> 'closed';

create table ticket_message (
  account_id uuid not null,
  ticket_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  author text not null check (author in ('owner', 'support')),
  way text not null check (way in ('console', 'mail', 'command')),
  -- the name of the person of support; never shown to the owner
  by text,
  text text not null,
  -- the id of the email that it came by, so that a repeated call adds it once
  mail_id text,
  primary key (account_id, ticket_id, id),
  foreign key (account_id, ticket_id) references ticket on delete cascade
);
create index ticket_message_owner on ticket_message (account_id, at) where author = 'owner';
create unique index ticket_message_mail on ticket_message (account_id, ticket_id, mail_id) where mail_id is not null;

create table ticket_step (
  account_id uuid not null,
  ticket_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  step text not null,
  by text,
  primary key (account_id, ticket_id, id),
  foreign key (account_id, ticket_id) references ticket on delete cascade
);

-- Snapshots of diagnostics as their preview showed them. One without a ticket is deleted after an hour.
create table ticket_diagnostics (
  account_id uuid not null references account,
  id uuid not null,
  taken_at timestamptz not null,
  -- [{label, value}]
  lines jsonb not null,
  ticket_id uuid,
  primary key (account_id, id)
);
create index ticket_diagnostics_old on ticket_diagnostics (taken_at) where ticket_id is null;

-- Incidents of the network that staff announce.
create table incident (
  id uuid primary key,
  severity text not null check (severity in ('degraded', 'outage', 'maintenance')),
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'closed')),
  title_en text not null,
  title_zh text not null,
  -- empty: all
  countries text[] not null default '{}',
  channels text[] not null default '{}',
  -- the partition whose accounts see it; null: both
  partition text check (partition in ('us', 'cn')),
  started_at timestamptz not null,
  closed_at timestamptz
);
create index incident_shown on incident (started_at desc);

create table incident_update (
  incident_id uuid not null references incident on delete cascade,
  id uuid not null,
  at timestamptz not null,
  state text not null,
  text_en text not null,
  text_zh text not null,
  by text not null,
  primary key (incident_id, id)
);

-- The accounts that sent today or yesterday. The day of a row never changes, so this costs a message nothing.
create index daily_day on daily (day);

-- The newest figures of a country's channel, counted by the loop `network-status`.
create table network_status (
  partition text not null,
  country text not null,
  channel text not null,
  state text not null check (state in ('operational', 'degraded', 'outage', 'quiet')),
  -- finished messages of the window, those that arrived, and those that failed for a cause of ours or a carrier's
  finished integer not null,
  delivered integer not null,
  failed integer not null,
  median_ms integer,
  since timestamptz not null,
  counted_from timestamptz not null,
  counted_to timestamptz not null,
  primary key (partition, country, channel)
);

-- The conversation of an email: its id, the id that all its emails refer to, and the address for replies.
alter table sandbox_message add column thread jsonb;
