-- How papers name a company, besides what it is called here: readers tell it from who sends or receives them.
alter table app.company_settings
  add column other_names text[] not null default '{}',
  add column tax_ids text[] not null default '{}',
  add column ibans text[] not null default '{}';
