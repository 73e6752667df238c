-- The sandbox's inbox shows emails as mail clients do.

alter table sandbox_message add column html text;
