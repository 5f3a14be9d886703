import { data } from 'react-router';
import { FailureMessage, PageFailure } from '../shell/page-failure.tsx';
import type { Route } from './+types/not-found';

/** Every address that is no page. */
export function loader(): never {
  throw data({}, { status: 404 });
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }];

export default function NotFound() {
  return <FailureMessage error={null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
