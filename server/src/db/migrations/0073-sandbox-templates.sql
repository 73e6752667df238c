-- A provider that sends its own templates alone gets their ids and the values of their variables, as the sandbox's inbox
-- shows them: {signature, template, parameters}. Null for all other carriers.
alter table sandbox_message add column remote jsonb;
