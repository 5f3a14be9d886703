import { bundlePlugin } from '@readout/plugin-sandbox/bundle-browser';

/** `kitScript` comes once, before the first source. */
export type ToBundler = { kitScript: string } | { id: number; source: string };

let kit = '';

self.onmessage = ({ data }: MessageEvent<ToBundler>) => {
  if ('kitScript' in data) kit = data.kitScript;
  else self.postMessage({ id: data.id, result: bundlePlugin(data.source, kit) });
};
