-- Messages of the owner's buffer that customers cancelled. The owner reads them whenever it begins a batch.
alter table link_owner add column cancelled uuid[] not null default '{}';
