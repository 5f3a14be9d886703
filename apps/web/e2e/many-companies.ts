import { withDatabaseOf } from './embedded-database.ts';

/** Companies without members, called `Invented 0001` and so on, in the embedded database of a running server. */
export async function invent(dataFolder: string, count: number): Promise<void> {
  await withDatabaseOf(dataFolder, async (client) => {
    await client.query(
      `insert into auth.company (name, slug)
       select case when n = 1 then '=1+1 Invented' else 'Invented ' || lpad((n - 2)::text, 4, '0') end, 'invented-' || n
       from generate_series(1, $1::int) n`,
      [count],
    );
    await client.query(
      'insert into app.company_settings (company_id) select id from auth.company c where not exists (select from app.company_settings s where s.company_id = c.id)',
    );
    await client.query('analyze auth.company, app.company_settings');
  });
}
