-- Sender IDs (screens S2).
create table signature (
  account_id uuid not null references account,
  id uuid not null,
  name text not null,
  -- the source of the name: 1 entity, 2 website, 3 application, 4 WeChat, 5 shop, 6 trademark
  kind smallint not null check (kind between 1 and 6),
  usage text not null check (usage in ('own', 'third_party')),
  -- where it is used: mainland China, and everywhere else
  mainland boolean not null,
  international boolean not null,
  scenes smallint[] not null,
  industry text not null,
  purpose text not null,
  -- texts, and the ids of files
  evidence jsonb not null,
  -- review status: 0 pending, 1 rejected automatically, 2 rejected by a person, 3 checked automatically, 4 approved
  status smallint not null check (status between 0 and 4),
  -- grows with each submission
  version integer not null,
  -- rejected fields with their reasons
  reasons jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  -- when the automatic check passed it
  checked_at timestamptz,
  decided_at timestamptz,
  urged_at timestamptz,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (mainland or international)
);
create unique index signature_id on signature (id);
create unique index signature_mainland_name on signature (account_id, name) where mainland;
create unique index signature_international_name on signature (account_id, name) where international;
create unique index signature_default on signature (account_id) where is_default;
create index signature_waiting on signature (submitted_at) where status in (0, 3);

-- Templates (screens S3). What messages use is the serving version.
create table template (
  account_id uuid not null references account,
  id uuid not null,
  code text,
  serving integer,
  -- the fixed text before the first variable of the serving version, by which texts find their template
  prefix text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index template_id on template (id);
create unique index template_code on template (account_id, code) where code is not null;
create index template_prefix on template (account_id, prefix) where serving is not null;

create table template_version (
  account_id uuid not null,
  template_id uuid not null,
  version integer not null,
  is_newest boolean not null,
  name text not null,
  scene smallint not null check (scene between 1 and 3),
  language text not null,
  content text not null,
  -- the only sender that may carry it; null for any
  signature_id uuid,
  industry text not null,
  usage_note text not null,
  variables jsonb not null,
  parts_min smallint not null,
  parts_max smallint not null,
  status smallint not null check (status between 0 and 4),
  reasons jsonb not null,
  submitted_at timestamptz not null,
  checked_at timestamptz,
  decided_at timestamptz,
  urged_at timestamptz,
  updated_at timestamptz not null,
  primary key (account_id, template_id, version),
  foreign key (account_id, template_id) references template on delete cascade
);
create unique index template_version_newest on template_version (account_id, template_id desc) where is_newest;
create index template_version_status on template_version (account_id, status, template_id desc) where is_newest;
create index template_version_signature on template_version (account_id, signature_id) where signature_id is not null;
create index template_version_waiting on template_version (submitted_at) where status in (0, 3);

-- Filings at the mainland carriers, of a version of a sender or template.
create table filing (
  account_id uuid not null references account,
  subject_id uuid not null,
  version integer not null,
  carrier text not null check (carrier in ('CMCC', 'CUCC', 'CTCC', 'CBN')),
  kind text not null check (kind in ('signature', 'template')),
  state text not null check (state in ('filing', 'filed', 'failed', 'lapsed')),
  -- the carrier's own words
  reason text,
  changed_at timestamptz not null,
  primary key (account_id, subject_id, version, carrier)
);
create index filing_waiting on filing (changed_at) where state = 'filing';

-- The events of a review, which its owner sees.
create table review_step (
  account_id uuid not null references account,
  subject_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  event text not null,
  version integer not null,
  actor text not null check (actor in ('owner', 'check', 'reviewer', 'carrier')),
  -- the name of the reviewer, for staff only
  reviewer text,
  reasons jsonb not null,
  carrier text,
  state text,
  primary key (account_id, subject_id, id)
);

-- The template and the sender ID of a message.
alter table message add column template_id text, add column template_version integer, add column signature_id uuid;
