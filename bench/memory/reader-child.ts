import { createImageReader, makeThumbnail, makeViewable } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';

/** Does with a picture what the server does: reads it, makes its thumbnail and the picture to look at. */
await serveJobs(async (init) => {
  const { threads } = init as { threads: number };
  const reader = await createImageReader({ threads });
  return async (bytes) => {
    const { image } = await reader.read(bytes as Uint8Array);
    await makeThumbnail(image, 320);
    await makeViewable(image);
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    return {
      residentMb: process.memoryUsage.rss() / 2 ** 20,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      systemSeconds: systemCPUTime / 1e6,
    };
  };
});
