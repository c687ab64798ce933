/** The lists of companies over 20,000 of them: none reads more of the database than its page needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies } from '../../modules/companies/index.ts'
import { system } from '../../src/kernel/access/caller.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { answerList } from '../../src/kernel/lists/answer-list.ts'
import type { ListPage } from '../../src/kernel/pages/pages.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { type Cost, costOf } from '../helper/plans.ts'

const count = 20_000
const pages = ((companies.pages ?? []) as ListPage[]).filter(({ resource }) => resource.type === 'companies.company')

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  // One in a hundred waits to be verified, one is inactive. The number in the name is scattered, so that the order is not that of ids.
  await query(
    test.services.db,
    sql`insert into companies.companies
        (name, short_name, tax_number, country, verified, active, deactivation_reason, city, street, postal_code, created_at)
      select 'Company ' || (n * 7919) % ${count}, 'C' || n, lpad(n::text, 10, '0'), 1, n % 100 > 0, n % 100 > 1,
        case when n % 100 = 1 then 'asked to' end, 'Town ' || n % 97, 'Street ' || n % 89, '00-001', now()
      from generate_series(1, ${count}) n`
  )
  // A table filled at once has loose indexes, which no table has that grew.
  await test.services.db.raw('reindex table companies.companies')
  await test.services.db.raw('vacuum analyze companies.companies')
})
afterAll(() => test.close())

const costOfPage = ({ resource, fixed, pageSize }: ListPage, page: number): Promise<Cost> =>
  costOf(test.services.db, () =>
    answerList(test.services.db, resource, { page, limit: pageSize, filters: fixed }, { ...system, role: 'ADMIN' })
  )

/** A short list must not be looked for in the longest; far down in the longest, rows before the page are read from the index alone. */
const budgets = [
  { list: 'unverified', page: 1, budget: { rows: 500, buffers: 1_000 } },
  { list: 'inactive', page: 1, budget: { rows: 500, buffers: 1_000 } },
  { list: 'active', page: 500, budget: { rows: 30_000, buffers: 1_000 } }
]

describe.each(budgets)('page $page of the $list companies', ({ list, page, budget }) => {
  const isOver = async (): Promise<boolean> => {
    const found = pages.find(({ id }) => id === `companies.${list}`) as ListPage
    const { rows, buffers } = await costOfPage(found, page)
    return rows > budget.rows || buffers > budget.buffers
  }

  it('is read within its budget of rows and buffers, and not without the indexes of its list', async () => {
    const { db } = test.services
    const ofList = await query<{ name: string; definition: string }>(
      db,
      sql`select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = 'companies.companies'::regclass and pg_get_expr(i.indpred, i.indrelid) =
          (select pg_get_expr(indpred, indrelid) from pg_index where indexrelid = ${`companies.companies_${list}`}::regclass)`
    )
    expect(await isOver()).toBe(false)
    for (const { name } of ofList) await query(db, sql`drop index ${raw(name)}`)
    expect(await isOver()).toBe(true)
    for (const { definition } of ofList) await query(db, raw(definition))
  })
})
