-- The sender as the recipient sees it, and the day on which the country's rule that decided it was checked: the rule's
-- version. Both are null for messages of before, the second also for a country without a rule.
alter table message add column sender_shown text, add column sender_rule_on date;
