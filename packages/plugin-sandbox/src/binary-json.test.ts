import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFixtures } from '@readout/plugin-kit/testing';
import type { QuickJSContext } from 'quickjs-emscripten-core';
import { beforeAll, expect, it } from 'vitest';
import { toBinaryJson } from './binary-json.ts';
import { newInstance } from './instance.ts';
import { compile } from './web-assembly.ts';

let context: QuickJSContext;
beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
  const { quickJs } = await newInstance(await compile(wasm));
  context = quickJs.newRuntime().newContext();
});

/** What the interpreter itself writes of a value it parsed. */
function byInterpreter(json: string): Uint8Array {
  const parsed = context
    .unwrapResult(context.evalCode('JSON.parse'))
    .consume((parse) =>
      context
        .newString(json)
        .consume((text) => context.unwrapResult(context.callFunction(parse, parse, text))),
    );
  const encoded = parsed.consume((value) => context.encodeBinaryJSON(value));
  return encoded.consume((bytes) => context.getArrayBuffer(bytes).value.slice());
}

function readBack(bytes: Uint8Array<ArrayBuffer>): unknown {
  const value = context.newArrayBuffer(bytes.buffer).consume((buffer) => context.decodeBinaryJSON(buffer));
  return context.dump(value);
}

it.each<[string, unknown]>([
  ['numbers', [0, 1, -1, 63, 64, -65, 300, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 1e300, 5e-324, 0.1, -2.5]],
  ['texts', ['', 'a', 'é', 'ÿ', 'Ā', '€ 5', '😀', '\0', '\u2028', 'x'.repeat(70_000), `${'y'.repeat(100)}€`]],
  ['the rest', [null, true, false, [], {}, [[[]]], { a: { b: { a: 1 } }, b: [{ a: 2 }] }]],
  ['many names', Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`name${at}`, at]))],
])('writes %s as the interpreter does', (_, value) => {
  const bytes = toBinaryJson(value);
  expect(Buffer.from(bytes).equals(byInterpreter(JSON.stringify(value)))).toBe(true);
  expect(readBack(bytes)).toEqual(value);
});

it('writes what JSON cannot say as JSON.stringify does', () => {
  const value = { a: undefined, b: Number.NaN, c: [undefined, Number.POSITIVE_INFINITY], d: -0 };
  expect(readBack(toBinaryJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
});

it('keeps halves of letters, which come out of damaged texts', () => {
  const units = context.newArrayBuffer(toBinaryJson('a\ud83d').buffer).consume((buffer) =>
    context.decodeBinaryJSON(buffer).consume((text) => {
      context.setProp(context.global, 'text', text);
      return context.dump(context.unwrapResult(context.evalCode('[text.length, text.charCodeAt(1)]')));
    }),
  );
  expect(units).toEqual([2, 0xd83d]);
});

it('writes readings as the interpreter does', async () => {
  const plugins = fileURLToPath(new URL('../../../plugins/', import.meta.url));
  let compared = 0;
  const folders = (await readdir(plugins, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of folders)
    for (const { input } of await readFixtures(join(plugins, name))) {
      const bytes = toBinaryJson(input.reading);
      expect(Buffer.from(bytes).equals(byInterpreter(JSON.stringify(input.reading)))).toBe(true);
      compared++;
    }
  expect(compared).toBeGreaterThan(100);
});
