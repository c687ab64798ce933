/** What a client sees of what the driver has told: its own orders, and nothing that is for the office. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { OrderStatus } from '../../modules/orders/schema.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { matches } from '../../src/contract/when.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { aPng } from '../helper/files.ts'
import { aDriving, anEvent, type Driving, type Phone } from './fixtures/driving.ts'

let test: SharedApp
let driving: Driving
let phone: Phone
let client: Person
let stranger: Person

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
  const clientOf = ({ id, departmentId }: { id: number; departmentId?: number | null }) =>
    test.signedInAs('CLIENT_ADMIN', { companyId: id, departmentId: departmentId as number })
  client = await clientOf(driving.company)
  stranger = await clientOf(await aCompany(test.services.db))
})

const stepsPath = (order: number): string => `/api/Admin/Orders/${order}/own-steps`
const path = 'M10 20L300 120L590 30'
const position = { latitude: 51.1, longitude: 23.4, accuracy: 8 }

interface Step {
  readonly at: string
  readonly description: string
  readonly picture: string | null
}
const stepsOf = async (order: number): Promise<Step[]> => (await client.get(stepsPath(order))).body.data
const said = async (order: number): Promise<string[]> => (await stepsOf(order)).map(({ description }) => description)

/** An order at which a driver has done all; a minute passes between two taps. */
async function aCollectedOrder() {
  const order = await driving.planned()
  const photoId = randomUUID()
  const minutes = [
    anEvent(test, order, 'arrived', {}, { position }),
    anEvent(test, order, 'photo', { photoId, kind: 'before' }),
    anEvent(test, order, 'loaded', { quantity: 1, tyres: { passenger: 40, truck: 2 } }),
    anEvent(test, order, 'weighed', { kilograms: 1830 }),
    anEvent(test, order, 'signed', { name: 'Anna  Lis', path }),
    anEvent(test, order, 'card', { number: '000017/2026' }),
    anEvent(test, order, 'unloaded', { storeId: driving.storeId })
  ].map((event, at, { length }) => ({
    ...event,
    at: new Date(test.clock.now.getTime() - (length - at) * 60_000).toISOString()
  }))
  await phone.tell(...minutes)
  return { order, photoId, events: minutes }
}

describe('the course of a collection', () => {
  it('has what was done, in the language of the client, and nothing that is for the office', async () => {
    const { order, photoId } = await aCollectedOrder()
    const before = [
      'kierowca na miejscu',
      'załadowano: 1 szt. (osobowe: 40, ciężarowe: 2)',
      expect.stringMatching(/^zważono: 1.?830 kg$/),
      'podpis: Anna Lis'
    ]
    expect(await said(order)).toEqual(before)
    expect((await phone.photo(photoId, aPng(), 'image/png')).status).toBe(200)
    expect(await said(order)).toEqual([before[0], 'zdjęcie przed załadunkiem', ...before.slice(1)])
    const answer = await client.get(stepsPath(order))
    for (const step of answer.body.data) expect(Object.keys(step)).toEqual(['at', 'description', 'picture'])
    expect(JSON.stringify(answer.body)).not.toMatch(/51\.1|000017|Hurtownia/)
    const english = await client.call('GET', stepsPath(order), undefined, { 'accept-language': 'en' })
    expect(english.body.data[2].description).toBe('loaded: 1 pc (car: 40, truck: 2)')
  })

  it('shows the photo and the drawing of the signature', async () => {
    const { order, photoId } = await aCollectedOrder()
    await phone.photo(photoId, aPng(), 'image/png')
    const [photo, signature] = (await stepsOf(order)).flatMap(({ picture }) => picture ?? [])
    const { fileUrl } = (await client.get(photo as string)).body.data
    const fetched = await test.app.inject({ url: new URL(fileUrl).pathname })
    expect([fetched.statusCode, fetched.headers['content-type']]).toEqual([200, 'image/png'])
    const drawn = (await client.get(signature as string)).body.data.fileUrl as string
    expect(Buffer.from(drawn.split(',')[1] as string, 'base64').toString()).toContain(`d="${path}"`)
  })

  it('says why nothing was collected, without the note for the office', async () => {
    const order = await driving.planned()
    await phone.tell(anEvent(test, order, 'failed', { reason: 'closed', note: 'Pies za bramą' }))
    expect(await said(order)).toEqual(['nie odebrano: zamknięte'])
  })

  it('has neither what was taken back nor what the office has still to decide', async () => {
    const { order, photoId, events } = await aCollectedOrder()
    await phone.photo(photoId, aPng(), 'image/png')
    const pictures = (await stepsOf(order)).flatMap(({ picture }) => picture ?? [])
    const urls = [await client.get(pictures[0] as string)].map(({ body }) => body.data.fileUrl as string)
    await phone.tell(...events.map(({ id }) => anEvent(test, order, 'undone', { eventId: id })))
    expect(await said(order)).toEqual([])
    for (const picture of pictures) expect((await client.get(picture)).status).toBe(404)
    for (const url of urls) expect((await test.app.inject({ url: new URL(url).pathname })).statusCode).toBe(404)
    const finished = await driving.planned()
    await test.services.db('orders.orders').where({ id: finished }).update({ status: 5 })
    await phone.tell(anEvent(test, finished, 'loaded', { quantity: 3 }))
    expect(await said(finished)).toEqual([])
  })

  it("has no order, photo or signature for another company's people, and no files for them", async () => {
    const { order, photoId } = await aCollectedOrder()
    await phone.photo(photoId, aPng(), 'image/png')
    const pictures = (await stepsOf(order)).flatMap(({ picture }) => picture ?? [])
    expect(pictures).toHaveLength(2)
    for (const url of [stepsPath(order), ...pictures]) expect((await stranger.get(url)).status).toBe(404)
    const [file] = await test.services
      .db('files.files as f')
      .join('driver.photos as p', 'p.id', 'f.owner_id')
      .where({ 'f.folder': 'driverphotos', 'p.key': photoId })
      .select('f.blob_name')
    const link = `/api/Storage/file-url?blobFileName=${encodeURIComponent(file.blob_name)}`
    expect([(await client.get(link)).status, (await stranger.get(link)).status]).toEqual([200, 404])
    const other = await driving.planned()
    expect((await client.get((pictures[0] as string).replace(`/${order}/`, `/${other}/`))).status).toBe(404)
  })
})

describe('the tab of the collection', () => {
  /** Whether the panel of the order has the tab, as the browser decides it. */
  const hasTab = async (order: number): Promise<boolean> => {
    const { list } = (await client.get('/api/ui/pages/orders.client')).body.data as { list: ListMetadata }
    const { data } = (await client.get(`/api/Admin/Orders/${order}/details`)).body
    const tab = list.panel?.tabs.find(({ name }) => name === 'driver')
    expect(tab).toBeDefined()
    return matches(tab?.shown, data)
  }

  it('is there once the driver has reported something, and no more when that was taken back', async () => {
    const order = await driving.planned()
    expect(await hasTab(order)).toBe(false)
    const there = anEvent(test, order, 'arrived', {})
    await phone.tell(there)
    expect(await hasTab(order)).toBe(true)
    await phone.tell(anEvent(test, order, 'undone', { eventId: there.id }))
    expect(await hasTab(order)).toBe(false)
    await phone.tell(anEvent(test, order, 'loaded', { quantity: 1 }))
    await test.services.db('orders.orders').where({ id: order }).update({ status: OrderStatus.completed })
    expect(await hasTab(order)).toBe(true)
  })

  it('is not there after a collection of which no driver told', async () => {
    const order = await driving.planned()
    await test.services.db('orders.orders').where({ id: order }).update({ status: OrderStatus.completed })
    expect(await hasTab(order)).toBe(false)
  })

  it('is there before the driver comes where the client is told of arrivals', async () => {
    const order = await driving.planned()
    const planFor = (day: string) =>
      test.services.db('orders.orders').where({ id: order }).update({ realization_date: day })
    const told = (arrivalMessages: boolean) =>
      driving.staff.call('PATCH', `/api/Admin/Companies/${driving.company.id}/update`, { arrivalMessages })
    await planFor('2099-01-01')
    expect(await hasTab(order)).toBe(false)
    await told(true)
    expect(await hasTab(order)).toBe(true)
    await planFor('2020-01-01')
    expect(await hasTab(order)).toBe(false)
    await told(false)
  })
})
