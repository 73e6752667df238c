-- A degraded link whose pause is over is half open: its next message tests it.
alter table link_owner drop constraint link_owner_state_check;
alter table link_owner
  add constraint link_owner_state_check check (state in ('up', 'half_open', 'failing', 'degraded', 'down'));
