import type { Problem } from '../../../problems/outcome.tsx';

export interface AccountAnswer {
  done?: 'rename' | 'email_sent' | 'email_changed' | 'unlink';
  problem?: Problem;
}
