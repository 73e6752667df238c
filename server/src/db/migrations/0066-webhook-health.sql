-- How often the owner was told of the present failures: at the first delivery that failed for good, after a day, after
-- four days.
alter table webhook_endpoint add column alerts smallint not null default 0;
update webhook_endpoint set alerts = 1 where alerted;
alter table webhook_endpoint drop column alerted;

-- The next probe of a disabled endpoint; null once it has had all.
alter table webhook_endpoint add column probe_at timestamptz;
create index webhook_endpoint_probe on webhook_endpoint (probe_at) where probe_at is not null;

-- The start of the try under way. A process that claims a delivery which has one knows that another has died.
alter table webhook_delivery add column sending_at timestamptz;
alter table webhook_try alter column latency_ms drop not null;

create index webhook_try_bodies on webhook_try (account_id, endpoint_id, delivery_id desc)
  where failure is null and request_body is not null;
