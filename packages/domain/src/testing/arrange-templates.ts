import { packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import {
  makeTemplate,
  type TemplateMark,
  templateMarksSchema,
  templatePlugin,
} from '@readout/plugin-kit/template';
import type { TemplateMaker } from '../plugins/templates/rules.ts';

export function templateMaker(): TemplateMaker {
  return {
    checkMarks: (marks) => templateMarksSchema.safeParse(marks).data,
    async makePackage({ name, reading, marks, examples }, { pluginId, version }) {
      const record = { type: pluginId, label: name };
      const more = examples.map((example) => example.reading);
      const template = makeTemplate(reading, { record, marks, examples: more });
      const { manifest, source, readme } = templatePlugin(template, {
        id: pluginId,
        version,
        name,
        description: 'Reads what was pointed at.',
      });
      return unsignedPackage(packPlugin({ manifest, source, template, readme, fixtures: [] }));
    },
  };
}

/** A value at the first line of a reading. */
export const firstLineMark: TemplateMark = {
  name: 'value',
  label: 'Value',
  type: 'text',
  isRequired: true,
  value: { parts: [{ line: 'l0', start: 0, end: 3 }] },
  by: 'place',
};
