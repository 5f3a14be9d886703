/**
 * What a paired phone's session may reach: capturing, its own captures, and ending itself. Not the account (who finds
 * the phone must not take it over), not its person's other companies, not their notifications.
 */
const reachable = [
  '/camera',
  '/desktop',
  '/app',
  '/dashboard',
  '/api/v1',
  '/api/app',
  '/pair',
  '/auth/sign-out',
  '/auth/error',
  '/api/auth/sign-out',
  '/api/auth/get-session',
  '/changelog',
  '/changelog.atom',
  '/privacy-policy',
  '/tos',
  '/licences',
  '/manifest.webmanifest',
];

/** @param path of a request, also that of a page's data (`/camera.data`). */
export function isForPhones(path: string): boolean {
  const address = path.replace(/\.data$/, '').replace(/\/$/, '');
  return (
    address === '' ||
    address === '/_root' ||
    reachable.some((start) => address === start || address.startsWith(`${start}/`))
  );
}
