import { AppError } from '@readout/domain/errors';
import type { TemplateMaker } from '@readout/domain/plugins/templates/rules';
import { type Expectation, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { PackageError, packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import {
  fitTemplate,
  makeTemplate,
  templateMarksSchema,
  templatePlugin,
  templateReader,
  templateSchema,
} from '@readout/plugin-kit/template';
import { formatText, LANGUAGES } from '@readout/texts';
import { refusal } from './packages.ts';

/** What the plugin does, in English and in every other language of the pages. */
function descriptionOf(count: number): Pick<Manifest, 'description' | 'languages'> {
  const inLanguage = (tag: string) => formatText(tag, 'template.plugin_description', { count });
  const description = inLanguage('en');
  const others = LANGUAGES.filter(({ tag }) => tag !== 'en');
  return {
    description,
    languages: Object.fromEntries(others.map(({ tag }) => [tag, { [description]: inLanguage(tag) }])),
  };
}

/** Makes plugins of templates; the example goes along as their first fixture. */
export function createTemplateMaker(): TemplateMaker {
  return {
    checkMarks: (marks) => templateMarksSchema.safeParse(marks).data,
    async makePackage({ name, marks, examples, ...first }, { pluginId, version }) {
      const template = templateSchema.parse(
        makeTemplate(first.reading, {
          record: { type: pluginId, label: name },
          marks,
          examples: examples.map(({ reading }) => reading),
        }),
      );
      if (!fitTemplate(first.reading, template).fits) throw new AppError('template.not_recognised');
      const { manifest, source, readme } = templatePlugin(template, {
        id: pluginId,
        version,
        name,
        ...descriptionOf(marks.length),
      });
      const names = new Set<string>();
      const fixtures = [first, ...examples].map(({ reading, locale, today, captureName }) => {
        const records = templateReader(template).read({ reading, settings: {}, locale, today });
        const expected: Expectation = { locale, today, records: summarise(records) };
        return { name: freeName(captureName, names), reading, settings: {}, expected };
      });
      try {
        return unsignedPackage(packPlugin({ manifest, source, template, readme, fixtures }));
      } catch (error) {
        throw error instanceof PackageError ? refusal(error) : error;
      }
    },
  };
}

/** Captures may have the same name, fixtures may not. */
function freeName(captureName: string, taken: Set<string>): string {
  const base = captureName.slice(0, 90) || 'Example';
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base} ${number}`;
  taken.add(name);
  return name;
}
