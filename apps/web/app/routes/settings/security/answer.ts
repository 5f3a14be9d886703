import type { QrCode } from '../../../ui/qr-path.ts';
import type { Problem } from '../outcome.tsx';

export interface SecurityAnswer {
  done?:
    | 'password'
    | 'set_password'
    | 'disable'
    | 'rename_passkey'
    | 'remove_passkey'
    | 'end_session'
    | 'end_others';
  problem?: Problem;
  /** A second factor that waits for its first code. */
  setup?: { uri: string; secret: string; qr: QrCode };
  /** Shown this once. */
  recoveryCodes?: string[];
}
