import { clusterVariable, startTestCluster } from './test-cluster.ts';

/** Vitest global set-up: one PostgreSQL for the whole run. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  process.env[clusterVariable] = JSON.stringify(cluster.server);
  return () => cluster.stop();
}
