-- The codes of templates, earlier ones too: an edit of a code must not stop the messages that still name the earlier one.
drop index template_code;
create table template_code (
  account_id uuid not null,
  code text not null,
  template_id uuid not null,
  primary key (account_id, code),
  foreign key (account_id, template_id) references template on delete cascade
);
create index template_code_template on template_code (account_id, template_id);
insert into template_code (account_id, code, template_id)
  select account_id, code, id from template where code is not null;
