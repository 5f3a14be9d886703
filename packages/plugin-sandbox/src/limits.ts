/** What one run of a plugin may use. The same on every machine, so that every machine gives the same result. */
export const limits = {
  /** Code of one plugin, UTF-8 bytes. */
  maxCodeBytes: 512 * 1024,
  /** Heap of the interpreter. */
  maxMemoryBytes: 64 * 1024 * 1024,
  /**
   * Interpreter stack: some 200 nested calls. Chromium's workers overflow their own stack in native recursion before
   * QuickJS notices it with 48 KiB (writing JSON out of getters, constructors that are proxies), and a recursion that is
   * caught would end differently there than on the server: see `hostile/observations.ts`.
   */
  maxStackBytes: 40 * 1024,
  /** Interrupt ticks (10,000 backward jumps, calls or regular expression steps each, or native work; see `metered.ts`): 0.2 to 1.1 s on a server core. */
  maxTicks: 1_000,
  /** Ticks of all readers of a capture together; those that come after they are used up are not run. */
  maxTicksOfCapture: 3_000,
  /** What a further page of its document adds to them. */
  ticksOfFurtherPage: 150,
  /** Pages of one paper that are given to a reader in one run. */
  maxPagesAtOnce: 20,
  /**
   * Backstop only, milliseconds of processor time. Operators over large values take no ticks, so the host also ends a
   * run that has had a core for this long, whatever it has counted.
   */
  maxCpuMs: 5_000,
  /** The same in a browser, which tells no processor time: milliseconds on the clock, with room for a slow and busy phone. */
  maxWallMs: 30_000,
  /** Input as it is handed over; about as many as its JSON has characters. */
  maxInputBytes: 4 * 1024 * 1024,
  /** Output, UTF-16 code units of its JSON. */
  maxOutputLength: 4 * 1024 * 1024,
  maxRecords: 100,
  maxFields: 200,
  maxEvidence: 500,
  /** Summands of one check, and places each of them is printed at. */
  maxParts: 20,
  maxPartEvidence: 4,
  /** Text of a barcode that a value is compared with. */
  maxComparedText: 200,
  /** Characters the host searches in one run for what files say. */
  maxSearched: 100_000_000,
  /** Values that a check of a list tells to be missing on the page. */
  maxDifferences: 20,
  /** Values the host adds up in one run for checks of its own. */
  maxAddedUp: 50_000,
  /** Over all fields of all records. */
  maxTotalEvidence: 10_000,
  maxChecks: 50,
  maxListRows: 2_000,
  maxTextLength: 100_000,
  maxValueDepth: 6,
} as const;
