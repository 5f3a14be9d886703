-- A reader that ran out of its budget again and again is not run in that company until somebody there resumes it.
alter table app.installations
  add column paused_at timestamptz,
  -- Of the error catalogue: what it ran out of last.
  add column paused_code text,
  -- Runs before it count no more.
  add column resumed_at timestamptz,
  add constraint installations_paused check ((paused_at is null) = (paused_code is null));
