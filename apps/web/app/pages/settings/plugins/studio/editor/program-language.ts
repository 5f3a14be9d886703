import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { TypeService } from './type-service.ts';
import type { Described } from './type-worker.ts';

/** After the last key, until types are checked again. */
const checkDelayMs = 350;

const icons: Record<string, string> = {
  function: 'function',
  method: 'method',
  property: 'property',
  getter: 'property',
  const: 'constant',
  let: 'variable',
  var: 'variable',
  parameter: 'variable',
  'local var': 'variable',
  interface: 'interface',
  type: 'type',
  keyword: 'keyword',
  class: 'class',
};

/** TypeScript with the kit's types: completion, what is hovered, what does not fit together. */
export function programLanguage(types: TypeService): Extension {
  const complete = async (context: CompletionContext) => {
    const word = context.matchBefore(/[\w$]+$/);
    const isMember = context.matchBefore(/\.\s*$/) !== null;
    const isQuoted = context.matchBefore(/['"][\w$@/-]*$/) !== null;
    if (!word && !isMember && !isQuoted && !context.explicit) return null;
    const found = await types.complete(context.state.doc.toString(), context.pos);
    if (!found || context.aborted) return null;
    return {
      from: found.from,
      validFor: /^[\w$]*$/,
      options: found.items.map(
        ({ name, kind, sortText }): Completion => ({
          label: name,
          type: icons[kind] ?? 'text',
          // TypeScript puts what is near first: '11' is local, '15' global.
          boost: Math.max(-99, 20 - Number.parseInt(sortText, 10) * 2 || 0),
          info: async () => {
            const described = await types.describe(context.pos, name);
            return described ? explanation(described) : null;
          },
        }),
      ),
    };
  };
  return [
    javascript({ typescript: true }),
    autocompletion({ override: [complete], icons: false }),
    hoverTooltip(async (view, at) => {
      const found = await types.hover(view.state.doc.toString(), at);
      if (!found) return null;
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: explanation(found) }) };
    }),
    linter(
      async (view): Promise<Diagnostic[]> => {
        const source = view.state.doc.toString();
        const problems = (await types.check(source)) ?? [];
        // Written on meanwhile: the next check tells of what is there now.
        if (source !== view.state.doc.toString()) return [];
        return problems;
      },
      { delay: checkDelayMs },
    ),
  ];
}

function explanation({ signature, documentation }: Described): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-type';
  dom.append(signature);
  if (documentation) {
    const text = document.createElement('p');
    text.textContent = documentation;
    dom.append(text);
  }
  return dom;
}
