-- The language of everything that is sent to an owner; the owner chooses it, and until then it is the partition's.

alter table account add column locale text not null default 'en' check (locale in ('en', 'zh-CN'));
update account set locale = 'zh-CN' where partition = 'cn';
