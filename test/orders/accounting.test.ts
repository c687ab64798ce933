/** Orders on their way into the accounting system, through the real queue. One try for itself: accounting-tries.test.ts. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HandOver, handOver } from '../../modules/orders/accounting/job.ts'
import type { Notice } from '../../src/contract/hub.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { notifyAccount } from '../../src/kernel/realtime/notice.ts'
import { accountingSecret, type Connector, exampleOf } from '../helper/accounting.ts'
import { anApp } from '../helper/app.ts'
import { aQueue, aServer, becomes, type Server, sync } from './fixtures/accounting.ts'

const queue = await aQueue()
const { connector, serving, type, callsOf, documentsOf, queued, waiting } = queue
/** Serves and works the queue. */
const working = await aServer({ ROLES: 'web,worker', ...queue.settings })
/** Without a connector. */
const alone = await aServer({ ROLES: 'web' })

beforeAll(async () => {
  // The connector knows orders by their ids: those of the two servers differ.
  await serving.services.db.raw('alter table orders.orders alter column id restart with 5001')
})
afterAll(async () => {
  await working.close()
  await alone.close()
  await queue.close()
})

/** Names of the fields in their order, those within too. */
const fieldsOf = (document: object): string[] =>
  Object.entries(document).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null ? fieldsOf(value).map(inner => `${name}.${inner}`) : [])
  ])

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
      netOwed: 100,
      grossOwed: 108,
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

  it('no notice is sent while it is tried again, or where a number was typed meanwhile', async () => {
    expect((await noticesOf(['busy'])).said).toEqual([])
    expect((await noticesOf([], id => type(id, 'FZ/meanwhile'))).said).toEqual([])
  })

  it('the answer says that the order waits', async () => {
    const { list } = (await serving.staff.get('/api/ui/pages/orders.completed')).body.data
    const button = list.commands.find(({ name }: { name: string }) => name === 'orders.sync')
    expect([button.queued, serving.services.messages.say('pl', 'orders.sync.done', { count: 1 })]).toEqual([
      true,
      'Zamówienie czeka w kolejce do systemu księgowego'
    ])
    // several are sent at once, each by a call of its own
    expect([button.selection, button.bulk]).toEqual(['some', 'each'])
    expect(serving.services.messages.say('pl', 'orders.sync.done', { count: 12 })).toBe(
      '12 zamówień czeka w kolejce do systemu księgowego'
    )
  })
})

describe('the queue', () => {
  it('survives the process that filled it: another one continues', async () => {
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
