-- Regions of a screen that a company reads again and again, each known by what is around it.
create table app.region_profiles (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  -- Pixels of the picture it was marked in, and the region in it.
  frame_width integer not null check (frame_width between 1 and 16384),
  frame_height integer not null check (frame_height between 1 and 16384),
  region_x integer not null check (region_x >= 0),
  region_y integer not null check (region_y >= 0),
  region_width integer not null check (region_width > 0),
  region_height integer not null check (region_height > 0),
  -- Edges of the picture around the region, never the picture: {version, ...}, made and compared on the device.
  fingerprint jsonb not null check (octet_length(fingerprint::text) <= 200000),
  -- {kind: 'text' | 'number' | 'segments', decimalMark?, digits?, decimals?, unit?, min?, max?}
  reads jsonb not null,
  -- Small picture of the region and a little around it, to be recognised by people.
  thumbnail bytea not null check (octet_length(thumbnail) between 1 and 65536),
  thumbnail_type text not null check (thumbnail_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- Grows with every change; a change names the revision it was made on.
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  trashed_at timestamptz,
  primary key (company_id, id),
  check (region_x + region_width <= frame_width and region_y + region_height <= frame_height)
);
create unique index region_profiles_name on app.region_profiles (company_id, lower(name)) where trashed_at is null;
create index region_profiles_trash on app.region_profiles (trashed_at) where trashed_at is not null;

alter table app.region_profiles enable row level security;
alter table app.region_profiles force row level security;
create policy tenant on app.region_profiles to readout_app
  using (company_id = app.current_company()) with check (company_id = app.current_company());
create policy owner on app.region_profiles to current_user using (true);
grant select, insert, update on app.region_profiles to readout_app;

-- House-keeping: what has been in the trash for 30 days.
create function app.purge_region_profiles() returns void
  language sql security definer set search_path = pg_catalog as $$
  delete from app.region_profiles where trashed_at < now() - interval '30 days'
$$;
revoke all on function app.purge_region_profiles from public;
grant execute on function app.purge_region_profiles to readout_platform;
