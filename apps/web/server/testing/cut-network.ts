import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A way from one machine to another that can be cut: nothing passes then, and nobody is told, as where a cable is pulled. */
export interface Network {
  /** Where it begins, on this machine. */
  port: number;
  cut(): void;
  /** What was on its way arrives. */
  mend(): void;
  close(): Promise<void>;
}

export async function startNetwork(to: NetConnectOpts): Promise<Network> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const join = ([one, other]: readonly [Socket, Socket]) => {
    one.pipe(other);
    other.pipe(one);
  };
  const part = (pair: readonly [Socket, Socket]) => {
    for (const end of pair) end.unpipe().pause();
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const pair = [client, connect(to)] as const;
    pairs.add(pair);
    for (const end of pair) {
      end.on('error', () => {});
      end.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    if (!isCut) join(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const pair of pairs) part(pair);
    },
    mend() {
      isCut = false;
      for (const pair of pairs) join(pair);
    },
    async close() {
      for (const pair of pairs) for (const end of pair) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
