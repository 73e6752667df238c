-- Messages of a sender ID or template by the day of the account's zone on which they were accepted.
create table sender_day (
  account_id uuid not null references account,
  -- the id of the sender ID or template, or the code of a public template
  subject text not null,
  day date not null,
  messages bigint not null,
  delivered bigint not null default 0,
  primary key (account_id, subject, day)
);
create index sender_day_day on sender_day (day);
