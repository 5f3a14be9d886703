import { openCamera, prepare } from './measure.ts';

prepare(
  async () => undefined,
  async () => {
    await openCamera();
  },
);
