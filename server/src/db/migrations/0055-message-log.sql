-- The log of messages is read newest first by the primary key. These lead to the messages of one recipient, and to the
-- one that a customer named.

create index message_recipient on message (account_id, to_hash, id);
create index message_client_ref on message (account_id, client_ref, id) where client_ref is not null;
