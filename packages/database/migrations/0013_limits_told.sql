-- Limits a company is close to and was told of: 'members', 'storage', 'captures 2026-11'. Told again once it was below.
alter table app.company_usage add column limits_told text[] not null default '{}';
