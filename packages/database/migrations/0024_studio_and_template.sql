-- A plugin that was made by pointing can be gone on with as a program: both drafts are kept, under the plugin's id.
drop index app.plugin_drafts_plugin;
create unique index plugin_drafts_plugin on app.plugin_drafts (company_id, plugin_id, kind) where trashed_at is null;
create index plugin_drafts_trashed on app.plugin_drafts (company_id, trashed_at desc) where trashed_at is not null;
