// node scripts/check-floors.js: are the rooms of the domain, the server and the app stacked in floors?
// A room is a folder directly below, or a file that lies loose there. The rooms are put in the order in which the
// fewest imports run back up: each room imports what is below it. Counted is one for each file that imports a file of
// another room, types too, tests not. What still runs back up is printed; more than the limit fails.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const limits = { 'packages/domain/src': 4, 'apps/web/server': 5, 'apps/web/app': 0 };
const isTest = /[.](test|test-suite|int[.]test|browser[.]test)[.]tsx?$|\/test-[^/]+[.]ts$|\/testing[./]/;

/** @typedef {{ from: string, to: string, file: string, imported: string }} Import */

for (const [tree, limit] of Object.entries(limits)) {
  const imports = importsBetweenRooms(tree);
  const floors = ordered(imports);
  const floorOf = new Map(floors.map((room, floor) => [room, floor]));
  const back = imports.filter(({ from, to }) => (floorOf.get(from) ?? 0) > (floorOf.get(to) ?? 0));
  console.log(
    `${tree}: ${back.length} of ${imports.length} imports between rooms run back up (limit ${limit})`,
  );
  for (const { file, imported } of back) console.log(`  ${file} -> ${imported}`);
  if (process.argv.includes('--order')) console.log(`  from the top: ${floors.join(' ')}`);
  if (back.length > limit) process.exitCode = 1;
}

/** @param {string} tree @returns {Import[]} */
function importsBetweenRooms(tree) {
  return globSync('**/*.{ts,tsx}', { cwd: path.join(root, tree) })
    .filter((file) => !isTest.test(`/${file}`))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, tree, file), 'utf8');
      const imported = [...text.matchAll(/(?:\bfrom|\bimport)[\s(]+'([.][^'?]*)['?]/g)].map(([, name = '']) =>
        path.join(path.dirname(file), name),
      );
      return [...new Set(imported)]
        .map((to) => ({ from: roomOf(file), to: roomOf(to), file, imported: to }))
        .filter(({ from, to }) => from !== to && !to.startsWith('..') && !to.startsWith('+'));
    });
}

/** @param {string} file */
function roomOf(file) {
  return file.split('/')[0] ?? '';
}

/**
 * Rooms from the top floor down: the rooms nobody imports first; of those in a circle the one with the most imports down
 * for each import of it. Then runs of neighbours move to where they save most, until none does. The same imports give
 * the same order.
 * @param {Import[]} imports
 */
function ordered(imports) {
  const names = [...new Set(imports.flatMap(({ from, to }) => [from, to]))].sort();
  const counts = names.map((from) =>
    names.map((to) => imports.filter((each) => each.from === from && each.to === to).length),
  );
  /** @param {number[]} above @param {number[]} below */
  const back = (above, below) =>
    below.reduce((sum, from) => above.reduce((all, to) => all + (counts[from]?.[to] ?? 0), sum), 0);
  const left = names.map((_, room) => room);
  /** @type {number[]} */
  const rooms = [];
  while (left.length > 0) {
    const costs = left.map((room) => (back([room], left) + 0.1) / (back(left, [room]) + 0.1));
    rooms.push(...left.splice(costs.indexOf(Math.min(...costs)), 1));
  }
  for (let saved = 1; saved > 0; ) {
    saved = 0;
    let better = rooms;
    for (let i = 0; i < rooms.length; i++)
      for (let j = i + 1; j < rooms.length; j++) {
        const run = rooms.slice(i, j);
        let saves = 0;
        for (let k = j; k < rooms.length; k++) {
          const passed = rooms.slice(k, k + 1);
          saves += back(run, passed) - back(passed, run);
          if (saves <= saved) continue;
          saved = saves;
          better = [...rooms.slice(0, i), ...rooms.slice(j, k + 1), ...run, ...rooms.slice(k + 1)];
        }
      }
    rooms.splice(0, rooms.length, ...better);
  }
  return rooms.map((room) => names[room] ?? '');
}
