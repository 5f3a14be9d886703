import type { Check, JsonValue, Quad } from '@readout/plugin-kit';
import type { ManifestField } from '@readout/plugin-kit/manifest';

/** A stored reading of a sample picture, as `make-samples.ts` writes it. */
export interface Sample {
  width: number;
  height: number;
  plugin: { id: string; name: string; version: string };
  engineVersion: string;
  /** Wall time of decoding, barcodes and text on the machine the sample was read on. */
  readingMs: number;
  /** Every line and barcode that was seen. */
  boxes: { id: string; box: Quad }[];
  /** Fields of the best record, in the order of its reader's manifest. */
  fields: {
    name: string;
    label: string;
    type: ManifestField['type'];
    /** Of the cells of a list. */
    columns?: { name: string; type: ManifestField['type'] }[];
    value: JsonValue;
    raw: string;
    confidence: number;
    evidence: { box: Quad; of: string | null }[];
    checks: Check[];
  }[];
}
