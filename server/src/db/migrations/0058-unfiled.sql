-- True where the account wants mainland messages tried at carriers that have not filed their sender or template.
alter table sms_configuration add column sends_unfiled boolean not null default false;
