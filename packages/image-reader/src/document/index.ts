export { type FoundDocument, findDocument } from './find-document.ts';
