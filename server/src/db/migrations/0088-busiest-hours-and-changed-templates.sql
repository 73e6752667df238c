-- The most messages to a country in an hour of the day, which advice on caps reads. Null where a server of the version
-- before counted the day; the days of advice are then counted again.
alter table analytics_count add column busiest_hour bigint;
create index analytics_count_without_hours on analytics_count (day) where busiest_hour is null and dimension = 'country';

-- The templates with a second version: their mappings alone can be outdated.
create index template_version_changed on template_version (account_id, template_id) where version > 1;
