/** Orders on their way into the accounting system: through the real queue, to a connector that may be slow, down or wrong. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendDocument } from '../../modules/orders/accounting/connector.ts'
import { type HandOver, handOver } from '../../modules/orders/accounting/job.ts'
import type { Notice } from '../../src/contract/hub.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { notifyAccount } from '../../src/kernel/realtime/notice.ts'
import type { Services } from '../../src/kernel/services.ts'
import { aConnector, accountingSecret, type Connector, exampleOf } from '../helper/accounting.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

interface Server extends TestApp {
  readonly staff: Person
  readonly company: ACompany
  /** A completed order, not yet in the accounting system; columns as they stand in the table. */
  order(columns?: Record<string, unknown>): Promise<number>
  details(id: number): Promise<Record<string, unknown>>
  sentences(id: number): Promise<string[]>
}

async function aServer(settings: Record<string, string>): Promise<Server> {
  const test = await anApp(settings)
  await test.begin()
  const { db } = test.services
  const [staff, company, item] = [await test.signedInAs('ADMIN'), await aCompany(db), await anItem(db)]
  return {
    ...test,
    staff,
    company,
    async order(columns = {}) {
      const { id } = await anOrder(db, { company, itemId: item.id, status: 3 })
      if (Object.keys(columns).length > 0) await db('orders.orders').where({ id }).update(columns)
      return id
    },
    details: async id => (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data,
    sentences: async id =>
      (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data.map(
        (entry: { statusDescription: string }) => entry.statusDescription
      )
  }
}

let connector: Connector
/** Serves and works the queue. */
let working: Server
/** Serves only: its jobs stay where they are until the test runs one. */
let serving: Server
/** Without a connector. */
let alone: Server

beforeAll(async () => {
  connector = await aConnector()
  const settings = { ACCOUNTING_URL: `${connector.url}/`, ACCOUNTING_SECRET: accountingSecret }
  working = await aServer({ ROLES: 'web,worker', ...settings })
  serving = await aServer({ ROLES: 'web', ...settings })
  alone = await aServer({ ROLES: 'web' })
  // The connector knows orders by their ids: those of the two servers differ.
  await serving.services.db.raw('alter table orders.orders alter column id restart with 5001')
})
afterAll(async () => {
  await working.close()
  await serving.close()
  await alone.close()
  await connector.close()
})

/** Names of the fields in their order, those within too. */
const fieldsOf = (document: object): string[] =>
  Object.entries(document).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null ? fieldsOf(value).map(inner => `${name}.${inner}`) : [])
  ])

const sync = (server: Server, id: number, who = server.staff) => who.call('PUT', `/api/Admin/Orders/${id}/sync`)
const type = (id: number, optimaNumber: string) =>
  serving.staff.put(`/api/Admin/Orders/${id}/set-optima-number`, { optimaNumber })
const callsOf = (id: number) => connector.calls.filter(({ document }) => document.id === id)
const documentsOf = (id: number) => [...connector.booked.values()].filter(({ document }) => document.id === id)
const becomes = (server: Server, id: number, expected: object) =>
  vi.waitFor(async () => expect(await server.details(id)).toMatchObject(expected), { timeout: 15_000, interval: 100 })
const attempt = (id: number, tried = 0, services: Services = serving.services) =>
  handOver(services, { orderId: id, tried, askedBy: serving.staff.accountId })
const queued = async (id: number): Promise<HandOver[]> =>
  (await serving.services.db('queue.job').where({ name: 'orders.sync' }).orderBy('created_on').select('data'))
    .map(({ data }) => data)
    .filter(({ orderId }) => orderId === id)

/** An order that waits in the server without a worker. */
async function waiting(columns: Record<string, unknown> = {}): Promise<number> {
  const id = await serving.order(columns)
  expect((await sync(serving, id)).status).toBe(200)
  return id
}

describe('a completed order is synchronised', () => {
  it('by the queue: it waits, is handed over whole and signed, and gets its number', async () => {
    const id = await working.order({
      tonnage: 1.25,
      kpo: 'KPO/1',
      quantity_taken: 1,
      receiving_date: '2026-05-31',
      finished_at: new Date('2026-05-31T22:30:00Z'),
      created_at: new Date('2026-05-30T10:00:00Z')
    })
    connector.next(id, 'slow')
    const { status, body } = await sync(working, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { id, optimaStatus: 1, optimaNumber: null, version: 3 } })

    const { document, headers } = await connector.callOf(id)
    expect(await working.details(id)).toMatchObject({ optimaStatus: 1, optimaNumber: null })
    expect((await sync(working, id)).body).toMatchObject({
      status: 409,
      detail: 'To zamówienie czeka już w kolejce do systemu księgowego.'
    })
    expect(headers['idempotency-key']).toBe(`order-${id}`)
    expect(document).toEqual({
      id,
      number: expect.stringMatching(/^Z\/2026\//),
      company: {
        id: working.company.id,
        name: expect.stringMatching(/^Opony/),
        taxNumber: expect.stringMatching(/^\d{10}$/),
        country: 1,
        city: null,
        street: null,
        postalCode: null
      },
      receptionPlace: {
        id: working.company.placeId,
        city: 'Chełm',
        street: expect.stringMatching(/^Hutnicza/),
        postalCode: '22-100'
      },
      orderTypeId: 3,
      orderTypeItem: { id: expect.any(Number), name: expect.stringMatching(/^Pozycja/) },
      quantity: 1,
      quantityTaken: 1,
      tonnage: 1.25,
      kpo: 'KPO/1',
      currency: 'PLN',
      netPrice: 100,
      grossPrice: 108,
      netValue: 100,
      vatRate: 8,
      vatSymbol: null,
      vatValue: 8,
      grossValue: 108,
      paymentType: 1,
      createdAt: '2026-05-30',
      receivingDate: '2026-05-31',
      finishedAt: '2026-06-01'
    })

    expect(fieldsOf(document)).toEqual(fieldsOf(exampleOf('"company"')))

    connector.release()
    await becomes(working, id, { optimaStatus: 2, optimaNumber: expect.stringMatching(/^RO\//), currentStatus: 3 })
    const { optimaNumber } = await working.details(id)
    expect(await working.sentences(id)).toEqual([
      `Synchronizacja przebiegła pomyślnie: ${optimaNumber}`,
      'Przekazano do systemu księgowego'
    ])
  })

  it('when the system was down, and then was not: one document, under one key', async () => {
    const id = await working.order()
    connector.next(id, 'broken')
    await sync(working, id)
    await becomes(working, id, { optimaStatus: 2 })
    expect(callsOf(id).map(({ headers }) => headers['idempotency-key'])).toEqual([`order-${id}`, `order-${id}`])
    expect(documentsOf(id)).toHaveLength(1)
    expect((await working.details(id)).optimaNumber).toBe(documentsOf(id)[0]?.number)
  })

  it('that was refused says why, and is synchronised again by a person', async () => {
    const id = await working.order()
    connector.next(id, 'refused')
    await sync(working, id)
    await becomes(working, id, { optimaStatus: 3, optimaNumber: null })
    expect((await working.sentences(id))[0]).toBe('Wystąpił błąd synchronizacji: Unknown tax number')
    expect(callsOf(id)).toHaveLength(1)
    expect((await sync(working, id)).status).toBe(200)
    await becomes(working, id, { optimaStatus: 2 })
  })
})

describe('one try', () => {
  it.each(['broken', 'lost', 'busy', 'page', 'nameless', 'endless', 'elsewhere'] as const)(
    'that meets “%s” keeps the order waiting, and stands in the queue again',
    async way => {
      const id = await waiting()
      connector.next(id, way)
      await attempt(id)
      expect(await serving.details(id)).toMatchObject({ optimaStatus: 1, optimaNumber: null })
      expect(await queued(id)).toEqual([
        { orderId: id, tried: 0, askedBy: serving.staff.accountId },
        { orderId: id, tried: 1, askedBy: serving.staff.accountId }
      ])
      await attempt(id, 1)
      expect(documentsOf(id)).toHaveLength(1)
      expect(await serving.details(id)).toMatchObject({ optimaStatus: 2, optimaNumber: documentsOf(id)[0]?.number })
    }
  )

  it('is given up after the last pause, with its reason', async () => {
    const [silent, unclear] = [await waiting(), await waiting()]
    connector.next(silent, 'busy')
    connector.next(unclear, 'page')
    await attempt(silent, 10)
    await attempt(unclear, 10)
    const broke = 'Wystąpił błąd synchronizacji'
    expect((await serving.sentences(silent))[0]).toBe(`${broke}: system księgowy nie odpowiedział`)
    expect((await serving.sentences(unclear))[0]).toBe(`${broke}: odpowiedzi systemu księgowego nie da się odczytać`)
    expect(await serving.details(silent)).toMatchObject({ optimaStatus: 3 })
    expect(await queued(silent)).toHaveLength(1)
  })

  it('waits for an answer no longer than its patience', async () => {
    const id = await waiting()
    connector.next(id, 'slow')
    const settings = { accountingUrl: connector.url, accountingSecret }
    const outcome = await sendDocument(settings, { id, number: 'Z/1' }, new Date(), 100)
    expect(outcome).toMatchObject({ unsure: 'silent' })
    connector.release()
  })

  it('is not believed under another secret', async () => {
    const settings = { accountingUrl: connector.url, accountingSecret: 'another secret' }
    expect(await sendDocument(settings, { id: 1, number: 'Z/1' }, new Date())).toEqual({ refused: 'HTTP 401' })
  })

  it('takes the number of a duplicate for its own', async () => {
    const id = await waiting()
    connector.next(id, 'duplicate')
    await attempt(id)
    expect(await serving.details(id)).toMatchObject({ optimaStatus: 2, optimaNumber: documentsOf(id)[0]?.number })
  })

  it('whose end was lost with our database runs again, and gives the same number', async () => {
    const id = await waiting()
    const { services } = serving
    const lost = new Proxy(services.db, {
      get: (db, name) => (name === 'transaction' ? () => Promise.reject(new Error('lost')) : Reflect.get(db, name))
    })
    await expect(attempt(id, 0, { ...services, db: lost })).rejects.toThrow('lost')
    expect(await serving.details(id)).toMatchObject({ optimaStatus: 1, optimaNumber: null })
    await attempt(id)
    expect(documentsOf(id)).toHaveLength(1)
    expect(await serving.details(id)).toMatchObject({ optimaStatus: 2, optimaNumber: documentsOf(id)[0]?.number })
    await attempt(id)
    expect(callsOf(id)).toHaveLength(2)
  })

  it('carries a correction that was made while the order waited', async () => {
    const id = await waiting({ tonnage: 1, receiving_date: '2026-05-01' })
    await serving.services.db('orders.orders').where({ id }).update({ tonnage: 2.5 })
    await attempt(id)
    expect(documentsOf(id)[0]?.document.tonnage).toBe(2.5)
  })

  it('leaves an order alone that was given its number by hand meanwhile', async () => {
    const id = await waiting()
    await type(id, 'FZ/7')
    await attempt(id)
    expect(callsOf(id)).toEqual([])
  })

  it('that ends after a number was typed keeps the typed one, and history says which other came', async () => {
    const id = await waiting()
    connector.next(id, 'slow')
    const running = attempt(id)
    await connector.callOf(id)
    expect((await type(id, 'FZ/8')).status).toBe(200)
    connector.release()
    await running
    expect(await serving.details(id)).toMatchObject({ optimaStatus: 2, optimaNumber: 'FZ/8' })
    const [last] = await serving.sentences(id)
    expect(last).toBe(`System księgowy podał numer ${documentsOf(id)[0]?.number}, ale zamówienie miało już inny`)
  })

  it('gives an order its number that was invoiced meanwhile', async () => {
    const id = await waiting()
    await serving.services.db('orders.orders').where({ id }).update({ status: 5, invoice_number: 'FS/1' })
    await attempt(id)
    expect(await serving.details(id)).toMatchObject({ currentStatus: 5, optimaStatus: 2 })
  })

  it('ends when the connector is taken away', async () => {
    const id = await waiting()
    const { services } = serving
    await attempt(id, 0, { ...services, settings: { ...services.settings, accountingUrl: '' } })
    expect((await serving.sentences(id))[0]).toBe('Wystąpił błąd synchronizacji: system księgowy jest odłączony')
  })
})

describe('synchronising is refused', () => {
  it.each([0, 1, 2, 4, 5])('in status %d', async status => {
    const { body } = await sync(serving, await serving.order({ status }))
    expect(body).toMatchObject({
      status: 409,
      detail: 'Do systemu księgowego można przekazać tylko zrealizowane zamówienie.',
      current: { currentStatus: status }
    })
  })

  it.each([
    [{ manually: true }, 'Zamówienia wprowadzonego ręcznie nie synchronizuje się. Wpisz jego numer.'],
    [{ optima_number: 'RO/9', optima_status: 2 }, 'To zamówienie ma już numer księgowy.'],
    [{ optima_status: 1 }, 'To zamówienie czeka już w kolejce do systemu księgowego.']
  ])('with %j', async (columns, detail) => {
    const id = await serving.order(columns)
    expect((await sync(serving, id)).body).toMatchObject({ status: 409, detail })
    expect(await queued(id)).toEqual([])
  })

  it('to clients', async () => {
    const client = await serving.signedInAs('CLIENT_ADMIN', { companyId: serving.company.id })
    expect((await sync(serving, await serving.order(), client)).status).toBe(403)
  })

  it('without a connector: the button is grey, and the call is refused with the same sentence', async () => {
    const id = await alone.order()
    const { status, body } = await sync(alone, id)
    expect([status, body.code]).toEqual([409, 'orders.accountingOff'])
    expect(body.detail).toBe('System księgowy nie jest podłączony. Wpisz numer ręcznie.')
    expect(await alone.details(id)).toMatchObject({ optimaStatus: 0, version: 1 })
    const buttonOf = async (server: Server) => {
      const { list } = (await server.staff.get('/api/ui/pages/orders.completed')).body.data
      return list.commands.find(({ name }: { name: string }) => name === 'orders.sync')
    }
    const { disabled } = await buttonOf(alone)
    expect(alone.services.messages.say('pl', disabled)).toBe(body.detail)
    expect(await buttonOf(serving)).not.toHaveProperty('disabled')
  })
})

describe('who asked is told how it ended', () => {
  const noticesOf = async (ways: Parameters<Connector['next']>[1][], during?: (id: number) => Promise<unknown>) => {
    const heard: Hint[] = []
    const stop = serving.services.hints.onHint(hint => void (hint.kind === 'notice' && heard.push(hint)))
    const id = await waiting()
    await during?.(id)
    connector.next(id, ...ways)
    const [job] = await queued(id)
    await handOver(serving.services, job as HandOver)
    // Sent in the order of their sending: when this one has come, so has any other.
    const { accountId } = await serving.signedInAs('ADMIN')
    const last = { tone: 'info', message: 'last', params: {} } as const
    notifyAccount(serving.services, accountId, last)
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'notice', accountId, notice: last }))
    stop()
    const { number } = await serving.details(id)
    const own = heard.filter(hint => hint.kind === 'notice' && hint.accountId === serving.staff.accountId)
    return { number, said: own.flatMap(hint => (hint.kind === 'notice' ? [hint.notice] : [])) }
  }
  const said = ({ message, params }: Notice) => serving.services.messages.say('pl', message, params)

  it('that it succeeded, in the words of the specification', async () => {
    const { number, said: notices } = await noticesOf([])
    expect(notices).toMatchObject([{ tone: 'success' }])
    expect(notices.map(said)[0]).toMatch(new RegExp(`^Synchronizacja przebiegła pomyślnie: ${number}, RO/`))
  })

  it('that it failed, and why', async () => {
    const { number, said: notices } = await noticesOf(['refused'])
    expect(notices).toMatchObject([{ tone: 'danger' }])
    expect(notices.map(said)).toEqual([`Wystąpił błąd synchronizacji (${number}): Unknown tax number`])
  })

  it('and of nothing while it is tried again, or where a number was typed meanwhile', async () => {
    expect((await noticesOf(['busy'])).said).toEqual([])
    expect((await noticesOf([], id => type(id, 'FZ/meanwhile'))).said).toEqual([])
  })

  it('and hears, when asking, that it waits', async () => {
    const { list } = (await serving.staff.get('/api/ui/pages/orders.completed')).body.data
    const button = list.commands.find(({ name }: { name: string }) => name === 'orders.sync')
    expect([button.queued, serving.services.messages.say('pl', 'orders.sync.done')]).toEqual([
      true,
      'Zamówienie czeka w kolejce do systemu księgowego'
    ])
  })
})

describe('the queue', () => {
  it('outlives the process that filled it: another one takes the orders over', async () => {
    const [one, two] = [await waiting(), await waiting()]
    const other = await anApp({
      ROLES: 'worker',
      DATABASE_URL: serving.url,
      ACCOUNTING_URL: connector.url,
      ACCOUNTING_SECRET: accountingSecret
    })
    try {
      await other.begin()
      for (const id of [one, two]) await becomes(serving, id, { optimaStatus: 2 })
      expect([...documentsOf(one), ...documentsOf(two)]).toHaveLength(2)
    } finally {
      await other.close()
    }
  })
})
