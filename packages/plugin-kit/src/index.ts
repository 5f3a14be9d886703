export * from './amounts.ts';
export * from './calendar.ts';
export * from './cells.ts';
export * from './check-digits.ts';
export {
  currencyDecimals,
  currencyMeanings,
  looksLikeCurrency,
  parseCurrency,
  regionCurrency,
} from './currencies.ts';
export * from './dates.ts';
export * from './digits.ts';
export * from './document-codes.ts';
export * from './fields.ts';
export { fileField, fileListField, fileValueOf } from './file-fields.ts';
export * from './found-amounts.ts';
export * from './found-currencies.ts';
export * from './gs1.ts';
export type { ApplicationIdentifier } from './gs1-identifiers.ts';
export { applicationIdentifier } from './gs1-identifiers.ts';
export * from './iban.ts';
export { type ColumnKind, columnHeads, quantityUnit } from './item-words.ts';
export {
  doubtfulWords,
  type KnownWords,
  knownWords,
  repairByRepetition,
  repairWords,
} from './known-words.ts';
export * from './labels.ts';
export * from './layout.ts';
export * from './letters.ts';
export * from './locale.ts';
export type { Manifest, ManifestField, ManifestSetting, PluginKind } from './manifest.ts';
export * from './months.ts';
export * from './more-fields.ts';
export * from './numbers.ts';
export { type OwnCompany, ownCompany } from './own-company.ts';
export { type Paper, tellPaper } from './papers.ts';
export { placeNames } from './place-names.ts';
export * from './postal-codes.ts';
export type {
  FieldOfShape,
  FieldShape,
  FieldsOf,
  RecordBuilder,
  RecordOptions,
  RecordTypes,
  RecordTypesOf,
  TypedReader,
  TypedRecord,
  ValueOfShape,
} from './reader.ts';
export { defineReader, record } from './reader.ts';
export * from './sightings.ts';
export * from './tables.ts';
export type { Template } from './template/template.ts';
export { templateReader } from './template/template-reader.ts';
export * from './times.ts';
export type * from './types.ts';
export { plainUnit } from './unit-signs.ts';
export { whereShown } from './where-shown.ts';
export * from './zones.ts';
