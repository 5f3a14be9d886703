/** Weights as they are kept in the source: signed bytes in base64, one scale per row. */
export interface PackedNetwork {
  inputs: number;
  hidden: number;
  classes: number;
  scales: readonly number[];
  bytes: string;
}
