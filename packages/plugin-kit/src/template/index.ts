export { type Explained, explainTemplate } from './explain.ts';
export { fitTemplate, type TemplateFit, type TemplateMisfit } from './fit-template.ts';
export { type Learned, learn } from './learn.ts';
export { makeTemplate } from './make-template.ts';
export type { MarkedColumn, MarkedPart, MarkedRows, TemplateMark } from './marks.ts';
export { templateMarksSchema, templateSchema } from './schema.ts';
export {
  suggestFieldLabel,
  suggestFurther,
  suggestMark,
  suggestName,
  suggestPart,
  suggestType,
  suggestValue,
} from './suggest-mark.ts';
export { type RowNames, suggestCells, suggestRows } from './suggest-rows.ts';
export type { Template, TemplateColumnType, TemplateField, TemplateFieldType } from './template.ts';
export { templateColumnTypes, templateFieldTypes } from './template.ts';
export { templatePlugin } from './template-plugin.ts';
export { templateReader } from './template-reader.ts';
