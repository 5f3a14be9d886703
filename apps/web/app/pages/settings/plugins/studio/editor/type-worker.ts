import ts from '@ts-morph/common/dist/typescript.js';

/** TypeScript's service over the one file that is being written, in a worker so that typing never waits for it. */
export type TypeRequest = { id: number } & (
  | { kind: 'start'; files: Record<string, string> }
  | { kind: 'complete'; source: string; at: number }
  | { kind: 'describe'; at: number; name: string }
  | { kind: 'hover'; source: string; at: number }
  | { kind: 'check'; source: string }
);

export interface Completions {
  /** Where the name that is completed begins. */
  from: number;
  items: { name: string; kind: string; sortText: string }[];
}

export interface Described {
  /** As TypeScript writes it: `function findLabel(…): Sighting | undefined`. */
  signature: string;
  documentation: string;
}

export interface TypeProblem {
  from: number;
  to: number;
  message: string;
  severity: 'error' | 'warning' | 'hint';
}

const program = '/plugin.ts';
const kitName = '@readout/plugin-kit';
/** More than one looks through; the names are filtered by what is typed first. */
const maxItems = 400;

const files = new Map<string, { text: string; version: number }>();

function write(name: string, text: string): void {
  const before = files.get(name);
  if (before?.text !== text) files.set(name, { text, version: (before?.version ?? 0) + 1 });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => ['/readout.d.ts', program],
  getScriptVersion: (name) => String(files.get(name)?.version ?? 0),
  getScriptSnapshot: (name) => {
    const file = files.get(name);
    return file && ts.ScriptSnapshot.fromString(file.text);
  },
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: () => '/lib.es2023.d.ts',
  fileExists: (name) => files.has(name),
  readFile: (name) => files.get(name)?.text,
  directoryExists: () => true,
  getDirectories: () => [],
  // A plugin finds the kit and nothing else, as where it is bundled.
  resolveModuleNameLiterals: (literals, containingFile) =>
    literals.map(({ text }) => {
      const name =
        text === kitName
          ? '/kit/index.ts'
          : text.startsWith('.') && containingFile.startsWith('/kit/')
            ? new URL(text, `file://${containingFile}`).pathname
            : undefined;
      return {
        resolvedModule:
          name !== undefined && files.has(name)
            ? { resolvedFileName: name, extension: ts.Extension.Ts }
            : undefined,
      };
    }),
});

const plain = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
  ts.displayPartsToString([...(parts ?? [])]);

function complete(at: number): Completions | null {
  const found = service.getCompletionsAtPosition(program, at, { includeCompletionsWithInsertText: false });
  if (!found) return null;
  const text = files.get(program)?.text ?? '';
  const typed = /[\w$]*$/.exec(text.slice(0, at))?.[0] ?? '';
  const span = found.optionalReplacementSpan;
  const begins = typed.toLowerCase();
  return {
    from: span ? span.start : at - typed.length,
    items: found.entries
      .filter(({ name }) => begins === '' || name.toLowerCase().includes(begins[0] ?? ''))
      .slice(0, maxItems)
      .map(({ name, kind, sortText }) => ({ name, kind, sortText })),
  };
}

function describe(at: number, name: string): Described | null {
  const details = service.getCompletionEntryDetails(
    program,
    at,
    name,
    undefined,
    undefined,
    undefined,
    undefined,
  );
  return details
    ? { signature: plain(details.displayParts), documentation: plain(details.documentation) }
    : null;
}

function hover(at: number): (Described & { from: number; to: number }) | null {
  const info = service.getQuickInfoAtPosition(program, at);
  if (!info) return null;
  return {
    from: info.textSpan.start,
    to: info.textSpan.start + info.textSpan.length,
    signature: plain(info.displayParts),
    documentation: plain(info.documentation),
  };
}

function check(): TypeProblem[] {
  const length = files.get(program)?.text.length ?? 0;
  return [
    ...service.getSyntacticDiagnostics(program),
    ...service.getSemanticDiagnostics(program),
    ...service.getSuggestionDiagnostics(program),
  ].map(({ start = 0, length: size = 0, messageText, category }) => ({
    from: Math.min(start, length),
    to: Math.min(start + size, length),
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    severity:
      category === ts.DiagnosticCategory.Error
        ? 'error'
        : category === ts.DiagnosticCategory.Warning
          ? 'warning'
          : 'hint',
  }));
}

function answer(request: TypeRequest): unknown {
  if ('source' in request) write(program, request.source);
  switch (request.kind) {
    case 'start':
      for (const [name, text] of Object.entries(request.files)) write(name, text);
      write(program, '');
      return null;
    case 'complete':
      return complete(request.at);
    case 'describe':
      return describe(request.at, request.name);
    case 'hover':
      return hover(request.at);
    case 'check':
      return check();
  }
}

self.onmessage = ({ data }: MessageEvent<TypeRequest>) => {
  try {
    self.postMessage({ id: data.id, value: answer(data) });
  } catch (error) {
    self.postMessage({ id: data.id, problem: error instanceof Error ? error.message : String(error) });
  }
};
