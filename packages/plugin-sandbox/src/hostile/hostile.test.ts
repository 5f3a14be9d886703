import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../node.ts';
import { input, plugin } from '../probe-plugins.ts';
import { note } from './hostile-case.ts';
import { hostileCases } from './index.ts';
import { observations, observing } from './observations.ts';

let sandbox: Sandbox;
/** For what counts no ticks, so that the clock ends it soon. */
let impatient: Sandbox;
let another: Sandbox;
beforeAll(async () => {
  [sandbox, impatient, another] = await Promise.all([
    createSandbox(),
    createSandbox({ maxCpuMs: 150 }),
    createSandbox(),
  ]);
});
afterAll(() => Promise.all([sandbox.close(), impatient.close(), another.close()]));

/** A tenth of the ticks, so that what loops ends soon. */
const few = { limits: { ticks: 100 } };

describe('a hostile plugin', () => {
  it('is one of many, each its own', () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(300);
    expect(new Set(hostileCases.map(([name]) => name)).size).toBe(hostileCases.length);
    expect(new Set(hostileCases.map(([, body]) => body)).size).toBe(hostileCases.length);
  });

  it.each(hostileCases)('%s: ends with its code and the next run works', (_, body, codes) => {
    const mayTakeLong = codes.includes('plugin.timed_out');
    const host = mayTakeLong ? impatient : sandbox;
    const run = host.run(plugin(body, few), input);
    expect(codes.split('|')).toContain(run.ok ? 'ok' : run.code);
    if (!run.ok) {
      expect(run.message.length).toBeLessThanOrEqual(600);
      expect(run.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    expect(host.run(plugin(`return [${note('"alive"')}]`), input).ok).toBe(true);
  });

  it('sees nothing of the host: every name it can reach is of the language', () => {
    const run = sandbox.run(
      plugin(`return [${note('Object.getOwnPropertyNames(globalThis).sort().join(" ")')}]`),
      input,
    );
    const names = String(run.ok && run.records[0]?.fields.text?.value).split(' ');
    const own = ['console', 'readoutPlugin', 'InternalError'];
    expect(names.filter((name) => !own.includes(name) && !(name in globalThis))).toEqual([]);
    for (const name of [
      'process',
      'require',
      'fetch',
      'performance',
      'setTimeout',
      'WebAssembly',
      'Intl',
      'std',
    ])
      expect(names).not.toContain(name);
  });

  it('keeps nothing for its next run, whatever it hides it in', () => {
    const hiding = {
      ...plugin(''),
      code: `let runs = 0; const cache = new Map(); const pattern = /a/g;
        var readoutPlugin = { default: { read(input) {
          const before = [runs, cache.size, pattern.lastIndex, globalThis.kept, Array.prototype.kept, Symbol.for('kept').kept, console.kept, read.kept].map(String).join();
          runs++; cache.set(runs, input); pattern.test('a'); globalThis.kept = Array.prototype.kept = console.kept = read.kept = 1;
          console.log('x');
          const spray = []; for (let i = 0; i < 50; i++) spray.push(new Uint8Array(1e5).fill(0xa5));
          return [${note('before')}];
        } } }; function read() {}`,
    };
    const first = sandbox.run(hiding, input);
    expect(first.ok).toBe(true);
    for (let i = 0; i < 5; i++) {
      const again = sandbox.run(hiding, input);
      expect({ ...again, ms: 0 }).toEqual({ ...first, ms: 0 });
    }
  });

  it('finds nothing of other plugins in memory it is given', () => {
    const spraying = plugin(
      `globalThis.spray = []; for (let i = 0; i < 100; i++) spray.push(new Uint8Array(1e5).fill(0xa5)); return []`,
    );
    const looking = plugin(`
      let found = 0;
      for (let i = 0; i < 100; i++) { const bytes = new Uint8Array(1e5); for (let at = 0; at < 1e5; at += 997) found += bytes[at]; }
      return [${note('String(found)')}]`);
    const before = sandbox.run(looking, input);
    sandbox.run(spraying, input);
    const after = sandbox.run(looking, input);
    expect({ ...after, ms: 0 }).toEqual({ ...before, ms: 0 });
    expect(after.ok && after.records[0]?.fields.text?.value).toBe('0');
  });

  it('cannot tell a busy machine from an idle one: what it can count is always the same', () => {
    const counting = plugin(`
      let depth = 0; const down = () => { depth++; down(); }; try { down(); } catch {}
      let made = 0; const kept = []; try { for (;;) { kept.push(new ArrayBuffer(1e6)); made++; } } catch {}
      return [${note('[depth, made, new Error("x").stack].join()')}]`);
    const first = sandbox.run(counting, input);
    expect(first.ok).toBe(true);
    for (let i = 0; i < 3; i++)
      expect({ ...sandbox.run(counting, input), ms: 0 }).toEqual({ ...first, ms: 0 });
  });

  it.each(observations)('learns nothing from %s: it is the same on every instance', async (_, expression) => {
    const looking = plugin(observing(expression));
    const first = sandbox.run(looking, input);
    expect(first.ok).toBe(true);
    // A run that left secrets wherever it could, and one that broke or grew the instance.
    sandbox.run(
      plugin('const a = []; for (;;) a.push(new Uint8Array(5e4).fill(0xa5), "secret".repeat(50));'),
      input,
    );
    const after = sandbox.run(looking, input);
    expect({ ...after, ms: 0 }).toEqual({ ...first, ms: 0 });
    expect({ ...another.run(looking, input), ms: 0 }).toEqual({ ...first, ms: 0 });
  });

  it('that fills its memory before it is handed a reading gets none, and nothing is written over the interpreter', () => {
    const [line] = input.reading.lines;
    const text = 'A'.repeat(300);
    const lines = Array.from({ length: 3_000 }, (_, at) => ({ ...line!, id: `l${at}`, text }));
    const large = { ...input, reading: { ...input.reading, lines } };
    for (const least of [1e6, 1e4, 64]) {
      const filling = {
        ...plugin('return []'),
        code: `const kept = [];
          for (let size = 1e6; size >= ${least}; size /= 10) try { for (;;) kept.push(new Uint8Array(size).fill(0xa5)); } catch {}
          ${plugin('return []').code}`,
      };
      for (let i = 0; i < 2; i++)
        expect(sandbox.run(filling, large)).toMatchObject({ ok: false, code: 'plugin.out_of_memory' });
      expect(sandbox.run(plugin(`return [${note('"alive"')}]`), large).ok).toBe(true);
    }
  });

  it('that loops while it is loaded, or hands over a reader that loops, is ended as well', () => {
    const codes = [
      'for (;;) {}',
      'var readoutPlugin = { get default() { for (;;) {} } };',
      'Object.defineProperty(globalThis, "readoutPlugin", { get() { for (;;) {} } });',
      'var readoutPlugin = { default: { get read() { for (;;) {} } } };',
      'var readoutPlugin = new Proxy({}, { get() { for (;;) {} } });',
    ];
    for (const code of codes)
      expect(sandbox.run({ ...plugin('', few), code }, input)).toMatchObject({
        ok: false,
        code: 'plugin.timed_out',
      });
  });
});
