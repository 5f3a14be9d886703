-- Where a person picked a value on the picture: what is printed there and its evidence, as `{raw, confidence, evidence}`. Null: it was typed.
alter table app.record_edits add column picked jsonb;
