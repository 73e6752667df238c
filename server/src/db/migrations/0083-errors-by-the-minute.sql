-- The errors of a channel are counted by the minute, like the rest of its use, so that both are of the same period. Errors
-- that were counted by the hour stay at the first minute of theirs.
alter table upstream_error rename column hour to minute;
create index upstream_error_old on upstream_error (minute);
