/** The orders on a client's home page: those under way, those completed last, and the costs. */
import { dayOf } from '../../../src/contract/days.ts'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { type Database, isOneOf, literal, queryPrepared, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { definePartPage } from '../../../src/kernel/pages/pages.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { fromOf, joinsFor, selectionOf, visibleFields } from '../../../src/kernel/resources/select.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { peopleWhoAsk } from '../../companies/public.ts'
import { place } from '../commands/place.ts'
import { placeAgain } from '../commands/place-again.ts'
import { owedSql } from '../owed.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'
import { type Overview, OverviewSchema } from './schema.ts'

const { new: placed, accepted, inProgress, completed, invoiced } = OrderStatus
const underWay = [placed, accepted, inProgress]
const done = [completed, invoiced]

/** How many orders are shown: as many as fit on a phone. The list has the others. */
const shown = { underWay: 6, done: 3 }

interface Rows {
  readonly statuses: readonly number[]
  readonly only?: string
  readonly order: string
  readonly limit: number
}

/** Orders with the fields of the list. They are chosen in a subquery, so that only the shown ones are joined. */
function rowsOf(reader: Reader, { statuses, only = 'true', order, limit }: Rows): Sql {
  const { columns, aliases } = selectionOf(orders, visibleFields(orders, 'list', reader), reader)
  return sql`(select coalesce(json_agg(r), '[]') from (
    select ${columns} from ${fromOf(orders)} ${joinsFor(orders, aliases)}
    where orders.id = any(array(
      select orders.id from orders.orders orders
      where ${visible(reader)} and ${isOneOf('orders.status', statuses)} and ${raw(only)}
      order by ${raw(order)} limit ${literal(limit)}))
    order by ${raw(order)}) r)`
}

const visible = (reader: Reader): Sql => visibleTo(reader, 'orders.company_id', 'orders.department_id')

const owed = owedSql('orders')

/** The number of orders, and what is owed for them in PLN, of those finished since a day in Warsaw. */
const costSince = (day: string): Sql => sql`(
  select json_build_object('orders', count(*), 'perTonne', count(*) filter (where order_type_id = ${literal(OrderType.tonnage)}),
    'netOwed', coalesce(sum(net_owed), 0), 'grossOwed', coalesce(sum(gross_owed), 0))
  from finished where finished_at >= ${startOfDay(day)})`

/** Reads the overview in one statement, because it is the first answer that a client waits for. */
export async function overviewOf(database: Database, reader: Reader, now: Date): Promise<Overview> {
  const today = dayOf(now)
  const [year, month] = [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 7)}-01`]
  const [answer] = await queryPrepared<
    Omit<Overview, 'today' | 'counts'> & { counts: Readonly<Record<number, number>> }
  >(
    database,
    sql`with finished as materialized (
      select orders.finished_at, orders.order_type_id, ${owed.net} as net_owed, ${owed.gross} as gross_owed from orders.orders orders
      where ${visible(reader)} and ${isOneOf('orders.status', done)} and orders.finished_at >= ${startOfDay(year)})
    select ${rowsOf(reader, {
      statuses: underWay,
      // planned orders first
      order: 'orders.realization_date nulls last, orders.status desc, orders.created_at desc, orders.id desc',
      limit: shown.underWay
    })} as "underWay",
    ${rowsOf(reader, {
      statuses: done,
      only: 'orders.finished_at is not null',
      order: 'orders.finished_at desc, orders.id desc',
      limit: shown.done
    })} as done,
    (select coalesce(json_object_agg(status, n), '{}') from (
      select orders.status, count(*) as n from orders.orders orders
      where ${visible(reader)} and ${isOneOf('orders.status', underWay)} group by orders.status) counted) as counts,
    ${costSince(month)} as month, ${costSince(year)} as year, ${peopleWhoAsk(reader)} as "peopleWhoAsk"`
  )
  if (!answer) throw new Error('The overview answered no row')
  const { counts, ...more } = answer
  return { today, counts: underWay.map(status => ({ status, count: counts[status] ?? 0 })), ...more }
}

export const portalRoutes = [
  defineRoute({
    url: '/api/Dashboard/client',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    summary: "The caller's orders at a glance: what is under way, what was done, what it cost",
    replica: true,
    answer: ItemResponse(OverviewSchema),
    run: async ({ services, caller }) => ({ data: await overviewOf(services.db, caller, services.now()) })
  })
]

/** The home page of clients. The header links to it; the specification's side menu has no entry for it. */
export const overviewPage = definePartPage({
  id: 'orders.overview',
  route: '/client/dashboard',
  goKey: 's',
  group: 'portal',
  place: 0,
  inMenu: false,
  icon: 'home',
  part: 'portal',
  access: ['CLIENT_ADMIN', 'CLIENT'],
  first: ['/api/Dashboard/client'],
  commands: [place, placeAgain]
})
