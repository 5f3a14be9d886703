/** Rows of one page of a list whose search, filters, order and page are kept in the address. */
export const PAGE_SIZE = 50;

export type Filters = Record<string, readonly string[]>;

/**
 * What the address of a list may say: its page, its file and its bulk actions read the same.
 * @param list `sorts`: the columns one can sort by; `initial`: the one it is sorted by, descending, when the address
 *   names none; `filters`: the choices of each; `changes`: what can be done with many of its rows
 */
export function defineList<
  const Sort extends string,
  const F extends Filters,
  const Change extends string = never,
>(list: { sorts: readonly Sort[]; initial?: NoInfer<Sort>; filters: F; changes?: readonly Change[] }) {
  return {
    changes: [] as readonly Change[],
    ...list,
    /** Search, filters, order and place as the address tells them; what is unknown is left out. */
    query(request: Request) {
      const params = new URL(request.url).searchParams;
      const search = params.get('q')?.trim().slice(0, 200);
      const sort = list.sorts.find((name) => name === params.get('sort'));
      const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
      const chosen: [string, unknown][] = Object.entries(list.filters).flatMap(([name, choices]) => {
        const choice = choices.find((each) => each === params.get(name));
        return choice === undefined ? [] : [[name, choice]];
      });
      return {
        ...(search ? { search } : {}),
        ...(sort ? { sort, descending: params.get('order') !== 'asc' } : {}),
        ...(Object.fromEntries(chosen) as { [Name in keyof F]?: F[Name][number] }),
        offset: (page - 1) * PAGE_SIZE,
        limit: PAGE_SIZE,
      };
    },
  };
}
