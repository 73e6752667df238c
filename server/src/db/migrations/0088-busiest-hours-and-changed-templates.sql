-- The most messages to a country in an hour of the day, which advice on caps reads.
alter table analytics_count add column busiest_hour bigint not null default 0;

-- Advice reads the last 15 full days, so they are counted again.
update analytics_day set due_at = '-infinity' where day >= current_date - 17;

-- The templates with a second version: their mappings alone can be outdated.
create index template_version_changed on template_version (account_id, template_id) where version > 1;
