-- Where a picture was taken, as its EXIF says: only while the company keeps it (app.company_settings.keep_location).
-- readout_platform holds rights on single columns of app.captures, and none on these.

alter table app.captures
  -- Decimal degrees (WGS 84), north and east positive.
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint captures_location check ((latitude is null) = (longitude is null));
