-- Rows of both tables lie in the order of their time, so an index of blocks finds the old ones, and costs a new row nothing.
create index handover_at on handover using brin (at) with (autosummarize = on);
create index recipient_use_day on recipient_use using brin (day_start) with (autosummarize = on);
