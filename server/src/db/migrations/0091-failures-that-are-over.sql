-- Failures that no longer count are found by the beginning of their window.
create index sign_in_failure_window on sign_in_failure (window_started_at);
