/**
 * The order lists at a million orders, through the full route (sign-in, tenancy, checks) against the bare query.
 *
 *     npm run seed:demo -- --orders 1000000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- lists                    or some of its parts: npm run bench -- lists calls sorts throughput
 *
 * Prints medians with the limit of each line: calls of all kinds; searches and filters in the orders that lists have, with the plan of
 * the slowest (`words`, `filters`); every list by each of its columns (`sorts`); and calls per second over ten connections against the
 * same statement, prepared, on a bare Fastify.
 */
import { addDays, dayOf } from '../src/contract/days.ts'
import { queryOne, raw, sql } from '../src/kernel/database/sql.ts'
import { modules } from '../src/modules.ts'
import { aDemoBusiness, type Case, isWanted } from './helper/demo.ts'
import { printThroughput } from './lists-throughput.ts'

const cases: readonly Case[] = [
  ['first page of the completed', '/api/Admin/Orders?OrderStatus=3', 5],
  ['first page of all', '/api/Admin/Orders', 5],
  ['page 1,000 of the invoiced', '/api/Admin/Orders?OrderStatus=5&page=1000&limit=35', 30],
  ['page 1,000 of all', '/api/Admin/Orders?page=1000&limit=35', 30],
  ['rare search, in all', '/api/Admin/Orders?allFields=000777', 100],
  ['rare search, in the completed', '/api/Admin/Orders?OrderStatus=3&allFields=000777', 100],
  ['old-only search (the first orders)', '/api/Admin/Orders?allFields=%2F000001', 100],
  ['common search (a town)', '/api/Admin/Orders?allFields=Lublin', 100],
  ['common search in the completed', '/api/Admin/Orders?OrderStatus=3&allFields=Opony', 100],
  ['common search in the new', '/api/Admin/Orders?OrderStatus=0&allFields=Opony', 100],
  ['search without a match', '/api/Admin/Orders?allFields=qqqqqq', 100],
  ['search of nearly everything', '/api/Admin/Orders?allFields=sp.', 100],
  ['search of nearly everything, in the completed', '/api/Admin/Orders?OrderStatus=3&allFields=sp.', 100],
  ['common search in the invoiced, by company', '/api/Admin/Orders?OrderStatus=5&allFields=Opony&OrderBy=Company', 100],
  ['two letters', '/api/Admin/Orders?allFields=Lu', 100],
  ['a phone', '/api/Admin/Orders?allFields=723758208', 100],
  ['a tax number with dashes', '/api/Admin/Orders?allFields=712-939-41-42', 100],
  ['a plate', '/api/Admin/Orders?allFields=WL515RJ', 100],
  ['a driver', '/api/Admin/Orders?allFields=Nowak', 100],
  ['an invoice number', '/api/Admin/Orders?allFields=FS%2F198222', 100],
  ['folded: Chelm', '/api/Admin/Orders?allFields=Chelm', 100],
  ['two words', '/api/Admin/Orders?allFields=Opony%20Lublin', 100],
  ['two common words', '/api/Admin/Orders?allFields=Opony%20sp.', 100],
  ['two common words, by company', '/api/Admin/Orders?allFields=Opony%20sp.&OrderBy=Company', 100],
  ['a common word by company', '/api/Admin/Orders?allFields=Opony&OrderBy=Company', 100],
  ['a common word by place, downwards', '/api/Admin/Orders?allFields=Chelm&OrderBy=ReceptionPlace&Desc=true', 100],
  ['a common word by vehicle', '/api/Admin/Orders?allFields=sp.&OrderBy=Vehicle', 100],
  ['a driver, by vehicle', '/api/Admin/Orders?allFields=Nowak&OrderBy=Vehicle', 100],
  ['the year of old numbers', '/api/Admin/Orders?allFields=Z%2F2023', 100],
  ['elsewhere, a number', '/api/ui/pages/orders.new/elsewhere?allFields=000777', 100],
  ['elsewhere, a common word', '/api/ui/pages/orders.new/elsewhere?allFields=sp.', 100],
  ['the palette, a number', '/api/ui/find?q=000777', 100],
  ['the palette, a tax number', '/api/ui/find?q=7129394142', 100],
  ['the palette, a phone', '/api/ui/find?q=723758208', 100],
  ['the palette, a plate', '/api/ui/find?q=WL515RJ', 100],
  ['the palette, a common word', '/api/ui/find?q=sp.', 100],
  ['open reconciliations', '/api/Admin/Reconciliations?State=1&page=1&limit=35', 5],
  ['all reconciliations', '/api/Admin/Reconciliations?page=1&limit=35', 5],
  ['reconciliations without a document', '/api/Admin/Reconciliations?State=1&Difference=2&limit=35', 50],
  ['rare search in the open reconciliations', '/api/Admin/Reconciliations?State=1&allFields=000777', 100],
  ['findings about orders', '/api/Admin/Validators?ValidatorType=1&State=0&page=1&limit=35', 30],
  ['postal code in the completed', '/api/Admin/Orders?OrderStatus=3&PostalCode=20', 50],
  ['the menu’s numbers', '/api/ui/counts', 20],
  ['the menu’s numbers of a client', '/api/ui/counts', 20, 'client'],
  ['the bell', '/api/Notifications', 50],
  ['the dashboard', '/api/Dashboard/overview', 100],
  ['the dashboard’s day', '/api/Dashboard/orders/statistics', 50],
  ['the dashboard’s day, of two regions', '/api/Dashboard/orders/statistics?Regions=1&Regions=2', 100],
  ['the dashboard’s clients', '/api/Dashboard/companies/statistics', 50],
  ['the dashboard’s places', '/api/Dashboard/reception-places/statistics', 50],
  ['orders by day, a week', '/api/Dashboard/orders/charts/count-per-date?Days=7', 50],
  ['orders by day, a month', '/api/Dashboard/orders/charts/values-per-date?Days=30', 100],
  ['a client’s home', '/api/Dashboard/client', 50, 'client'],
  ['a client’s first page of 200', '/api/Admin/Orders?page=1&limit=200&OrderBy=CreatedAt&Desc=true', 30, 'client'],
  ['a client’s search', '/api/Admin/Orders?limit=200&allFields=000', 100, 'client']
]

const orders = '/api/Admin/Orders?limit=35'

/** Common words in any order, letters with and without their marks, a client's own orders; by the columns that lists have. */
function wordCases(): Case[] {
  const words = [
    'Opony',
    'Opony sp.',
    'sp. Opony',
    'Lublin sp. opony',
    'Chelm',
    'Chełm',
    'Krakow sp.',
    '2026 sp.',
    'Z/2026 opony',
    'Z/2023 sp.'
  ]
  const sorts = ['', '&OrderBy=Company', '&OrderBy=ReceptionPlace&Desc=true', '&OrderBy=Vehicle']
  const ofStaff = words.flatMap(word =>
    ['', '&OrderStatus=3'].flatMap(status =>
      sorts.map((sort): Case => {
        const asked = `${status}${sort}`
        return [`${word} ${asked}`, `${orders}${asked}&allFields=${encodeURIComponent(word)}`, 100]
      })
    )
  )
  const ofClient = ['opony', 'sp.', 'opony sp.', 'Lublin', '2026', 'rano'].map(
    (word): Case => [
      `a client’s ${word}`,
      `/api/Admin/Orders?limit=200&allFields=${encodeURIComponent(word)}`,
      100,
      'client'
    ]
  )
  const deep = ['Opony', 'sp.'].map((word): Case => [`${word}, page 100`, `${orders}&page=100&allFields=${word}`, 100])
  return [...ofStaff, ...ofClient, ...deep]
}

/** The filters of the lists, each with its total, by the columns of its list, and far in. */
async function filterCases(): Promise<Case[]> {
  const most = async (column: string): Promise<number | undefined> =>
    (
      await queryOne<{ id: number }>(
        db,
        sql`select ${raw(column)} as id from orders.orders where ${raw(column)} is not null
          group by 1 order by count(*) desc limit 1`
      )
    )?.id
  const today = dayOf(new Date())
  const vehicle = `VehicleId=${await most('vehicle_id')}`
  const inProgress = [
    `RealizationDate=${today}`,
    `RealizationDate=${addDays(today, 1)}`,
    `RealizationDate=${addDays(today, -100)}`,
    vehicle,
    `DriverId=${await most('driver_id')}`,
    'NotificationSent=false',
    'NotificationSent=true',
    'OrderType=1',
    'Overdue=true',
    `NotificationSent=false&RealizationDate=${today}`
  ]
  const lists: readonly (readonly [status: string, filters: readonly string[], sorts: readonly string[]])[] = [
    ['OrderStatus=2', inProgress, ['', 'SequenceInRoute', 'Company', 'Vehicle', 'RealizationDate']],
    [
      'OrderStatus=3',
      ['OptimaStatus=0', 'OptimaStatus=2', 'OrderType=2', vehicle],
      ['', 'FinishedAt', 'Company', 'NetValue']
    ],
    [
      'OrderStatus=5',
      ['OrderType=1', 'OrderType=2', 'PostalCode=20'],
      ['', 'FinishedAt', 'Company', 'Operator', 'Quantity', 'NetValue', 'ReceptionCount']
    ],
    [
      '',
      ['OrderType=1', 'OrderType=2', 'Unanswered=true', 'Unanswered=false', 'PostalCode=20', vehicle],
      ['', 'Company', 'Vehicle', 'CurrentStatus', 'Quantity']
    ]
  ]
  return lists.flatMap(([status, filters, sorts]) =>
    filters.flatMap(filter => {
      const url = `${orders}&${status ? `${status}&` : ''}${filter}`
      const sorted = sorts.flatMap(sort =>
        (sort ? [`&OrderBy=${sort}`, `&OrderBy=${sort}&Desc=true`] : ['']).map((by): Case => {
          return [`${status} ${filter} ${by}`, `${url}${by}`, by ? 100 : 30]
        })
      )
      return [...sorted, [`${status} ${filter}, page 1,000`, `${url}&page=1000`, 100] as Case]
    })
  )
}

const { db, databaseUrl, staffToken, printCalls, printSorts, printPlan, close, stop } = await aDemoBusiness(
  'npm run seed:demo -- --orders 1000000'
)
if (isWanted('calls')) await printCalls(cases)
if (isWanted('words')) await printPlan(await printCalls(wordCases()))
if (isWanted('filters')) await printPlan(await printCalls(await filterCases()))
if (isWanted('sorts')) await printSorts(modules.flatMap(module => module.pages ?? []))
await close()
if (isWanted('throughput')) await printThroughput(databaseUrl, staffToken)
await stop()
