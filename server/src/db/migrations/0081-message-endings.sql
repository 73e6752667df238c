-- The messages to numbers with the same last four digits, newest first. Rows compared one by one take too long: of ten
-- thousand messages one has the right ones.

create index message_ending on message (account_id, to_last4, id);
