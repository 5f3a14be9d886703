-- Which page of its own file a page is. Those of a PDF count on with the document; one that was photographed by itself
-- is the first and only page of its file, whatever its place in the document.
alter table app.captures add column file_page integer not null default 1 check (file_page >= 1);
-- Nothing changes that anybody would want to hear of.
alter table app.captures disable trigger user;
update app.captures set file_page = page_number where page_number > 1;
alter table app.captures enable trigger user;

-- A place in a document is taken once, however many send a page for it at the same time.
drop index app.captures_document;
create unique index captures_document on app.captures (company_id, document_id, page_number);

-- Files beyond first pages count towards the month, too. They are few beside the documents.
create index captures_further_files on app.captures (company_id, created_at) where page_number > 1 and file_page = 1;
grant select (file_page) on app.captures to readout_platform;
