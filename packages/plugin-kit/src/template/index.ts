export { fitTemplate, type TemplateFit, type TemplateMisfit } from './fit-template.ts';
export { makeTemplate } from './make-template.ts';
export type { MarkedPart, TemplateMark } from './marks.ts';
export { templateMarksSchema, templateSchema } from './schema.ts';
export { suggestFieldLabel, suggestMark, suggestName, suggestType, suggestValue } from './suggest-mark.ts';
export type { Template, TemplateField, TemplateFieldType } from './template.ts';
export { templateFieldTypes } from './template.ts';
export { templatePlugin } from './template-plugin.ts';
export { templateReader } from './template-reader.ts';
