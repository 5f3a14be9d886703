-- Where the company is, as papers print it: a line of it names the company, never a supplier.
alter table app.company_settings add column address text not null default '' check (length(address) <= 500);
