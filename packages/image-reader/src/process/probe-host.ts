import { createChildReader } from './host.ts';

/** A host for the test of its own end: keeps a child busy for ever and prints the child's process id. */
const child = createChildReader({
  entry: new URL('./probe-child.ts', import.meta.url),
  timeoutMs: 600_000,
  maxRssMb: 1_000,
});
await child.warmUp();
void child.run({ do: 'loop' });
console.log(child.pid());
