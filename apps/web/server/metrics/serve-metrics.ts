import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { type Config, ConfigError } from '../config.ts';
import type { Metrics } from './metrics.ts';
import { answerMetrics } from './metrics-app.ts';

/** A port for metrics alone, in every role: what scrapes them need not reach the pages. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string } & Pick<Config['metrics'], 'token'>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const app = new Hono();
  app.get('/metrics', answerMetrics(metrics, token));
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (cause) {
    throw new ConfigError(
      `Metrics cannot be served at READOUT_METRICS_HOST=${host}, READOUT_METRICS_PORT=${port}: ${(cause as Error).message}.`,
      { cause },
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
