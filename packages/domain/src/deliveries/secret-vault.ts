/** Seals what a target signs or sends with under this installation's secret. `owner`: the company and the target. */
export interface SecretVault {
  seal(secret: string, owner: string): string;
  /** Undefined where it was sealed under another secret, or for another owner. */
  open(sealed: string, owner: string): string | undefined;
}

export const ownerOf = (companyId: string, targetId: string): string => `${companyId} ${targetId}`;
