import { limits } from '@readout/plugin-sandbox';
import { createSandbox, type Sandbox } from '@readout/plugin-sandbox/node';

class TicksUsedUp extends Error {}

/**
 * Runs plugins in a sandbox of its own until `act` is through or its runs have used up so many ticks, the same on every
 * machine however busy it is.
 */
export async function withinTicks(
  maxTicks: number,
  act: (sandbox: Pick<Sandbox, 'run'>) => void,
): Promise<void> {
  const sandbox = await createSandbox();
  let left = maxTicks;
  try {
    act({
      run: (plugin, input) => {
        if (left <= 0) throw new TicksUsedUp();
        const run = sandbox.run(plugin, input);
        // One that the host ended has counted none.
        left -= run.ticks ?? limits.maxTicks;
        return run;
      },
    });
  } catch (error) {
    if (!(error instanceof TicksUsedUp)) throw error;
  } finally {
    await sandbox.close();
  }
}
