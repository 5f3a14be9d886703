import { nameOf } from './syntaxes.ts';
import type { XmlElement } from './xml.ts';

/** Where something is in a file: an element, or an attribute of it. */
export interface Found {
  element: XmlElement;
  attribute?: string;
  text: string;
}

interface Step {
  name: string;
  tests: { path: string; equals: string }[];
}

const parsed = new Map<string, { steps: Step[]; attribute: string | undefined }>();

/**
 * A path of the table: names with prefixes, parted by slashes, `@name` at its end for an attribute. `[cbc:ID=VAT]` asks for what
 * is at a path below, `[@schemeID=VA]` for an attribute, `[@currencyID=]` for one that is not there.
 */
function pathParsed(path: string): { steps: Step[]; attribute: string | undefined } {
  let made = parsed.get(path);
  if (!made) {
    const parts = path.match(/[^/[\]]+(?:\[[^\]]*\])*/g) ?? [];
    const last = parts.at(-1);
    const attribute = last?.startsWith('@') ? last.slice(1) : undefined;
    const steps = (attribute === undefined ? parts : parts.slice(0, -1)).map((part): Step => {
      const [name = ''] = part.split('[');
      const tests = [...part.matchAll(/\[([^=\]]+)=([^\]]*)\]/g)].map(([, where = '', equals = '']) => ({
        path: where,
        equals,
      }));
      return { name, tests };
    });
    made = { steps, attribute };
    parsed.set(path, made);
  }
  return made;
}

/** Everything at a path below an element, in the order of the file; what is empty is not there. */
export function findAll(from: XmlElement, path: string): Found[] {
  const { steps, attribute } = pathParsed(path);
  const elements = elementsAt(from, steps);
  return elements.flatMap((element): Found[] => {
    const text = attribute === undefined ? element.text : (element.attributes.get(attribute)?.trim() ?? '');
    return text === '' ? [] : [{ element, text, ...(attribute === undefined ? {} : { attribute }) }];
  });
}

/** The elements at a path, also those with others in them. */
export const findElements = (from: XmlElement, path: string): XmlElement[] =>
  elementsAt(from, pathParsed(path).steps);

function elementsAt(from: XmlElement, steps: readonly Step[]): XmlElement[] {
  let elements = [from];
  for (const { name, tests } of steps)
    elements = elements.flatMap(({ children }) =>
      children.filter(
        (child) =>
          nameOf(child) === name &&
          tests.every(({ path, equals }) => {
            const values = findAll(child, path).map(({ text }) => text);
            return equals === '' ? values.length === 0 : values.includes(equals);
          }),
      ),
    );
  return elements;
}
