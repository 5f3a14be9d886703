-- A code of an authenticator is good once (RFC 6238, section 5.2): its time step is kept, and none up to it counts again.
alter table auth.two_factor add column last_step bigint;
