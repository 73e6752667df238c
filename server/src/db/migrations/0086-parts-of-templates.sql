-- The parts of a template are counted from its text when it is shown or sent. Servers of the version before still read these
-- columns, and a later version drops them.
alter table template_version alter column parts_min set default 1, alter column parts_max set default 1;
