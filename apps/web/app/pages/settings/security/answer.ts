import type { Problem } from '../../../problems/outcome.tsx';
import type { QrCode } from '../../../ui/qr-path.ts';

export interface SecurityAnswer {
  done?:
    | 'password'
    | 'set_password'
    | 'disable'
    | 'rename_passkey'
    | 'remove_passkey'
    | 'end_session'
    | 'end_others';
  /** The name of a program that may do nothing any more. */
  endedProgram?: string;
  problem?: Problem;
  /** A second factor that waits for its first code. */
  setup?: { uri: string; secret: string; qr: QrCode };
  /** Shown this once. */
  recoveryCodes?: string[];
}
