-- Review of the plugins that companies hand in: what automatic checks found, and what the reviewer says to whom.

alter table platform.plugin_versions
  -- What is new as everybody's catalogue tells it, in the reviewer's words; null: in the author's.
  add column release_note text check (char_length(release_note) <= 4000),
  add column decided_by_name text;

-- What the checks saw of a version, for who reviews it; `checks` of the version says what came of it.
create table platform.plugin_check_results (
  plugin_id text not null,
  version text not null,
  -- Of the bytes that were looked at.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- As `checks` names it: what a browser reports belongs to these and no others.
  run uuid not null,
  -- [{name, applies, outcome, before}]: of each fixture, by this version and by the last that was published.
  fixtures jsonb not null,
  -- As platform.plugin_versions has it once it is published.
  accuracy jsonb,
  created_at timestamptz not null default now(),
  primary key (plugin_id, version),
  foreign key (plugin_id, version) references platform.plugin_versions (plugin_id, version) on delete cascade
);
grant select, insert, update, delete on platform.plugin_check_results to readout_platform;

-- Whose signature a waiting version carries, and the key that vouches for it once it is everybody's. No private part.
create policy platform on app.signing_keys for select to readout_platform using (true);
grant select (company_id, key_id, name, public_key, revoked_at) on app.signing_keys to readout_platform;
