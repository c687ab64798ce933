/** Custody: containers that stand where the documents do not have them, and the document that is missing. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graceHours, type Holder, suggestedDocument } from '../../modules/iot/custody/rules.ts'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aContainer, aPlace, aStore } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let company: ACompany

beforeAll(async () => {
  test = await anApp()
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db, { place: false, name: 'Gumex' })
})
afterAll(() => test.close())

const hourMs = 3_600_000
/** One moment for all, so that two may have come at once. */
const started = Date.now()
const ago = (hours: number): Date => new Date(started - hours * hourMs)
const listed = async () => (await staff.get('/IoT/custody?limit=1000')).body
const documentOf = async (id: number) => (await staff.get(`/IoT/custody/${id}/document`)).body.data

let spot = 0
/** A spot of its own, kilometres from every other. */
const nextSpot = () => ({ latitude: 49 + ++spot / 20, longitude: 20 })
async function newStore(): Promise<Holder & { at: { latitude: number; longitude: number }; name: string }> {
  const at = nextSpot()
  const name = `Plac ${spot}`
  const { id } = await aStore(test.services.db, { name, at })
  return { kind: 'store', id, at, name }
}
async function newPlace() {
  const at = nextSpot()
  const { id } = await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId, at })
  return { kind: 'place' as const, id, at }
}
type Standing = Awaited<ReturnType<typeof newStore>> | Awaited<ReturnType<typeof newPlace>>

/** A container that has stood at a holder for so many hours, and before that at the others, the last one first. */
async function standing(holder: Standing | undefined, hours: number, ...earlier: readonly Standing[]) {
  const { db } = test.services
  const { id } = await aContainer(db, {
    ...(holder?.at ?? nextSpot()),
    stay_first_ts: ago(hours),
    store_id: holder?.kind === 'store' ? holder.id : null,
    reception_place_id: holder?.kind === 'place' ? holder.id : null,
    reception_place_distance: holder?.kind === 'place' ? 20 : null
  })
  for (const [at, before] of earlier.entries())
    await db('iot.stays').insert({
      container_id: id,
      first_ts: ago(hours + 10 * (at + 1)),
      last_ts: ago(hours + 10 * at + 1),
      sure_ts: ago(hours + 10 * at + 1),
      ...before.at,
      readings: 5,
      weight: 5,
      store_id: before.kind === 'store' ? before.id : null
    })
  return id
}
const setLedger = ({ kind, id }: Holder, amount: number) =>
  test.services.db.raw(
    `insert into warehouse.stock_levels (${kind === 'store' ? 'internal_store_id' : 'reception_place_id'}, containers_amount)
      values (?, ?) on conflict on constraint stock_levels_one_a_${kind} do update set containers_amount = excluded.containers_amount`,
    [id, amount]
  )

describe('the document that is missing', () => {
  const store: Holder = { kind: 'store', id: 1 }
  const other: Holder = { kind: 'store', id: 2 }
  const place: Holder = { kind: 'place', id: 3 }
  const far: Holder = { kind: 'place', id: 4 }
  it.each([
    ['from a store to a place', store, place, ['handoverProtocol', 1, 3]],
    ['from a place to a store', place, store, ['acceptanceReport', 1, 3]],
    ['from a store to a store', store, other, ['transferOut', 1, null]],
    ['from a place to a place: back from the first', place, far, ['acceptanceReport', null, 3]],
    ['from nowhere to a store', undefined, store, ['externalReception', 1, null]],
    ['from nowhere to a place', undefined, place, ['handoverProtocol', null, 3]]
  ] as const)('%s', (_, before, now, expected) => {
    const { type, internalStoreId, receptionPlaceId } = suggestedDocument(before, now)
    expect([type, internalStoreId, receptionPlaceId]).toEqual(expected)
  })
})

describe('a contradiction', () => {
  it('lists the containers that came last where more stand than documents say, and where they were before', async () => {
    const [store, place] = [await newStore(), await newPlace()]
    await setLedger(store, 2)
    await setLedger(place, 1)
    await standing(place, 300)
    const late = await standing(place, 50, store)
    for (const hours of [400, 500]) await standing(store, hours)
    const { data } = await listed()
    expect(data.filter(({ receptionPlaceId }: { receptionPlaceId: number }) => receptionPlaceId === place.id)).toEqual([
      expect.objectContaining({
        id: late,
        holderName: expect.stringMatching(/^Gumex, Chełm, /),
        located: 2,
        ledger: 1,
        holderBefore: [(store as { name: string }).name],
        since: expect.stringMatching(/Z$/)
      })
    ])
    expect(data.some(({ internalStoreId }: { internalStoreId: number }) => internalStoreId === store.id)).toBe(false)
    expect((await staff.get(`/IoT/custody/${late}`)).body.data).toMatchObject({ located: 2, ledger: 1 })
    expect(await documentOf(late)).toMatchObject({
      documentType: DocumentType.handoverProtocol,
      companyId: company.id,
      departmentId: company.departmentId,
      receptionPlaceId: place.id,
      internalStoreId: store.id,
      containersNumber: 1
    })
  })

  it('ends with the document, as it is filled in', async () => {
    const [store, place] = [await newStore(), await newPlace()]
    await setLedger(place, 1)
    const id = await standing(store, 72, place)
    const { companyId, departmentId: _, ...filled } = await documentOf(id)
    expect(filled).toMatchObject({ documentType: DocumentType.acceptanceReport, receptionPlaceId: place.id })
    const { body, status } = await staff.post('/api/Admin/Documents', { ...filled, CompanyId: companyId })
    expect(status).toBe(201)
    expect((await staff.put('/api/Admin/Documents/approve', { id: body.data.id })).status).toBe(200)
    expect((await listed()).data.some((row: { id: number }) => row.id === id)).toBe(false)
    expect((await staff.get(`/IoT/custody/${id}/document`)).status).toBe(404)
  })

  it('needs 24 hours at the place, and ignores containers on the road and places 101 m away', async () => {
    const [store, place] = [await newStore(), await newPlace()]
    const fresh = await standing(store, graceHours - 1)
    const road = await standing(undefined, 100)
    const near = await standing(place, 100)
    await test.services.db('iot.containers').where({ id: near }).update({ reception_place_distance: 101 })
    const ids = (await listed()).data.map(({ id }: { id: number }) => id)
    for (const id of [fresh, road, near]) expect(ids).not.toContain(id)
    await test.services.db('iot.containers').where({ id: near }).update({ reception_place_distance: 100 })
    expect((await listed()).data.map(({ id }: { id: number }) => id)).toContain(near)
  })

  it('agrees in random data with a count at each holder', async () => {
    const { db } = test.services
    const holders: Standing[] = []
    for (let n = 0; n < 3; n++) holders.push(await newStore(), await newPlace())
    const count = holders.length
    const world = fc.record({
      ledger: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: count, maxLength: count }),
      // few different hours, so that several come at once: then the one with the higher id came last
      containers: fc.array(
        fc.record({ at: fc.integer({ min: 0, max: count }), hours: fc.constantFrom(10, 23, 24, 30, 50) }),
        {
          maxLength: 25
        }
      )
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ ledger, containers }) => {
        await db.raw('truncate iot.stays; delete from iot.photos; delete from iot.containers')
        for (const [at, amount] of ledger.entries()) await setLedger(holders[at] as Standing, amount)
        const made: { id: number; at: number; hours: number }[] = []
        for (const { at, hours } of containers) made.push({ id: await standing(holders[at], hours + 0.5), at, hours })
        const expected = holders.flatMap((_, at) => {
          const there = made.filter(each => each.at === at && each.hours + 0.5 > graceHours)
          const tooMany = Math.max(0, there.length - (ledger[at] ?? 0))
          return there
            .sort((a, b) => a.hours - b.hours || b.id - a.id)
            .slice(0, tooMany)
            .map(({ id }) => `${id}: ${there.length} for ${ledger[at]}`)
        })
        const { data, total } = await listed()
        const said = data.map((row: Record<string, number>) => `${row.id}: ${row.located} for ${row.ledger}`)
        expect([said.sort(), total]).toEqual([expected.sort(), expected.length])
      }),
      { numRuns: 25 }
    )
  })

  it('is for staff alone, newest first', async () => {
    expect((await (await test.signedInAs('SERVICE_TECHNICAN')).get('/IoT/custody')).status).toBe(403)
    const { list } = (await staff.get('/api/ui/pages/iot.custodyList')).body.data
    expect(list.sort).toBe('-since')
    expect(list.panel.tabs[0].commands).toHaveLength(2)
    expect(list.commands.map(({ name, action }: { name: string; action: object }) => [name, action])).toEqual([
      ['iot.seeCustody', { kind: 'open', what: 'iot.custodyPanel' }],
      ['iot.fillDocument', { kind: 'call', method: 'POST', path: '/api/Admin/Documents', creates: true }],
      ['iot.seeCustodyOnMap', { kind: 'navigate', to: '/store/container/map?Id=:id' }]
    ])
  })
})
