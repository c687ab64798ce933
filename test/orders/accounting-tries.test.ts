/** One try to hand an order over to the accounting system, which may be slow, down or wrong. */
import { afterAll, describe, expect, it } from 'vitest'
import { sendSigned } from '../../modules/orders/accounting/signed.ts'
import { accountingSecret } from '../helper/accounting.ts'
import { aQueue } from './fixtures/accounting.ts'

const queue = await aQueue()
const { connector, serving, type, callsOf, documentsOf, attempt, queued, waiting } = queue
afterAll(() => queue.close())

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

  it('ends when no answer comes in time', async () => {
    const id = await waiting()
    connector.next(id, 'slow')
    const settings = { accountingUrl: connector.url, accountingSecret }
    const outcome = await sendSigned(settings, { id, number: 'Z/1' }, new Date(), 100)
    expect(outcome).toMatchObject({ unsure: 'silent' })
    connector.release()
  })

  it('rejects an answer signed with another secret', async () => {
    const settings = { accountingUrl: connector.url, accountingSecret: 'another secret' }
    expect(await sendSigned(settings, { id: 1, number: 'Z/1' }, new Date())).toEqual({ refused: 'HTTP 401' })
  })

  it('takes the number of a duplicate for its own', async () => {
    const id = await waiting()
    connector.next(id, 'duplicate')
    await attempt(id)
    expect(await serving.details(id)).toMatchObject({ optimaStatus: 2, optimaNumber: documentsOf(id)[0]?.number })
  })

  it('whose result was lost with the database runs again, and gets the same number', async () => {
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

  it('that ends after a number was typed keeps the typed one; history has the other', async () => {
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
