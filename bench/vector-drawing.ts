import '@readout/image-reader/node';
import sharp, { type Sharp } from 'sharp';

// The engine, loaded above, blocks what draws vectors; these drawings are ours.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** A drawing of ours as a picture. */
export const drawVector = (svg: string): Sharp => sharp(Buffer.from(svg));
