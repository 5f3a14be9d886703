import '@readout/image-reader/node';
import sharp, { type Sharp } from 'sharp';

// The engine, loaded above, blocks what draws vectors; these drawings are ours.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** A drawing of ours as a picture. */
export const drawVector = (svg: string): Sharp => sharp(Buffer.from(svg));

export const asXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Noise as of a poor camera, for a rectangle over the drawing: `filter="url(#grain)"`. */
export const grainFilter = (grain: number, seed: number): string =>
  `<defs><filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="${seed}"/><feColorMatrix values="0 0 0 0 0.3 0 0 0 0 0.3 0 0 0 0 0.3 ${grain.toFixed(2)} 0 0 0 ${(-grain * 0.35).toFixed(2)}"/></filter></defs>`;
