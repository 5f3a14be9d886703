-- Journals of hledger, too.
alter table app.exports drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('csv', 'xlsx', 'json', 'datev', 'hledger'));
