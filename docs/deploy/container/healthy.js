// HEALTHCHECK of the image: pages answer, or, where the process only reads, its metrics say that it reaches the database.
const isWorker = process.env.READOUT_ROLE === 'worker';
const address = isWorker
  ? `http://127.0.0.1:${process.env.READOUT_METRICS_PORT}/metrics`
  : `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(4000) });
  const text = await answer.text();
  process.exitCode = answer.ok && (!isWorker || /^readout_database_up 1$/m.test(text)) ? 0 : 1;
} catch {
  process.exitCode = 1;
}
