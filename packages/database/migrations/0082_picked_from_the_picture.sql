-- Where a person picked a value on the picture: what is printed there and its evidence, as `{raw, confidence, evidence}`. Null: it was typed.
alter table app.record_edits add column picked jsonb;

-- What a record was read as, `plugin type`, since a person made it one of another type: a later reading leaves it as it is.
alter table app.records add column read_as text;

-- What other readers made of the same code, as `[{plugin, type, text}]`: one record, not two.
alter table app.records add column also_read jsonb not null default '[]';
