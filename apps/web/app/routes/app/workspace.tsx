import { requireMember } from '../../session.ts';
import type { Route } from './+types/workspace';

export function loader({ context, request }: Route.LoaderArgs) {
  requireMember(context, request);
  return null;
}

export default function Workspace() {
  return <h1>Workspace</h1>;
}
