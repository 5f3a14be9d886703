import type { CaptureFilter } from '@readout/domain/captures/rules';
import { createContext, useContext } from 'react';
import type { Captures } from './use-captures.ts';

export interface PluginName {
  id: string;
  name: string;
}

/** What the panes of the workspace share. */
export interface Workspace {
  filter: CaptureFilter;
  /** The filter as the address has it, without `?`. */
  query: string;
  captures: Captures;
  plugins: readonly PluginName[];
  viewer: { id: string; role: string; isReviewer: boolean };
  /** Document that is open. */
  openId: string | undefined;
  setOpenId(id: string | undefined): void;
  /** Address of a capture that keeps the filter. */
  addressOf(captureId?: string): string;
  pickFiles(): void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace outside of the workspace');
  return workspace;
}
