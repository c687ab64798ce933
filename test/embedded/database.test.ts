import { expect, test } from 'vitest'
import { withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'

test('each database is migrated, and apart from the others', async () => {
  const [one, other] = await Promise.all([aDatabase(), aDatabase()])
  try {
    await withClient(one.url, client => client.query('CREATE TABLE only_here (id int)'))
    const find = (url: string, table: string) =>
      withClient(
        url,
        async client => (await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [table])).rows[0]
      )
    expect(await find(one.url, 'only_here')).toEqual({ there: true })
    expect(await find(other.url, 'only_here')).toEqual({ there: false })
    expect(await find(other.url, 'public.migrations')).toEqual({ there: true })
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
  await expect(withClient(one.url, client => client.query('SELECT 1'))).rejects.toMatchObject({ code: '3D000' })
})
