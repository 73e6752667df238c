-- What the sandbox upstream took: its own memory, the receipts it still owes, and the inbox a developer reads.
create table sandbox_message (
  remote_id text primary key,
  reference text not null,
  part smallint not null,
  parts smallint not null,
  channel text not null,
  recipient text not null,
  sender text not null,
  text text not null,
  received_at timestamptz not null
);
create index sandbox_message_reference on sandbox_message (reference);
create index sandbox_message_recipient on sandbox_message (recipient, received_at desc);
create index sandbox_message_received on sandbox_message (received_at desc);

create table sandbox_receipt (
  id uuid primary key,
  remote_id text not null,
  part smallint not null,
  status smallint not null,
  upstream_code text not null,
  error_code text,
  due_at timestamptz not null
);
create index sandbox_receipt_due on sandbox_receipt (due_at);
