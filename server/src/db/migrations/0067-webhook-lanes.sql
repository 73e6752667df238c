-- Retries are found by stepping from endpoint to endpoint.
create index webhook_delivery_lanes on webhook_delivery (account_id, endpoint_id, next_at) where next_at is not null;
drop index webhook_delivery_next;
