import { exportPlatformChain } from '@readout/domain/platform/export-platform-chain';
import { listFile } from '../list-file.ts';

/** The installation's own list as a file that anybody can verify. */
export const loader = listFile('readout-administration', 'jsonl', (deps, actor) =>
  exportPlatformChain(deps, { actor }),
);
