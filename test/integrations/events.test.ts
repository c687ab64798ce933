/** Events: written with commands, and read as a feed that skips nothing. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import { dayMs } from '../../src/contract/days.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { allEvents, eventSchema } from '../../src/kernel/history/events.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db, { price: 100 })).id
})
afterAll(() => test.close())

interface Event {
  readonly id: number
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

let last = 0
const feed = async (who = staff, more = ''): Promise<{ data: Event[]; next: number }> => {
  const { status, body } = await who.get(`/api/Admin/Events?after=${last}${more}`)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const typesSince = async (who = staff): Promise<string[]> => (await feed(who)).data.map(({ type }) => type)
beforeEach(async () => {
  last = 0
  last = (await feed(staff, '&limit=1000')).next
})

const anOrderOf = (of: ACompany, status = 0) => anOrder(test.services.db, { company: of, itemId, status })

describe('an event', () => {
  it('is what a command has done, with the fields that its schema names', async () => {
    const order = await anOrderOf(company)
    await staff.put(`/api/Admin/Orders/${order.id}/accept`)
    const { data } = await feed()
    expect(data).toEqual([
      {
        id: last + 1,
        type: 'order.accepted',
        version: 1,
        timestamp: test.clock.now.toISOString(),
        data: expect.objectContaining({ id: order.id, companyId: company.id, currentStatus: 1 })
      }
    ])
    const definition = allEvents.of(test.services.extensions).find(({ type }) => type === 'order.accepted')
    expect(check(eventSchema(definition!) as never, data[0] as never)).toEqual([])
  })

  it('is not there where the command is refused', async () => {
    const order = await anOrderOf(company, 1)
    expect((await staff.put(`/api/Admin/Orders/${order.id}/accept`)).status).toBe(409)
    expect(await typesSince()).toEqual([])
  })

  it('of an order follows from its status, by an undo as well', async () => {
    const order = await anOrderOf(company)
    await staff.put(`/api/Admin/Orders/${order.id}/accept`)
    await staff.put(`/api/Admin/Orders/${order.id}/undo`)
    await staff.put(`/api/Admin/Orders/${order.id}/cancel`, { reasonForCancel: 'Brak opon' })
    expect(await typesSince()).toEqual(['order.accepted', 'order.reopened', 'order.cancelled'])
  })

  it('of a company that is activated, and of a place', async () => {
    const other = await aCompany(test.services.db, { active: false })
    await staff.put('/api/Admin/Companies/activate', { companiesIds: [other.id] })
    expect(await typesSince()).toContain('company.activated')
    await staff.put(`/api/Admin/reception-places/${other.placeId}/deactivate`, { reason: 'Remont' })
    await staff.put(`/api/Admin/reception-places/${other.placeId}/restore`)
    expect(await typesSince()).toContain('place.activated')
  })

  it('tells a company no field that its people may not see', () => {
    const told = allEvents.of(test.services.extensions)
    expect(told.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        ...['created', 'accepted', 'planned', 'notified', 'completed', 'corrected', 'invoiced', 'cancelled'].map(
          name => `order.${name}`
        ),
        ...['company.activated', 'place.activated', 'document.approved'],
        ...['container.moved', 'container.silent', 'container.battery']
      ])
    )
    for (const { type, fields, resource, company: of } of told)
      if (!of.sql.includes('null::int'))
        expect([type, fields.filter(field => resource.fields[field]?.access)]).toEqual([type, []])
  })

  it('is listed in the API’s description, with its schema', async () => {
    const { body } = await test.nobody().get('/api/openapi.json')
    expect(Object.keys(body.webhooks)).toEqual(expect.arrayContaining(['order.completed', 'container.moved']))
    expect(body.components.schemas.Event.oneOf).toContainEqual({ $ref: '#/components/schemas/OrderCompletedV1' })
    expect(body.components.schemas.OrderCompletedV1.properties.type.enum).toEqual(['order.completed'])
  })
})

describe('the feed', () => {
  it('is read on by next, by types, and in parts', async () => {
    const orders = [await anOrderOf(company), await anOrderOf(company), await anOrderOf(company)]
    for (const { id } of orders) await staff.put(`/api/Admin/Orders/${id}/accept`)
    const first = await feed(staff, '&limit=2')
    expect(first.data.map(({ data }) => data.id)).toEqual(orders.slice(0, 2).map(({ id }) => id))
    last = first.next
    expect((await feed(staff, '&limit=2')).data.map(({ data }) => data.id)).toEqual([orders[2]?.id])
    expect((await feed(staff, '&types=order.invoiced')).data).toEqual([])
    expect((await staff.get('/api/Admin/Events?types=order.eaten')).status).toBe(422)
  })

  it('shows a company its own events alone', async () => {
    const other = await aCompany(test.services.db)
    const [own, foreign] = [await anOrderOf(company), await anOrderOf(other)]
    await staff.put(`/api/Admin/Orders/${own.id}/accept`)
    await staff.put(`/api/Admin/Orders/${foreign.id}/accept`)
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    expect((await feed(client)).data.map(({ data }) => data.id)).toEqual([own.id])
  })

  it('says so where it no longer has what comes next', async () => {
    const order = await anOrderOf(company)
    await staff.put(`/api/Admin/Orders/${order.id}/accept`)
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 91 * dayMs)
    await test.runSchedule('integrations.events')
    test.clock.now = before
    expect((await staff.get(`/api/Admin/Events?after=${last}`)).status).toBe(410)
    expect((await staff.get('/api/Admin/Events')).body.data).toEqual([])
  })

  it('tells last what commits last, whichever number it took', async () => {
    const { db } = test.services
    const mark = randomUUID()
    const write = (trx: Parameters<typeof query>[0], name: string) =>
      query(
        trx,
        sql`insert into kernel.events (type, version, subject_type, subject_id, at, data)
          values ('order.created', 1, 'test.thing', 1, now(), ${JSON.stringify({ mark, name })}::json)`
      )
    const names = ({ data }: { data: Event[] }) =>
      data.flatMap(({ data: told }) => (told.mark === mark ? [told.name] : []))
    const slow = await db.transaction()
    await write(slow, 'first begun')
    await db.transaction(trx => write(trx, 'first committed'))
    const before = await feed()
    expect(names(before)).toEqual(['first committed'])
    last = before.next
    await slow.commit()
    expect(names(await feed())).toEqual(['first begun'])
  })

  it('skips nothing while 16 writers commit in another order than they began', async () => {
    const { db } = test.services
    const writers = 16
    const each = 12
    const seen: Event[] = []
    const mark = randomUUID()
    let isWriting = true
    const write = async (writer: number): Promise<void> => {
      for (let at = 0; at < each; at += 1)
        await db.transaction(async trx => {
          await query(
            trx,
            sql`insert into kernel.events (type, version, subject_type, subject_id, at, data)
              values ('order.created', 1, 'test.thing', ${writer}, now(), ${JSON.stringify({ mark, writer, at })}::json)`
          )
          // the others commit meanwhile, some of them what they began later
          await query(trx, sql`select pg_sleep(${((writer * 7 + at * 5) % 11) / 1000})`)
        })
    }
    // in parts, and to the end of what there is: there it is where late commits are missed
    const read = async (): Promise<void> => {
      for (let at = 0; ; at += 1) {
        const wasWriting = isWriting
        const page = await feed(staff, `&limit=${at % 2 === 0 ? 7 : 1000}`)
        seen.push(...page.data)
        last = page.next
        if (!wasWriting && page.data.length === 0) return
      }
    }
    const readers = read()
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    isWriting = false
    await readers
    const own = seen.filter(({ data }) => data.mark === mark)
    expect(own.length).toBe(writers * each)
    expect(seen.map(({ id }) => id)).toEqual(seen.map((_, at) => (seen[0]?.id ?? 0) + at))
    for (let writer = 0; writer < writers; writer += 1)
      expect(own.filter(({ data }) => data.writer === writer).map(({ data }) => data.at)).toEqual(
        Array.from({ length: each }, (_, at) => at)
      )
  })
})
