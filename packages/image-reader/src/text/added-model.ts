import type { ModelRole } from './scripts.ts';

/** A text model of an installation, ready to be loaded. Plain data. */
export interface AddedModel {
  role: ModelRole;
  /** As readings name it. */
  name: string;
  /** An ONNX file, see `Infer` for its shapes. */
  bytes: Uint8Array;
  /** UTF-8, one character a line in the order of the classes between blank and space; empty for a detector. */
  characters: Uint8Array;
}
