export { evenShadows } from './even-shadows.ts';
export { type FoundDocument, findDocument } from './find-document.ts';
export { type FlattenOptions, flatSize, flatten } from './flatten.ts';
export { type Homography, invert, mapPoint, mapQuad, rectToQuadMap } from './homography.ts';
