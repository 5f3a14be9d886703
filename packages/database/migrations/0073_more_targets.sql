-- Folders, mail, and the archives Paperless-ngx and Papra as targets.

alter table app.delivery_targets drop constraint delivery_targets_kind_check;
alter table app.delivery_targets add constraint delivery_targets_kind_check
  check (kind in ('webhook', 'http', 'folder', 'mail', 'paperless', 'papra'));

-- What the next try goes on with: the receiver has taken the document and is not done with it.
alter table app.deliveries add column handle text check (char_length(handle) <= 4000);
