/**
 * Says which company a request is about: a header, or where there can be none (live streams, links that download, forms sent
 * without scripts) a parameter of the address. A session works in one company at a time, but pages stay open: a request
 * about another company than the session's is refused, so that nothing is shown or changed under the wrong name.
 */
export const companyMarker = 'readout-company';

/**
 * What concerns the person or the installation, whichever company they work in; uploads, which name their company themselves
 * (see server/api/upload-scope.ts); and what an API key opens, which has one.
 */
const ofNoCompany = [
  /^\/(auth|oauth|invite|pair|notifications|admin)(\/|$)/,
  /^\/settings\/(account|security|notifications|new-company)(\/|$)/,
  /^\/api\/auth\//,
  /^\/api\/(v1|app)\/platform\//,
  /^\/api\/v1\/(uploads|plugin-packages|demo|device\/queue-key)(\/|$)/,
];

/** @param path of an address, with or without the `.data` of client navigation */
export function isAboutCompany(path: string): boolean {
  const address = path.replace(/\.data$/, '');
  return !ofNoCompany.some((pattern) => pattern.test(address));
}

/** An address that says which company it is about. */
export function aboutCompany(address: string, companyId: string | undefined): string {
  if (companyId === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${companyMarker}=${companyId}`;
}
