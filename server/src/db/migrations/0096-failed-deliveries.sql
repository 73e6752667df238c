-- The log and a replay find the deliveries that failed without reading those that succeeded. A delivery that succeeds at its
-- first try never enters this index, and every change of a state changes `next_at` too, so that it was no HOT update before.
create index webhook_delivery_failed on webhook_delivery (account_id, endpoint_id, state, id) where state in (2, 3);
