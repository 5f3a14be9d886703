import { mayOnPlatform, type PlatformAction } from '@readout/domain/platform-policy';
import { useViewer } from '../../viewer.ts';

/** What the viewer's role in the installation includes: what it does not is not on the page. The server refuses it anyway. */
export function useMay(): (action: PlatformAction) => boolean {
  const role = useViewer()?.user.role ?? 'user';
  return (action) => mayOnPlatform(role, action);
}
