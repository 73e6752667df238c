-- New authorisations of sender IDs that a third party lent (screens S2), until a reviewer decides on them.
create table authorisation_renewal (
  account_id uuid not null,
  signature_id uuid not null,
  id uuid not null unique,
  -- the upload
  authorisation uuid not null,
  -- its last day
  authorised_until text not null,
  submitted_at timestamptz not null,
  primary key (account_id, signature_id),
  foreign key (account_id, signature_id) references signature on delete cascade
);
create index authorisation_renewal_waiting on authorisation_renewal (submitted_at);
