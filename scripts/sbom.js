// What Readout runs with and sends to browsers, as a CycloneDX 1.6 document: for tools that look for known holes and for
// auditors. From the lockfile alone, so that it is the same on every machine.
import { createHash } from 'node:crypto';

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, optional?: boolean,
 *   link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} LockedPackage
 */

/**
 * @param {{ version: string, packages: Record<string, LockedPackage> }} lock
 */
export function bomOf(lock) {
  // What the workspaces and their packages ask for; the flags of the lockfile count a package that only could be asked for.
  /** @type {Set<string>} */
  const paths = new Set();
  const waiting = Object.keys(lock.packages).filter((at) => !at.includes('node_modules/'));
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const each = /** @type {LockedPackage} */ (lock.packages[from]);
    for (const name of neededBy(each)) {
      const at = resolve(from, name);
      if (at === undefined || paths.has(at) || lock.packages[at]?.link) continue;
      paths.add(at);
      waiting.push(at);
    }
  }
  /** @type {Map<string, object>} */
  const components = new Map();
  /** @type {Map<string, Set<string>>} */
  const dependencies = new Map();
  for (const at of paths) {
    const each = /** @type {LockedPackage} */ (lock.packages[at]);
    const ref = refOf(at, each);
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      ...namesOf(at),
      version: each.version,
      ...(each.optional ? { scope: 'optional' } : {}),
      ...(each.integrity ? { hashes: hashesOf(each.integrity) } : {}),
      ...(each.license ? { licenses: licensesOf(each.license) } : {}),
      purl: ref,
    });
    const on = dependencies.get(ref) ?? new Set();
    dependencies.set(ref, on);
    for (const name of neededBy(each)) {
      const found = resolve(at, name);
      if (found && paths.has(found))
        on.add(refOf(found, /** @type {LockedPackage} */ (lock.packages[found])));
    }
  }
  /** As Node looks for it: below, then beside and further up. @param {string} from @param {string} name */
  function resolve(from, name) {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const at = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
      if (lock.packages[at]) return at;
      if (!folder) return undefined;
    }
  }
  const root = `pkg:generic/readout@${lock.version}`;
  const all = [...components.keys()].sort();
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(all.join('\n') + lock.version)}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'readout',
        version: lock.version,
        licenses: [{ license: { id: 'AGPL-3.0-or-later' } }],
      },
    },
    components: all.map((ref) => components.get(ref)),
    dependencies: [
      { ref: root, dependsOn: all },
      ...all.map((ref) => ({ ref, dependsOn: [...(dependencies.get(ref) ?? [])].sort() })),
    ],
  };
}

/** @param {LockedPackage} each */
function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** @param {string} at */
const nameOf = (at) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** @param {string} at */
function namesOf(at) {
  const [first = '', second] = nameOf(at).split('/');
  return second === undefined ? { name: first } : { group: first, name: second };
}

/** A package URL. @param {string} at @param {LockedPackage} each */
const refOf = (at, each) => `pkg:npm/${nameOf(at).replace('@', '%40')}@${each.version}`;

/** Of Subresource Integrity: the digest in base64. @param {string} integrity */
function hashesOf(integrity) {
  return integrity.split(' ').flatMap((each) => {
    const [, bits, digest] = /^sha(1|256|384|512)-(.+)$/.exec(each) ?? [];
    if (!bits || !digest) return [];
    return [{ alg: `SHA-${bits}`, content: Buffer.from(digest, 'base64').toString('hex') }];
  });
}

/** One identifier, or an expression of several. @param {string} license */
const licensesOf = (license) =>
  /^[A-Za-z0-9.+-]+$/.test(license)
    ? [{ license: /^(UNLICENSED|SEE)/.test(license) ? { name: license } : { id: license } }]
    : / (OR|AND|WITH) /.test(license)
      ? [{ expression: license }]
      : [{ license: { name: license } }];

/** The same content has the same number: version 8 of RFC 9562. @param {string} content */
function uuidOf(content) {
  const hex = createHash('sha256').update(content).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
