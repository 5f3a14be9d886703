/** Units (see `metered.ts`) that compiling a regular expression takes; measured. */
const units = {
  perCharacter: 200,
  /** For each `\k`: it looks ahead for the name, through the rest of the pattern. */
  perCharacterAhead: 2,
  /** For each two characters of a class: it is kept sorted. */
  perPairInClass: 4,
  /** Tables of Unicode are put together. */
  perProperty: 25_000,
  perPropertyWithoutCase: 170_000,
  perClassWithoutCase: 25_000,
};

/**
 * Compiling a regular expression counts no ticks, however long it takes, and QuickJS does it again for each `split` and
 * `matchAll`. So whatever does it while a plugin runs is replaced: `RegExp`, what makes one of a text (`match`, `matchAll`,
 * `search`), `compile`, and `split` and `matchAll` of a pattern. A pattern is made a text once, and that text is counted and
 * compiled, once in a run: what was compiled is kept, and copies of it share its code. Literals were compiled with the plugin.
 *
 * Source of statements within `meteredSource`, of which they use `apply`, `bound`, `call`, `asText`, `toText`, `count`, `isRunning`,
 * `defineProperty`, `getOwnPropertyDescriptor` and `replaceIn`.
 */
export const patternsSource = String.raw`
  const NativeRegExp = RegExp, { construct, ownKeys } = Reflect;
  const { match, matchAll, search, split } = Symbol;
  const getterOf = (name) => getOwnPropertyDescriptor(NativeRegExp.prototype, name).get;
  const ownSource = getterOf('source'), ownGlobal = getterOf('global'), ownUnicode = getterOf('unicode'), ownSets = getterOf('unicodeSets');
  // The native one asks nothing of its arguments that a plugin could answer.
  const find = apply(bound, call, [String.prototype.indexOf]);
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const kept = new Map(), keptOf = apply(bound, call, [Map.prototype.get]), keep = apply(bound, call, [Map.prototype.set]);
  const exec = apply(bound, call, [NativeRegExp.prototype.exec]), slice = apply(bound, call, [String.prototype.slice]);
  const codePointAt = apply(bound, call, [String.prototype.codePointAt]);
  const isMade = (value) => {
    if (!isObject(value)) return false;
    try { apply(ownSource, value, []); return value !== NativeRegExp.prototype; } catch { return false; }
  };
  const countPattern = (source, flags) => {
    const size = source.length, anyCase = find(flags, 'i') >= 0;
    const times = (part) => {
      let found = 0;
      for (let at = find(source, part); at >= 0; at = find(source, part, at + 1)) found++;
      return found;
    };
    const ofClass = (from, to) => {
      let length = to - from;
      for (let at = find(source, '[', from); at >= 0 && at < to; at = find(source, '[', at + 1)) length--;
      return length * length * ${units.perPairInClass} + (anyCase ? ${units.perClassWithoutCase} : 0);
    };
    let units = size * (${units.perCharacter} + times('\\k') * ${units.perCharacterAhead});
    units += (times('\\p') + times('\\P')) * (anyCase ? ${units.perPropertyWithoutCase} : ${units.perProperty});
    let open = -1, start = -1;
    for (let at = 0; at < size; ) {
      const next = find(source, ']', at), end = next < 0 ? size : next;
      if (start < 0) {
        if (open < at) open = find(source, '[', at);
        if (open < 0) break;
        if (open < end) start = open;
      }
      // An escaped bracket does not end a class.
      if (start >= 0 && (end === size || source[end - 1] !== '\\')) {
        units += ofClass(start, end);
        start = -1;
      }
      at = end + 1;
    }
    if (start >= 0) units += ofClass(start, size);
    count(units);
  };
  const make = (pattern, flags, target) => {
    const isLike = isObject(pattern) && (isMade(pattern) || pattern[match] !== undefined && !!pattern[match]);
    const source = isMade(pattern) ? apply(ownSource, pattern, []) : isLike ? toText(pattern.source) : pattern === undefined ? '' : toText(pattern);
    const given = flags !== undefined ? toText(flags) : isLike ? toText(pattern.flags) : '';
    return compiled(source, given, target);
  };
  const compiled = (source, flags, target) => {
    const key = flags + '/' + source;
    count(key.length);
    let pattern = keptOf(kept, key);
    if (pattern === undefined) {
      // What is made while the plugin is loaded is made once for all runs, as literals are.
      if (isRunning) countPattern(source, flags);
      pattern = construct(NativeRegExp, [source, flags]);
      keep(kept, key, pattern);
    }
    return construct(NativeRegExp, [pattern], target);
  };
  // Without flags a copy shares what was compiled.
  const copyOf = (pattern) => construct(NativeRegExp, [pattern], Made);
  const behind = (pattern, text, at) => {
    const isUnicode = apply(ownUnicode, pattern, []) || apply(ownSets, pattern, []);
    return at + (isUnicode && codePointAt(text, at) > 0xffff ? 2 : 1);
  };
  function Made(pattern, flags) {
    if (new.target === undefined && flags === undefined && isObject(pattern) && pattern[match] && pattern.constructor === Made) return pattern;
    return make(pattern, flags, new.target ?? Made);
  }
  for (const key of ownKeys(NativeRegExp)) {
    const descriptor = getOwnPropertyDescriptor(NativeRegExp, key);
    defineProperty(Made, key, descriptor);
  }
  defineProperty(NativeRegExp.prototype, 'constructor', { value: Made, writable: true, configurable: true, enumerable: false });
  defineProperty(globalThis, 'RegExp', { value: Made, writable: true, configurable: true, enumerable: false });

  const textOrPattern = (method, flags) => () => ({ made(a) {
    if (this === null || this === undefined) throw new TypeError('null or undefined are forbidden');
    if (a !== null && a !== undefined) {
      if (method === matchAll && isObject(a) && a[match] && find(asText(a.flags), 'g') < 0) throw new TypeError('regexp must have the "g" flag');
      const own = a[method];
      if (own !== null && own !== undefined) return apply(own, a, [this]);
    }
    const text = toText(this);
    return make(a, flags, Made)[method](text);
  } }).made;
  replaceIn(String.prototype, 'match', textOrPattern(match));
  replaceIn(String.prototype, 'matchAll', textOrPattern(matchAll, 'g'));
  replaceIn(String.prototype, 'search', textOrPattern(search));
  function* matchesOf(pattern, text) {
    const isGlobal = apply(ownGlobal, pattern, []);
    for (let found = exec(pattern, text); found !== null; found = exec(pattern, text)) {
      const isEmpty = found[0] === '';
      yield found;
      if (!isGlobal) return;
      if (isEmpty) pattern.lastIndex = behind(pattern, text, pattern.lastIndex);
    }
  }
  replaceIn(NativeRegExp.prototype, matchAll, () => ({ made(subject) {
    apply(ownSource, this, []);
    const text = toText(subject), pattern = copyOf(this);
    pattern.lastIndex = this.lastIndex;
    return matchesOf(pattern, text);
  } }).made);
  const ownSticky = getterOf('sticky');
  const searchFlags = (pattern) => {
    const flags = toText(pattern.flags);
    let others = 'g';
    for (let at = 0; at < flags.length; at++) if (flags[at] !== 'y' && flags[at] !== 'g') others += flags[at];
    return others;
  };
  replaceIn(NativeRegExp.prototype, split, () => ({ made(subject, limit) {
    const source = apply(ownSource, this, []), text = toText(subject);
    const most = limit === undefined ? 2 ** 32 - 1 : limit >>> 0, size = text.length, parts = [];
    if (most === 0) return parts;
    const pattern = apply(ownGlobal, this, []) && !apply(ownSticky, this, []) ? copyOf(this) : compiled(source, searchFlags(this), Made);
    if (size === 0) return exec(pattern, text) === null ? [text] : parts;
    let from = 0, at = 0;
    while (at < size) {
      pattern.lastIndex = at;
      const found = exec(pattern, text);
      if (found === null || found.index >= size) break;
      const end = pattern.lastIndex;
      if (end === from) {
        at = behind(pattern, text, at);
        continue;
      }
      parts[parts.length] = slice(text, from, found.index);
      if (parts.length === most) return parts;
      from = at = end;
      for (let group = 1; group < found.length; group++) {
        parts[parts.length] = found[group];
        if (parts.length === most) return parts;
      }
    }
    parts[parts.length] = slice(text, from);
    return parts;
  } }).made);
  replaceIn(NativeRegExp.prototype, 'compile', (native, apart) => ({ made(pattern, flags) {
    if (isMade(pattern)) return countPattern(apply(ownSource, pattern, []), 'i'), apart(this, pattern, flags);
    const source = pattern === undefined ? '' : toText(pattern), given = flags === undefined ? '' : toText(flags);
    countPattern(source, given);
    return apart(this, source, given);
  } }).made);
`;
