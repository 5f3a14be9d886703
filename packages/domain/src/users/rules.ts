export interface LegalVersions {
  terms: string;
  privacy: string;
}

/** Whether the person has accepted the legal texts as they are now. */
export function hasAcceptedTerms(
  user: { termsVersion: string | null; privacyVersion: string | null },
  current: LegalVersions,
): boolean {
  return user.termsVersion === current.terms && user.privacyVersion === current.privacy;
}
