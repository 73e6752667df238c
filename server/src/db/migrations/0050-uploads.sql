-- The files that customers upload. The content is in the object storage, encrypted by the file's own key.
create table upload (
  account_id uuid not null references account,
  id uuid not null,
  purpose text not null,
  name text not null,
  size integer not null check (size > 0),
  type text not null,
  sha256 text not null,
  storage_key text not null unique,
  sealed_key text not null,
  created_at timestamptz not null,
  -- Null while the content is on its way into the storage.
  stored_at timestamptz,
  -- What uses the file, as its feature names it. Null for a file that no feature has claimed.
  claimed_by text,
  -- When the server deletes the file. Null for a claimed file that no feature has given up.
  delete_after timestamptz,
  -- Set before the content is removed. The row goes after the content, so neither remains without the other.
  removed_at timestamptz,
  primary key (account_id, id)
);
create index upload_of_subject on upload (account_id, claimed_by, id);
create index upload_to_delete on upload (delete_after) where delete_after is not null;

create trigger refuse_retired_key before insert or update of sealed_key on upload
  for each row execute function refuse_retired_key('sealed_key');
