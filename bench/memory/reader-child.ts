import { createImageReader, makeThumbnail, makeViewable } from '@readout/image-reader/node';
import { serveJobs } from '@readout/image-reader/process/child';

/** Does with a picture what the server does: reads it, makes its thumbnail and the picture to look at. */
await serveJobs(async () => {
  const reader = await createImageReader();
  return async (bytes) => {
    const { image } = await reader.read(bytes as Uint8Array);
    await makeThumbnail(image, 320);
    await makeViewable(image);
    return process.memoryUsage.rss() / 2 ** 20;
  };
});
