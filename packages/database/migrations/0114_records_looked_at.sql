-- The last records of one kind that people confirmed, which say how often a reader's values had to be corrected.

create index records_looked_at on app.records (company_id, plugin_id, type, confirmed_at desc)
  where state = 'confirmed' and confirmed_by is not null;
