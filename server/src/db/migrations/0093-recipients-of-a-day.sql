-- The recipients of a day are counted by the messages (decision 0174).
drop table daily_recipient;
