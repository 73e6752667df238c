-- Accounts may have very many mappings. Those of their own templates are listed and looked up by the template's id; those
-- of sender IDs and of public templates are few.
alter table upstream_mapping add column template_id uuid generated always as (
  case when kind = 'template' and local ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then local::uuid end) stored;
create index upstream_mapping_template on upstream_mapping (account_id, upstream_id, template_id)
  where template_id is not null;
create index upstream_mapping_state on upstream_mapping (account_id, upstream_id, state, template_id)
  where template_id is not null;
create index upstream_mapping_few on upstream_mapping (account_id, upstream_id, kind, local) where template_id is null;
-- What providers are asked for, and what a test message is made of.
create index upstream_mapping_pending on upstream_mapping (account_id, upstream_id, local) where state = 'pending';
create index upstream_mapping_ready on upstream_mapping (account_id, upstream_id, kind, updated_at desc)
  where state = 'ready';

-- The templates with an approved version.
create index template_version_approved on template_version (account_id, template_id) where status = 4;
