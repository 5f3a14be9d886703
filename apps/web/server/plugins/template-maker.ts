import type { TemplateMaker } from '@readout/domain/plugins/templates/template-types';
import type { Expectation } from '@readout/plugin-kit/expectation';
import { summarise } from '@readout/plugin-kit/expectation';
import { packPlugin } from '@readout/plugin-kit/package';
import {
  makeTemplate,
  templateMarksSchema,
  templatePlugin,
  templateReader,
  templateSchema,
} from '@readout/plugin-kit/template';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import type { CompanySigner } from './keys.ts';

/** Makes plugins of templates; the example goes along as their first fixture. */
export function createTemplateMaker(signer: CompanySigner): TemplateMaker {
  return {
    checkMarks: (marks) => templateMarksSchema.safeParse(marks).data,
    async makePackage({ name, reading, locale, today, marks, captureName }, { pluginId, version }) {
      const template = templateSchema.parse(
        makeTemplate(reading, { record: { type: pluginId, label: name }, marks }),
      );
      const { manifest, source, readme } = templatePlugin(template, { id: pluginId, version, name });
      const bundle = await bundlePlugin(source);
      if (!('code' in bundle))
        throw new Error(`The program of a template does not bundle: ${JSON.stringify(bundle.problems)}`);
      const records = templateReader(template).read({ reading, settings: {}, locale, today });
      const expected: Expectation = { locale, today, records: summarise(records) };
      return packPlugin({
        manifest,
        code: bundle.code,
        source,
        template,
        readme,
        fixtures: [{ name: captureName.slice(0, 100) || 'Example', reading, settings: {}, expected }],
      });
    },
    sign: (trx, scope, payload) => signer.sign(trx, scope, payload),
  };
}
