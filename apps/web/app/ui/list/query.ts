/** Rows of one page of a list whose search, order and page are kept in the address. */
export const PAGE_SIZE = 50;

/** Search, order and place of a list as its address tells them; unknown orders are left out. */
export function listQuery<Sort extends string>(request: Request, sorts: readonly Sort[]) {
  const params = new URL(request.url).searchParams;
  const sort = sorts.find((name) => name === params.get('sort'));
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const search = params.get('q')?.trim().slice(0, 200);
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort, descending: params.get('order') !== 'asc' } : {}),
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  };
}
