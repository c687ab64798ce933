/**
 * The lists of clients, their reception places and their users, at sizes above any that is expected.
 *
 *     npm run seed:demo -- --orders 10000 --companies 140000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- clients                                   or one of its parts: npm run bench -- clients calls
 *
 * Of each list: the first page, page 1,000 or its last, searches of a rare, a common and no match, and each column both ways. Prints medians
 * through the full route with the limit of each line.
 */
import { companies } from '../modules/companies/index.ts'
import { query, queryOne, sql } from '../src/kernel/database/sql.ts'
import { aDemoBusiness, addressOf, type Case, isList, isWanted } from './helper/demo.ts'

const { db, totalOf, printCalls, printSorts, close, stop } = await aDemoBusiness(
  'npm run seed:demo -- --orders 10000 --companies 140000'
)
const sizes = await query<{ what: string; count: number }>(
  db,
  sql`select 'companies' as what, count(*)::int as count from companies.companies
    union all select 'places', count(*)::int from companies.reception_places
    union all select 'users', count(*)::int from users.accounts where company_id is not null`
)
console.log(`${sizes.map(({ what, count }) => `${count} ${what}`).join(', ')}\n`)

/** Words to search by: of one company far down, of very many, of none. */
const rare = await queryOne<{ name: string; taxNumber: string; street: string }>(
  db,
  sql`select c.name, c.tax_number as "taxNumber", p.street from companies.companies c
    join companies.reception_places p on p.company_id = c.id where c.active order by c.id desc limit 1`
)
const searches = {
  'a name': rare?.name ?? '',
  'a tax number': rare?.taxNumber ?? '',
  'a street': rare?.street ?? '',
  'a town of many': 'Warszawa',
  'nearly all': 'sp.',
  'two letters': 'Lu',
  'no match': 'qqqqqq'
}

const pages = (companies.pages ?? []).filter(isList)
const cases: Case[] = []
for (const page of pages) {
  const who = page.access.includes('ADMIN') ? 'staff' : 'client'
  const last = Math.min(Math.ceil((await totalOf(addressOf(page), who)) / page.pageSize), 1000)
  cases.push([`${page.id}: first page`, addressOf(page), 5, who])
  if (last > 1) cases.push([`${page.id}: page ${last}`, addressOf(page, { page: String(last) }), 30, who])
  for (const [what, text] of page.search ? Object.entries(searches) : [])
    cases.push([`${page.id}: search of ${what}`, addressOf(page, { allFields: text }), 100, who])
}
if (isWanted('calls')) await printCalls(cases)
if (isWanted('sorts')) await printSorts(pages)
await close()
await stop()
