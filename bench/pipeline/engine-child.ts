/** The engine and nothing else, in a process like the server's reader. */
import { createImageReader } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';

await serveJobs(async () => {
  const reader = await createImageReader();
  return async (job) => {
    const { reading } = await reader.read(job as Uint8Array);
    return reading;
  };
});
