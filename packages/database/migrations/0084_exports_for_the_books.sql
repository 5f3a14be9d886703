-- How a file is made of the records, as in `ExportShape`; exports from before this held everything, in one language.
alter table app.exports add column shape jsonb not null default '{"records": "all", "language": "en", "items": "none"}'
  check (jsonb_typeof(shape) = 'object');
