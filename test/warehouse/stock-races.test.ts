/**
 * Random documents by many people at once, approved and canceled over the same few stores and places, while connections of the
 * database are cut. Whatever came through stands in history in the order in which it happened: entered in that order, on paper, it
 * must have been possible line by line, and give the levels that the application tells and the sums of its movements.
 */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom, type Random } from '../../seeds/demo/random.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { type Answer, anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { withClient } from '../helper/cluster.ts'
import { type ACompany, aCompany, aStore } from '../helper/factories.ts'
import { aBook, type Book } from './fixtures/book.ts'
import { type PaperDocument, PaperStock, stockOf } from './fixtures/stock-model.ts'

const seed = Number(process.env.STOCK_SEED ?? randomInt(2 ** 31))
const rounds = 18
/** More at once than the pool has connections. */
const together = 16
const types = [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 8, 9, 9]
const reserving = 5
const handingOut = [2, 4, 9]

let test: TestApp
let admins: Person[]
let book: Book
let stores: number[]
let companies: ACompany[]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  const { db } = test.services
  admins = []
  for (let n = 0; n < 5; n += 1) admins.push(await test.signedInAs('ADMIN', { host: officeHost }))
  book = aBook(test, admins[0] as Person)
  stores = []
  for (let n = 0; n < 3; n += 1) stores.push((await aStore(db, { at: { latitude: 50 + n, longitude: 20 } })).id)
  companies = [await aCompany(db), await aCompany(db)]
})
afterAll(() => test.close())

const cutConnections = () =>
  withClient(test.url, client =>
    client.query(`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'opony %' and state <> 'idle' order by random() limit 2) busy`)
  )

/** Adds a document; undefined where the connection was cut, or its reservation was canceled meanwhile. */
async function written(
  by: Person,
  random: Random,
  known: readonly PaperDocument[]
): Promise<PaperDocument | undefined> {
  const type = random.pick(types)
  const [store, company] = [random.pick(stores), random.pick(companies)]
  const count = random.int(type === reserving ? 1 : 0, 12)
  const reservations = known.filter(other => other.type === reserving && other.store === store).slice(-4)
  const reservation =
    handingOut.includes(type) && reservations.length > 0 && random.chance(0.7)
      ? random.pick(reservations).id
      : undefined
  const { status, body } = await by.post('/api/Admin/Documents', {
    documentType: type,
    documentDate: '2026-05-04',
    containersNumber: count,
    ...(reservation === undefined ? {} : { reservationId: reservation }),
    ...book.subjectOf(type, company, store)
  })
  if (status === 503 || body.code === 'warehouse.noReservation') return undefined
  expect([status, body]).toMatchObject([201, {}])
  return { id: body.data.id, type, store, place: company.placeId as number, count, reservation }
}

it(`after random simultaneous documents, levels, ledger and documents agree (STOCK_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const papers = new Map<number, PaperDocument>()
  const answers: Answer[] = []
  const act = async (by: Person): Promise<void> => {
    const known = [...papers.keys()]
    if (known.length > 0 && random.chance(0.35)) {
      answers.push(await book.cancel(random.pick(known.slice(-40)), by))
      return
    }
    const paper = await written(by, random, [...papers.values()])
    if (!paper) return
    papers.set(paper.id, paper)
    // Twice, by two people: one of them comes too late.
    const twice = random.chance(0.2) ? [by, random.pick(admins)] : [by]
    answers.push(...(await Promise.all(twice.map(person => book.approve(paper.id, person)))))
  }
  for (let round = 0; round < rounds; round += 1) {
    const acts = Array.from({ length: together }, () => act(random.pick(admins)))
    await Promise.all([...acts, ...(round % 4 === 3 ? [cutConnections()] : [])])
  }

  const statuses = answers.map(({ status }) => status)
  const ofStock = ['notEnough', 'notEnoughInTransit', 'laterInventory', 'reservationEnded']
  const codes = ['kernel.state', 'kernel.unavailable', ...ofStock.map(code => `warehouse.${code}`)]
  // No deadlock among them, which would be kernel.concurrent.
  expect(answers.filter(({ status, body }) => status !== 200 && !codes.includes(body.code))).toEqual([])
  const count = (wanted: number) => statuses.filter(status => status === wanted).length
  expect(count(503)).toBeGreaterThan(0)
  expect(count(200)).toBeGreaterThan(rounds * 3)
  expect(answers.filter(({ body }) => body.code === 'warehouse.notEnough').length).toBeGreaterThan(10)

  const paper = new PaperStock()
  const changes = await query<{ id: number; code: string; after: { documentStatus?: number } }>(
    test.services.db,
    sql`select subject_id as id, code, after from kernel.changes where resource_type = 'warehouse.document' order by changes.id`
  )
  for (const { id, code, after } of changes) {
    if (code === 'warehouse.approveDocument') paper.approve(papers.get(id) as PaperDocument)
    // The same event stands in the history of the correction, which changes nothing more.
    else if (code === 'warehouse.cancelDocument' && after.documentStatus === 2) paper.cancel(id)
  }
  const levels = [...(await book.levels())].map(
    ([holder, { containersAmount, reserved }]) => [holder, containersAmount, reserved] as const
  )
  const sums = await query<{ holder: string; amount: number; reserved: number }>(
    test.services.db,
    sql`select case when internal_store_id is not null then 'store ' || internal_store_id
        when reception_place_id is not null then 'place ' || reception_place_id else 'transit' end as holder,
        sum(m.amount)::int as amount, sum(m.reserved)::int as reserved
      from warehouse.stock_movements m join warehouse.stock_levels level on level.id = m.level_id group by 1`
  )
  const ledger = sums.map(({ holder, amount, reserved }) => [holder, amount, reserved] as const)
  expect({ levels: stockOf(levels), ledger: stockOf(ledger) }).toEqual({ levels: paper.stock, ledger: paper.stock })
  expect(Object.keys(paper.stock).length).toBeGreaterThan(3)
  expect(paper.uses).toBeGreaterThan(0)
})
