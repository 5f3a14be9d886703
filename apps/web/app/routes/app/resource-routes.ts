import { prefix, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** What the workspace fetches and sends without leaving its page: one use case each, JSON. */
export const workspaceResources: RouteConfigEntry[] = prefix('app', [
  route('pairing', 'routes/pair/pairing.ts'),
  route('list', 'routes/app/resources/list.ts'),
  route('waits', 'routes/app/resources/reading-waits.ts'),
  route('failures', 'routes/app/resources/failures.ts'),
  route('next', 'routes/app/resources/next-for-review.ts'),
  route('members', 'routes/app/resources/members.ts'),
  route('views', 'routes/app/resources/saved-views.ts'),
  route('views/:viewId/delete', 'routes/app/resources/delete-saved-view.ts'),
  route('records/:recordId/history', 'routes/app/resources/record-history.ts'),
  route('records/:recordId/field', 'routes/app/resources/record-field.ts'),
  route('records/:recordId/confirm', 'routes/app/resources/record-confirm.ts'),
  route('records/:recordId/reject', 'routes/app/resources/record-reject.ts'),
  route('records/:recordId/reopen', 'routes/app/resources/record-reopen.ts'),
  route('proposals/:proposalId/apply', 'routes/app/resources/proposal-apply.ts'),
  route('proposals/:proposalId/dismiss', 'routes/app/resources/proposal-dismiss.ts'),
  route('captures/archive', 'routes/app/resources/archive-captures.ts'),
  route('captures/unarchive', 'routes/app/resources/unarchive-captures.ts'),
  route('captures/trash', 'routes/app/resources/trash-captures.ts'),
  route('captures/restore', 'routes/app/resources/restore-captures.ts'),
  route('captures/assign', 'routes/app/resources/assign-captures.ts'),
  route('captures/reread', 'routes/app/resources/reread-captures.ts'),
  route('bulk/preview', 'routes/app/resources/bulk-preview.ts'),
  route('bulk/run', 'routes/app/resources/bulk-run.ts'),
  route('bulk/:bulkActionId/undo', 'routes/app/resources/bulk-undo.ts'),
]);
