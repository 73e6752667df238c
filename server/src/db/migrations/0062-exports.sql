-- Files of an account's records, written piece by piece. A row is the work itself until it has an outcome.

create table export (
  account_id uuid not null references account,
  id uuid not null,
  kind text not null,
  name text not null,
  -- The customer's choices, as the call that made the export has them.
  choices jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  -- 0 failed, 1 queued, 2 running, 3 finished
  status smallint not null default 1 check (status between 0 and 3),
  reason text check ((reason is null) = (status <> 0)),
  -- The next claim. Null once there is an outcome.
  due_at timestamptz,
  -- Claims since the last piece.
  tries integer not null default 0,
  -- The claim that may go on writing. A later one ends it.
  claim uuid,
  -- Rows are counted first, then written. Both go on behind `place`, which the source of the rows understands.
  counted boolean not null default false,
  place text,
  total bigint not null default 0,
  done bigint not null default 0,
  pieces integer not null default 0,
  rows bigint not null default 0,
  size bigint not null default 0,
  -- What the writer of the format needs to go on.
  writer jsonb,
  -- Each piece has a key of its own, derived from this one.
  sealed_key text not null,
  finished_at timestamptz,
  expires_at timestamptz,
  repeat text not null default 'none',
  -- The first day of the next run, and its moment.
  repeat_from date,
  repeat_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 50);
create index export_due on export (due_at) where due_at is not null;
create index export_repeat on export (repeat_at) where repeat_at is not null;

-- The objects of the storage that make up a file, in the order of their numbers.
create table export_piece (
  account_id uuid not null,
  export_id uuid not null,
  storage_key text not null,
  -- Null while the object is on its way into the storage.
  nr integer,
  created_at timestamptz not null,
  -- When the server deletes the object, and then this row.
  delete_after timestamptz,
  primary key (account_id, export_id, storage_key)
);
create unique index export_piece_order on export_piece (account_id, export_id, nr) where nr is not null;
create index export_piece_to_delete on export_piece (delete_after) where delete_after is not null;

create trigger refuse_retired_key before insert or update of sealed_key on export
  for each row execute function refuse_retired_key('sealed_key');
