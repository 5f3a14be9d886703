import { createServer, type Server } from 'node:net';
import type { Config } from '../config.ts';

/** Below it only root may listen. */
const firstFreePort = 1024;

/** Ports that were opened while the process was root, for who serves them later. */
export type HeldPorts = Map<number, { take(server: Server): Promise<void>; close(): void }>;

/** Opens the ports only root may open before root is given up; others are opened when they are served. */
export async function holdLowPorts({ port, host, https, role }: Config): Promise<HeldPorts> {
  const held: HeldPorts = new Map();
  if (process.getuid?.() !== 0 || role === 'worker') return held;
  for (const wanted of [port, ...(https ? [https.port] : [])]) {
    if (wanted === 0 || wanted >= firstFreePort) continue;
    // A browser that comes before it is served tries again.
    const holder = createServer((socket) => socket.destroy());
    const isOpen = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false)).listen(wanted, host, () => resolve(true));
    });
    // Serving it then says what is wrong.
    if (!isOpen) continue;
    held.set(wanted, {
      take: (server) =>
        new Promise((resolve, reject) => {
          server.once('error', reject).listen(holder, resolve);
        }),
      close: () => holder.close(),
    });
  }
  return held;
}
