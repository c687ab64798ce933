/** The waste register of the demo: its cards come from the demo's own orders, and it goes on after a restart. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import {
  type CardSummary,
  cardStates,
  type RegisterAnswer,
  type WasteRegister
} from '../../modules/waste/register/register.ts'
import { seedDemo } from '../../seeds/demo/insert.ts'
import { addOrders } from '../../seeds/demo/services/waste-register-orders.ts'
import type { RegisterWorld } from '../../seeds/demo/services/waste-register-states.ts'
import { beginDemoServices } from '../../src/demo.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { aDatabase } from '../helper/database.ts'
import { aClient } from '../waste/fixtures/state-register.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let db: ReturnType<typeof openDatabase>
let folder: string
beforeAll(async () => {
  database = await aDatabase()
  db = openDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 0 })
  const hashed = { hashPassword: async () => 'none', hashSecret: () => 'none' }
  await seedDemo(db, { seed: 2026, orders: 1_500, now: new Date(), ...hashed })
  folder = await mkdtemp(join(tmpdir(), 'opony-register-'))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const emptyWorld = (): RegisterWorld => ({ firms: [], cards: [], log: [] })

/** The demo's services with the data folder and the database of this test. */
async function onDemo<T>(use: (client: WasteRegister) => Promise<T>): Promise<T> {
  const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: folder, BDO_URL: 'demo:' })
  const demo = await beginDemoServices(settings)
  try {
    const { bdoUrl = '', bdoClientId, bdoClientSecret } = { ...settings, ...demo?.settings }
    return await use(aClient(bdoUrl, { bdoClientId, bdoClientSecret }, { now: () => new Date() }))
  } finally {
    await demo?.stop()
  }
}

async function given<T>(asked: Promise<RegisterAnswer<T>>): Promise<T> {
  const answer = await asked
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.value
}

async function allCards(client: WasteRegister, place: string): Promise<CardSummary[]> {
  const cards: CardSummary[] = []
  for (let page = 1; ; page++) {
    const answer = await given(client.search({ place, role: 'carrier', page }))
    cards.push(...answer.cards)
    if (answer.isLast) return cards
  }
}

const ordersWith = (database: Database, plate: string, nip: string) =>
  query<{ id: number }>(
    database,
    sql`select o.id from orders.orders o join companies.companies c on c.id = o.company_id join fleet.vehicles v on v.id = o.vehicle_id
      where c.tax_number = ${nip} and replace(v.register_number, ' ', '') = ${plate}`
  )

it('cards have the tax numbers and plates of the demo’s orders, and are of several states', async () => {
  await onDemo(async client => {
    const [place] = await given(client.places())
    const cards = await allCards(client, place?.id ?? '')
    expect(cards.length).toBeGreaterThan(10)
    expect(new Set(cards.map(({ state }) => state)).size).toBeGreaterThan(2)
    for (const { id, state } of cards.slice(0, 15)) {
      const card = await given(client.card(place?.id ?? '', 'carrier', id, state))
      const orders = await ordersWith(db, card.plate ?? '', card.sender.taxNumber ?? '')
      if (card.sender.name?.includes('Nieznany')) expect(orders).toEqual([])
      else expect(orders).not.toEqual([])
      expect(card).toMatchObject({ wasteCode: '16 01 03', carrier: { taxNumber: '0000000000' } })
      expect(card.mass).toBeGreaterThan(0)
    }
  })
})

it('some cards differ in mass, some orders have no card, some cards no order', async () => {
  const world = emptyWorld()
  await addOrders(world, db, new Date())
  const { cards } = world
  const number = /^KPO\/\d{4}\/(\d{7})$/
  expect(cards.filter(({ cardNumber }) => !number.test(cardNumber ?? ''))).toEqual([])
  expect(cards.some(card => card.correctedWasteMass !== undefined && card.correctedWasteMass !== card.wasteMass)).toBe(
    true
  )
  expect(cards.some(card => card.correctedWasteMass === card.wasteMass)).toBe(true)
  const lately = await query<{ kpo: string }>(
    db,
    sql`select kpo from orders.orders where finished_at > now() - interval '14 days' and kpo is not null`
  )
  const numbers = new Set(cards.map(({ cardNumber }) => cardNumber))
  expect(lately.filter(({ kpo }) => numbers.has(kpo)).length).toBeGreaterThan(5)
  expect(lately.some(({ kpo }) => !numbers.has(kpo))).toBe(true)
  expect(cards.every(({ state }) => (cardStates as readonly string[]).includes(state))).toBe(true)
  const again = emptyWorld()
  await addOrders(again, db, new Date())
  expect(again.cards.map(({ kpoId }) => kpoId)).toEqual(cards.map(({ kpoId }) => kpoId))
})

it('a card of an order that came later is new, and one whose transport begins is confirmed by the driver', async () => {
  const world = emptyWorld()
  const now = new Date()
  await addOrders(world, db, now)
  const [first, second] = world.cards
  if (!first || !second) throw new Error('no cards')
  const later = new Date(now.getTime() + 60_000)
  Object.assign(second, { state: 'APPROVED', plannedTransportTime: now.toISOString() })
  world.cards = world.cards.filter(card => card !== first)
  await addOrders(world, db, later)
  const found = world.cards.find(({ kpoId }) => kpoId === first.kpoId)
  expect(found).toEqual({ ...first, kpoLastModifiedAt: later.toISOString() })
  expect(second).toMatchObject({ state: 'CONFIRMATION_GENERATED', kpoLastModifiedAt: later.toISOString() })
})

it('what was confirmed stays so when the demo starts again', async () => {
  const confirmed = await onDemo(async client => {
    for (const { id: place } of await given(client.places())) {
      const { cards } = await given(client.search({ place, role: 'receiver', page: 1 }))
      const card = cards.find(({ state }) => state === 'CONFIRMATION_GENERATED')
      if (!card) continue
      expect(await client.confirmReceipt(place, card.id, { mass: 1.234 })).toMatchObject({ kind: 'ok' })
      return { place, id: card.id }
    }
    throw new Error('no card to confirm')
  })
  await onDemo(async client => {
    const { place, id } = confirmed
    const card = await given(client.card(place, 'receiver', id, 'CONFIRMATION_GENERATED'))
    expect(card).toMatchObject({ state: 'RECEIVE_CONFIRMATION', receivedMass: 1.234 })
  })
})
