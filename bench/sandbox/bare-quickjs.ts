import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { ReaderInput } from '@readout/plugin-kit';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

/**
 * The interpreter alone, in this process: a fresh context for each run, the script loaded into it, input and records as JSON.
 * No thread, no limits, nothing checked.
 * @param code one classic script that sets `readoutPlugin`
 */
export async function bareQuickJs(code: string): Promise<(input: ReaderInput) => unknown> {
  const quickJs = await newQuickJSWASMModuleFromVariant(variant);
  const call = '(input) => JSON.stringify(readoutPlugin.default.read(JSON.parse(input)))';
  return (input) => {
    const context = quickJs.newContext();
    try {
      context.unwrapResult(context.evalCode(code)).dispose();
      const read = context.unwrapResult(context.evalCode(call));
      const given = context.newString(JSON.stringify(input));
      const made = context.unwrapResult(context.callFunction(read, context.undefined, given));
      const records: unknown = JSON.parse(context.getString(made));
      for (const handle of [read, given, made]) handle.dispose();
      return records;
    } finally {
      context.dispose();
    }
  };
}
