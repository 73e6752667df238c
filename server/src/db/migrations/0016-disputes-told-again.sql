-- As words about recharges: one about a dispute that nobody took waits longer each time, and keeps no other from its turn.

alter table dispute add column try_at timestamptz;
drop index dispute_untold;
create index dispute_untold on dispute (try_at nulls first, opened_at) where told_at is null;
