import {
  DefaultIntrinsics,
  type QuickJSContext,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { limits } from './limits.ts';
import type { Evaluation } from './run.ts';

/**
 * Runs before the plugin. `Date` is left out of the context altogether (its local time depends on the machine);
 * what is missing says so instead of failing as "not defined". `stringify` is captured so that a plugin
 * which replaces it only fools itself; whatever it does, a string comes out and the host checks it.
 */
const prelude = `(() => {
  'use strict';
  const parse = JSON.parse, stringify = JSON.stringify;
  const absent = (what) => function () { throw new TypeError(what); };
  Object.defineProperty(globalThis, 'Date', { value: absent('Plugins have no clock: use input.today and the calendar functions of the kit'), writable: true, configurable: true });
  Math.random = absent('Plugins have no randomness: the same reading must always give the same records');
  return (input) => {
    const plugin = globalThis.readoutPlugin;
    const reader = plugin && plugin.default;
    if (!reader || typeof reader.read !== 'function') throw new TypeError('The plugin must export defineReader({ read(input) { … } }) as its default');
    const records = reader.read(parse(input));
    if (records && typeof records.then === 'function') throw new TypeError('read() must return records, not a promise');
    return stringify(records);
  };
})()`;

/** Evaluates plugins. Has no other state than a WebAssembly instance, which is replaced when a plugin broke it. */
export interface Interpreter {
  /** `code` is the bundled script, `input` the JSON of a `ReaderInput`. */
  evaluate(code: string, input: string): Evaluation;
  /** True once an instance broke: call {@link Interpreter.renew} before the next run. */
  readonly broken: boolean;
  renew(module: QuickJSWASMModule): void;
}

export function createInterpreter(
  initialModule: QuickJSWASMModule,
  maxWallMs: number = limits.maxWallMs,
): Interpreter {
  let module = initialModule;
  let broken = false;
  return {
    get broken() {
      return broken;
    },
    renew(next) {
      module = next;
      broken = false;
    },
    evaluate(code, input) {
      let runtime: QuickJSRuntime | undefined;
      let context: QuickJSContext | undefined;
      const counter = { ticks: 0, exhausted: false };
      try {
        runtime = module.newRuntime();
        runtime.setMemoryLimit(limits.maxMemoryBytes);
        runtime.setMaxStackSize(limits.maxStackBytes);
        const startedAt = performance.now();
        runtime.setInterruptHandler(() => {
          counter.ticks++;
          if (counter.ticks > limits.maxTicks || performance.now() - startedAt > maxWallMs)
            counter.exhausted = true;
          return counter.exhausted;
        });
        context = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
        return evaluateIn(context, code, input, counter);
      } catch (cause) {
        // The WebAssembly itself trapped (host stack overflow, abort): its heap can no longer be trusted.
        broken = true;
        return {
          ok: false,
          code: 'plugin.threw',
          message: `The plugin broke its interpreter: ${messageOf(cause)}`,
        };
      } finally {
        if (!broken) {
          try {
            context?.dispose();
            runtime?.dispose();
          } catch {
            // Freeing asserts that nothing leaked; after an out-of-memory that may not hold. Nothing is lost by
            // starting the next run on a new instance.
            broken = true;
          }
        }
      }
    },
  };
}

function evaluateIn(
  context: QuickJSContext,
  code: string,
  input: string,
  counter: { ticks: number; exhausted: boolean },
): Evaluation {
  const failed = (error: { name: string; message: string }): Evaluation => {
    if (counter.exhausted)
      return {
        ok: false,
        code: 'plugin.timed_out',
        message: 'The plugin used up its budget of interpreter ticks',
      };
    const { name, message } = error;
    // Where not even the error could be allocated QuickJS throws null.
    if ((name === 'InternalError' && message === 'out of memory') || name === 'null')
      return {
        ok: false,
        code: 'plugin.out_of_memory',
        message: 'The plugin needs more memory than it may use',
      };
    return { ok: false, code: 'plugin.threw', message: `${name}: ${message}`.slice(0, 500) };
  };
  const start = context.evalCode(prelude, 'readout:start');
  if (start.error)
    return start.error.consume(() => failed({ name: 'Error', message: 'the interpreter did not start' }));
  const call = start.value;
  try {
    const loaded = context.evalCode(code, 'plugin.js');
    if (loaded.error) return loaded.error.consume((handle) => failed(describe(context, handle)));
    loaded.value.dispose();
    const argument = context.newString(input);
    const result = argument.consume(() => context.callFunction(call, context.undefined, argument));
    if (result.error) return result.error.consume((handle) => failed(describe(context, handle)));
    return result.value.consume((handle): Evaluation => {
      if (context.typeof(handle) !== 'string')
        return { ok: false, code: 'plugin.bad_output', message: 'read() must return an array of records' };
      const length = context.getProp(handle, 'length').consume((value) => context.getNumber(value));
      if (length > limits.maxOutputLength)
        return {
          ok: false,
          code: 'plugin.too_large',
          message: `The records are ${length} characters of JSON; at most ${limits.maxOutputLength} are taken`,
        };
      return { ok: true, json: context.getString(handle), ticks: counter.ticks };
    });
  } finally {
    call.dispose();
  }
}

/** Name and message of what was thrown, read without running any of the plugin's getters twice. */
function describe(
  context: QuickJSContext,
  handle: Parameters<QuickJSContext['typeof']>[0],
): { name: string; message: string } {
  const kind = context.typeof(handle);
  if (context.sameValue(handle, context.null)) return { name: 'null', message: 'null' };
  if (kind !== 'object')
    return { name: 'Error', message: kind === 'string' ? context.getString(handle) : kind };
  const text = (key: string): string =>
    context.getProp(handle, key).consume((value) => {
      // Measured before it is copied out: a message of 60 MB must not become one of the host's strings.
      if (context.typeof(value) !== 'string') return '';
      const length = context.getProp(value, 'length').consume((v) => context.getNumber(v));
      return length > 10_000 ? `(a text of ${length} characters)` : context.getString(value);
    });
  return { name: text('name') || 'Error', message: text('message') || 'no message' };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : 'unknown fault';
}
