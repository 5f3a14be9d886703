-- Whether a letter, digit or sign alone is a shortcut for somebody: who speaks to the computer switches that off.
alter table auth."user" add column single_keys boolean not null default true;
