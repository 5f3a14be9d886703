import type { SigningKey, TrustedKey } from '@readout/plugin-kit/package';

/** A key as it is stored: its private part can be opened by this installation's secret only. */
export interface SealedKey extends TrustedKey {
  privateKeySealed: string;
}

/** Makes and opens keys whose private part never lies about readable. `owner`: a company's id, or `platform`. */
export interface KeyVault {
  make(owner: string): Promise<SealedKey>;
  /** Undefined where it was sealed under another secret, or for another owner. */
  open(key: SealedKey, owner: string): SigningKey | undefined;
}
