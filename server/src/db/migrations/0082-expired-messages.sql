-- The messages that wait for their hand-over, in the order in which their validity ends: they end then, also where their
-- channel is paused or does not respond.

create index outbox_validity on outbox (upstream, valid_until) where mark is null and buffered_by is null;
