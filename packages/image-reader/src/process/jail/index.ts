export { findJail, noJail, tryJail } from './jail.ts';
export { type Jail, jailWays, type Protection, protections } from './jail-types.ts';
