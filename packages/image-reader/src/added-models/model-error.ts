/** Permanent codes of what can be wrong with a text model. */
export type ModelErrorCode =
  | 'model.unknown'
  | 'model.already_there'
  | 'model.in_use'
  | 'model.reads_already'
  | 'model.damaged'
  | 'model.unreachable'
  | 'model.wrong_bytes'
  | 'model.no_manifest'
  | 'model.not_onnx'
  | 'model.wrong_input'
  | 'model.wrong_classes'
  | 'model.does_not_run';

/** `name`: of the model; the others are what was found and what is needed. */
export type ModelErrorValues = Readonly<{ name: string } & Record<string, string | number>>;

/** A text model could not be added, chosen or removed. `message` is English, for the log. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly values: ModelErrorValues;

  constructor(code: ModelErrorCode, values: ModelErrorValues, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(values)}`, options);
    this.code = code;
    this.values = values;
  }
}
