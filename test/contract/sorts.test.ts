/** Every sort that a list offers walks an index, or its list is short. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '../helper/app.ts'
import { withClient } from '../helper/cluster.ts'
import { asked, type Everyone, everyone } from './fixtures/everyone.ts'

const orders = 20_000

let test: TestApp
let persons: Everyone['persons']
let everyList: Everyone['everyList']
beforeAll(async () => {
  ;({ test, persons, everyList } = await everyone(orders))
}, 120_000)
afterAll(() => test.close())

/**
 * Sorts that no index serves, and why they may stay: their lists are short. With another reason, mend the index instead.
 */
const short: Readonly<Record<string, string>> = {
  'iot.containers': 'as many containers as the business owns: a few thousand',
  'iot.places':
    'reception places by what documents have brought there: some ten thousand of them, of which few have containers',
  'iot.service': 'the same containers',
  'orders.new': 'what nobody has accepted yet: hundreds of orders of a million',
  'orders.accepted': 'what is to be planned: a few thousand orders of a million',
  'orders.inProgress': 'what is being driven: a few thousand orders of a million',
  'orders.client': 'the orders of one company',
  'pricing.history': 'prices of some dozen items, each for eleven series: a thousand with each change of all',
  'validators.orders': 'orders with a fault: 30,000 of a million, whose sorting takes 10 to 20 ms',
  'warehouse.documents': 'documents of the warehouse, by the names they only refer to: a few thousand a year',
  'warehouse.stockLevels': 'holders of containers: at most as many as the business owns',
  'waste.withoutCard':
    'orders of 30 days that lack a card: some hundreds, and all of them, a few thousand, before the register is read'
}

interface Plan {
  readonly 'Node Type': string
  /** `Outer` gives the node its rows; a statement that is named before it stands beside it. */
  readonly 'Parent Relationship'?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Plan[]
}

/** The most rows that a sort of the plan takes in; one that goes on from an index's order only breaks its ties. */
const sortedMost = (plan: Plan): number => {
  const inner = Math.max(0, ...(plan.Plans ?? []).map(sortedMost))
  const input = (plan.Plans ?? []).filter(part => part['Parent Relationship'] === 'Outer')
  return plan['Node Type'] === 'Sort' ? Math.max(inner, ...input.map(part => part['Plan Rows'])) : inner
}

/** The rows of a page: a sort that takes in no more needs no index. */
const onePage = 35
/** How many rows may be sorted without an index and without a reason. */
const few = 100

describe('sorts', () => {
  /** The statement that a call sends for its list. */
  async function statementOf(person: Person, url: string) {
    const seen: { sql: string; bindings: unknown[] }[] = []
    const listen = (query: { sql: string; bindings: unknown[] }): void => void seen.push(query)
    test.services.db.on('query', listen)
    const { status } = await person.get(url)
    test.services.db.off('query', listen)
    expect([url, status]).toEqual([url, 200])
    const found = seen.find(({ sql }) => sql.includes('json_agg'))
    if (!found) throw new Error(`${url} sent no list's statement`)
    return found
  }

  it('that a header offers run both ways, and read an index in its order', async () => {
    const faults: { list: string; sort: string; most: number }[] = []
    let tried = 0
    await withClient(test.url, async client => {
      // otherwise it depends on the time of the server's own analysis how many rows the planner expects
      await client.query('analyze')
      // The planner avoids a sort wherever an index gives the order; on so few rows it would often rather sort.
      await client.query('set enable_sort = off')
      for (const [role, list] of everyList()) {
        for (const { key } of list.columns.filter(column => column.sortable)) {
          for (const Desc of [false, true]) {
            const { sql, bindings } = await statementOf(persons[role], asked(list, { OrderBy: key, Desc, limit: 35 }))
            const { rows } = await client.query(`explain (format json) ${sql}`, bindings)
            tried += 1
            const most = sortedMost(rows[0]['QUERY PLAN'][0].Plan)
            if (most > onePage) faults.push({ list: list.name, sort: `${role}, ${key}${Desc ? ' down' : ''}`, most })
          }
        }
      }
    })
    expect(tried).toBeGreaterThan(40)
    expect(faults.filter(({ list, most }) => most > few && !Object.hasOwn(short, list))).toEqual([])
    // What is excused must still need it.
    expect(Object.keys(short).filter(name => !faults.some(({ list }) => list === name))).toEqual([])
  })

  it('without an index are detected', async () => {
    await withClient(test.url, async client => {
      await client.query('set enable_sort = off')
      const plan = async (by: string) => {
        const { rows } = await client.query(
          `explain (format json) select id from orders.orders order by ${by} limit 35`
        )
        return sortedMost(rows[0]['QUERY PLAN'][0].Plan)
      }
      expect(await plan('net_value')).toBeGreaterThan(orders / 2)
      expect(await plan('created_at')).toBe(0)
    })
  })
})
