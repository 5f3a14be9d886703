/** Hashes a password as sign-in compares it, for who makes accounts without signing up. */
export { hashPassword } from 'better-auth/crypto';
