-- The ticket that the dispute of a line opened, until the ticket is deleted.
alter table invoice_line
  add column ticket_id uuid,
  add foreign key (account_id, ticket_id) references ticket on delete set null (ticket_id);
