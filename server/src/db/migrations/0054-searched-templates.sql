-- A search of many templates reads one text of each.
alter table template_version add column searched text not null generated always as (lower(name || ' ' || content)) stored;
