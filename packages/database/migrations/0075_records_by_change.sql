-- Records in the order of their changes, for programs that ask what is new since they asked last.
create index records_changed on app.records (company_id, updated_at, id);
