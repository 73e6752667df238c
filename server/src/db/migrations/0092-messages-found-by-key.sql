-- The gateway finds messages by account and id, many at once. PostgreSQL estimates how many an account has by the average,
-- and in a partition without statistics by a guess. Where that is few, it read all index entries of a large account
-- instead of the primary key. It uses an index with a condition only where the statement implies the condition, as a
-- comparison with the column does (decision 0173).
drop index message_recipient, message_ending;
create index message_recipient on message (account_id, to_hash, id) where to_hash is not null;
create index message_ending on message (account_id, to_last4, id) where to_last4 is not null;
