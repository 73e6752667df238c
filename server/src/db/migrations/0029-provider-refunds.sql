-- Refunds that were made at the provider, in its dashboard, and not here.

alter table refund add column source text not null default 'owner' check (source in ('owner', 'provider'));
create unique index refund_remote on refund (account_id, top_up_id, remote_id) where source = 'provider';
