-- What a refusal says beside its code, as JSON: the limit of the owner that had no room. Never a number, code or text.
alter table request_log add column detail text check (char_length(detail) <= 200);
