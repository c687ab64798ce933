/** Each text that a search looks in has its trigram index, in the form in which the search asks for it. */
import { beforeAll, expect, it } from 'vitest'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import type { TextIndex } from '../../src/kernel/resources/resource.ts'
import { modules } from '../../src/modules.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

const resources = new Set(
  modules.flatMap(module => (module.pages ?? []).flatMap(page => (page.kind === 'list' ? page.resource : [])))
)
/** Tables of some hundred rows at the most, which are read as fast without one. */
const small = ['catalogue.order_type_items', 'warehouse.internal_stores', 'fleet.vehicles', 'fleet.drivers']
const texts = [...resources].flatMap(({ type, search = [] }) =>
  ('key' in search ? [search] : search)
    .flatMap(place => ('of' in place ? [place.of] : []))
    .flatMap((of): [string, TextIndex][] => (small.includes(of.table) ? [] : [[`${type}: ${of.table} ${of.text}`, of]]))
)

let test: SharedApp
beforeAll(async () => {
  test = await aSharedApp()
})

it('covers the resources that can be searched', () => expect(texts.length).toBeGreaterThan(20))

it.each(texts)('%s is found by an index', async (_name, { table, id, text }) => {
  const plan = await test.services.db.transaction(async trx => {
    await query(trx, sql`set local enable_seqscan = off`)
    return query<{ 'QUERY PLAN': string }>(
      trx,
      sql`explain (costs off) select ${raw(id)} from ${raw(table)} where ${raw(text)} like kernel.fold('%gumex%')`
    )
  })
  expect(plan.map(line => line['QUERY PLAN']).join('\n')).toMatch(/Bitmap Index Scan on \w+\n\s+Index Cond: .*gumex/)
})
