-- The limits that owners set for their own account (screens S10).
create table rate_limiting (
  account_id uuid primary key references account,
  version integer not null,
  enabled boolean not null,
  rules jsonb not null,
  exempt jsonb not null,
  per_second integer,
  day jsonb,
  countries jsonb not null
);

-- The messages of a day that a rule counted together: in the newest minute and hour of the day, and in the day. Kept for
-- three days. The keys are hashes under the account's own key. The limits are those of the last message.
create table recipient_use (
  account_id uuid not null,
  key bytea not null,
  day_start timestamptz not null,
  minute smallint not null,
  hour smallint not null,
  minute_used integer not null,
  hour_used integer not null,
  day_used integer not null,
  minute_most integer not null,
  hour_most integer not null,
  day_most integer not null,
  minute_first uuid,
  hour_first uuid,
  day_first uuid,
  primary key (account_id, key, day_start)
) with (fillfactor = 80);

-- Messages that limits stopped, by the day of their account. `subject` is a rule's id, or the kind of a cap.
create table rate_limit_hit (
  account_id uuid not null,
  day date not null,
  subject text not null,
  outcome text not null,
  hits integer not null,
  primary key (account_id, day, subject, outcome)
);
