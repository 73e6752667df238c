-- The keys that seal values, by name. A value sealed by each key shows a server with another key under the same name.
create table secret_key (
  id text primary key,
  sealed_check text not null,
  added_at timestamptz not null default now(),
  -- since then values may need the key; null for a key that waits for a rotation
  seals_since timestamptz,
  -- since then no value needs the key, and none may be written
  retired_at timestamptz
);

-- The key that seals, and the key of hashes, sealed by it. One row.
create table secret_ring (
  only_row boolean primary key default true check (only_row),
  current_key text not null references secret_key,
  sealed_hash_key text not null
);

-- The running servers and the keys that each has.
create table secret_key_holder (
  process text primary key,
  seals_with text not null,
  knows text[] not null,
  reported_at timestamptz not null default now()
);

-- A process that stood still through a rotation must not write a value that no key opens any more.
create function refuse_retired_key() returns trigger language plpgsql as $$
declare
  key text := split_part(to_jsonb(new) ->> tg_argv[0], '.', 1);
begin
  if exists (select from secret_key where id = key and retired_at is not null) then
    raise exception 'the key % is retired', key using errcode = 'HY002';
  end if;
  return new;
end $$;

create trigger refuse_retired_key before insert or update of sealed_secret on credential
  for each row when (new.sealed_secret is not null) execute function refuse_retired_key('sealed_secret');
create trigger refuse_retired_key_of_bind before insert or update of sealed_password on credential
  for each row when (new.sealed_password is not null) execute function refuse_retired_key('sealed_password');
create trigger refuse_retired_key before insert or update of sealed_secret on totp
  for each row execute function refuse_retired_key('sealed_secret');
create trigger refuse_retired_key before insert or update of sealed_key on recovery_code
  for each row execute function refuse_retired_key('sealed_key');
create trigger refuse_retired_key before insert or update of sealed_answer on console_answer
  for each row when (new.sealed_answer is not null) execute function refuse_retired_key('sealed_answer');
create trigger refuse_retired_key before insert or update of sealed on sandbox_key
  for each row execute function refuse_retired_key('sealed');
