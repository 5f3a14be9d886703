import type { DraftRecord, Field, FieldType, JsonValue, Reader, ReaderInput } from './types.ts';

/**
 * What a field of a record type holds, for the compiler: a field type of the manifest, the options of a `choice`
 * (`['new', 'used']`), or the columns of a `list` (`{ text: 'text', amount: 'amount' }`).
 */
export type FieldShape =
  | FieldType
  | readonly [string, ...string[]]
  | { readonly [column: string]: FieldType };

/** Record types a reader makes, each with its fields: `{ parcel: { tracking: 'code'; weight: 'number' } }`. */
export type RecordTypes = { readonly [type: string]: { readonly [field: string]: FieldShape } };

/** The value a field of a shape has. */
export type ValueOfShape<Shape extends FieldShape> = Shape extends 'number'
  ? number | string
  : Shape extends 'list'
    ? JsonValue[]
    : Shape extends 'map'
      ? { [key: string]: JsonValue }
      : Shape extends 'boolean'
        ? boolean
        : Shape extends string
          ? string
          : Shape extends readonly string[]
            ? Shape[number]
            : {
                [Column in keyof Shape]?: Shape[Column] extends FieldType
                  ? ValueOfShape<Shape[Column]>
                  : never;
              }[];

type TypeOfShape<Shape extends FieldShape> = Shape extends FieldType
  ? Shape
  : Shape extends readonly string[]
    ? 'choice'
    : 'list';

/** The field that goes where a shape is declared. */
export type FieldOfShape<Shape extends FieldShape> = Field<ValueOfShape<Shape>, TypeOfShape<Shape>>;

/** The fields of one record type; each may be missing, because what is not on the paper is left out. */
export type FieldsOf<Fields extends RecordTypes[string]> = {
  [Name in keyof Fields]?: FieldOfShape<Fields[Name]> | undefined;
};

/** Record types out of a manifest written `as const` in TypeScript. */
export type RecordTypesOf<
  M extends {
    readonly records: readonly {
      readonly type: string;
      readonly fields: readonly { readonly name: string; readonly type: FieldType }[];
    }[];
  },
> = {
  [R in M['records'][number] as R['type']]: { [F in R['fields'][number] as F['name']]: F['type'] };
};

export interface RecordOptions {
  /** 0 to 1; without it the mean of the fields' confidences, times the share of their checks that passed. */
  confidence?: number;
}

/** Exists for the compiler only. */
declare const madeOfDeclaredFields: unique symbol;

/** A record whose type and fields the compiler has compared with what the reader declares. */
export interface TypedRecord<Types extends RecordTypes> extends DraftRecord {
  readonly [madeOfDeclaredFields]: Types;
}

/**
 * Makes a record of a declared type. Fields that are undefined are left out; undefined where none is left, because a
 * record without a field says nothing.
 */
export type RecordBuilder<Types extends RecordTypes> = <Type extends keyof Types & string>(
  type: Type,
  fields: FieldsOf<Types[Type]>,
  options?: RecordOptions,
) => TypedRecord<Types> | undefined;

/** A reader as one writes it, with the record types it declares. */
export interface TypedReader<Types extends RecordTypes> {
  /** Records in the reading; none where the reader does not apply: declining beats guessing. */
  read(input: ReaderInput, record: RecordBuilder<Types>): readonly (TypedRecord<Types> | undefined)[];
}

/**
 * Declares a reader; its module's default export.
 *
 * With record types (`defineReader<{ parcel: { tracking: 'code' } }>({ … })`) the second argument of `read` makes the
 * records, and a wrong record type, field name or field type does not compile. Without them `read` returns records as
 * they are.
 */
export function defineReader<Types extends RecordTypes>(reader: TypedReader<Types>): Reader;
export function defineReader(reader: Reader): Reader;
export function defineReader(reader: TypedReader<RecordTypes> | Reader): Reader {
  return {
    read(input) {
      const made: readonly (DraftRecord | undefined)[] = (reader as TypedReader<RecordTypes>).read(
        input,
        record as RecordBuilder<RecordTypes>,
      );
      // What is not a list at all is left for the host to refuse in its own words.
      return Array.isArray(made) ? made.filter((one) => one !== undefined) : (made as DraftRecord[]);
    },
  };
}

/** The builder that `read` is handed, for functions outside of it; it knows nothing of the declared types. */
export function record(
  type: string,
  fields: { readonly [name: string]: Field | undefined },
  options: RecordOptions = {},
): DraftRecord | undefined {
  const kept = Object.entries(fields).filter((entry): entry is [string, Field] => entry[1] !== undefined);
  if (kept.length === 0) return undefined;
  return { type, confidence: options.confidence ?? confidenceOf(kept), fields: Object.fromEntries(kept) };
}

function confidenceOf(fields: readonly [string, Field][]): number {
  const checks = fields.flatMap(([, { checks }]) => checks);
  const passed = checks.length === 0 ? 1 : checks.filter((check) => check.passed).length / checks.length;
  const mean = fields.reduce((sum, [, { confidence }]) => sum + confidence, 0) / fields.length;
  return Math.round(mean * passed * 1000) / 1000;
}
