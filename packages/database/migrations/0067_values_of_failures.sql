-- What was found and what is the most, so that why a page failed is said in the language of whoever reads it.
alter table app.captures add column failure_values jsonb;
