import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, aContainer, aPlace, aStore } from '../helper/factories.ts'

const yard = { latitude: 51.1, longitude: 23.4 }

let test: TestApp
let staff: Person
let technician: Person
let full: { id: number }

beforeAll(async () => {
  test = await anApp()
  const { db } = test.services
  ;[staff, technician] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('SERVICE_TECHNICAN')])
  const company = await aCompany(db, { name: 'Gumex' })
  const place = await aPlace(db, { companyId: company.id, departmentId: company.departmentId, at: yard })
  const [store, service] = [
    await aStore(db, { name: 'Plac Wschód', at: yard }),
    await aStore(db, { name: 'Serwis', at: yard })
  ]
  full = await aContainer(db, {
    container_number: 'B-1',
    ser_no: 'Q77',
    status: 4,
    description: 'przy bramie',
    latitude: 51.1,
    longitude: 23.4,
    last_active_at: new Date('2026-05-01T10:00:00Z'),
    battery: 3.512,
    battery_status: 2,
    store_id: store.id,
    assigned_store_id: service.id,
    reception_place_id: place.id,
    reception_place_distance: 1234.56
  })
  await aContainer(db, { container_number: 'A-1', battery_status: 3 })
  await aContainer(db, { container_number: 'C-1', last_active_at: new Date('2026-06-01T10:00:00Z') })
})
afterAll(() => test.close())

const listed = async (query = '', who = staff) => (await who.get(`/IoT/containers-list${query}`)).body
const numbers = async (query: string) =>
  (await listed(query)).data.map((row: { containerNumber: string }) => row.containerNumber)

describe('the list of containers', () => {
  it('shows a container with its places and stores', async () => {
    const { data, total } = await listed('?allFields=q77')
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      id: full.id,
      containerNumber: 'B-1',
      description: 'przy bramie',
      serNo: 'Q77',
      status: 4,
      lastActiveDate: '2026-05-01T10:00:00.000Z',
      latitude: 51.1,
      longitude: 23.4,
      currentBatteryLevel: 3.512,
      currentBatteryStatus: 2,
      hasPhotos: false,
      internalStoreName: 'Plac Wschód',
      assignedInternalStoreName: 'Serwis',
      closestCompanyName: 'Gumex',
      closestReceptionPlaceAddress: expect.stringMatching(/^Chełm, Hutnicza \d+, 22-100$/),
      closestReceptionPlaceType: 1,
      closestReceptionPlaceDistance: 1235
    })
  })

  it('is sorted by number, or by any column, empty values at the old end', async () => {
    expect(await numbers('')).toEqual(['A-1', 'B-1', 'C-1'])
    expect(await numbers('?OrderBy=lastActiveDate&Desc=true')).toEqual(['C-1', 'B-1', 'A-1'])
    expect(await numbers('?OrderBy=CURRENTBATTERYSTATUS&Desc=true')).toEqual(['A-1', 'B-1', 'C-1'])
    expect(await numbers('?OrderBy=imei')).toHaveLength(3)
    expect((await staff.get('/IoT/containers-list?OrderBy=photos')).status).toBe(400)
  })

  it('is filtered by battery, status and time since the last message, including containers without one', async () => {
    const now = Date.now()
    const ago = (days: number): Date => new Date(now - days * 86_400_000)
    const { db } = test.services
    for (const [name, days] of [
      ['S-1', 1.9],
      ['S-2', 2.1],
      ['S-7', 7.1]
    ] as const)
      await aContainer(db, { container_number: name, battery_status: 1, status: 2, last_active_at: ago(days) })
    await aContainer(db, { container_number: 'S-never', battery_status: 0, status: 2 })
    expect(await numbers('?BatteryStatus=3')).toEqual(['A-1'])
    expect(await numbers('?ContainerStatus=2&BatteryStatus=1')).toEqual(['S-1', 'S-2', 'S-7'])
    expect(await numbers('?ContainerStatus=2&Silence=2')).toEqual(['S-2', 'S-7', 'S-never'])
    expect(await numbers('?ContainerStatus=2&Silence=7')).toEqual(['S-7', 'S-never'])
    expect((await staff.get('/IoT/containers-list?Silence=3')).status).toBe(400)
    await db('iot.containers').where('container_number', 'like', 'S-%').del()
  })

  it('sorts batteries with the worst first at the first click, as its vocabulary says', async () => {
    const { vocabularies } = (await staff.get('/api/ui/pages')).body.data
    expect(vocabularies['iot.battery'].worstLast).toBe(true)
    expect(vocabularies['iot.status'].worstLast).toBeUndefined()
  })

  it.each(['b-1', 'q77', 'Hutnicza', 'wschód', 'Serwis'])('finds by %s', async term => {
    expect(await numbers(`?allFields=${encodeURIComponent(term)}`)).toEqual(['B-1'])
  })

  it('is narrowed to those that stand in a store', async () => {
    const { internalStoreId, assignedInternalStoreId } = (await staff.get(`/IoT/container/${full.id}`)).body.data
    const inStore = async (id: number) => (await staff.get(`/IoT/containers-list?InternalStoreId=${id}`)).body
    expect(await inStore(internalStoreId)).toMatchObject({ total: 1, data: [{ id: full.id }] })
    expect(await inStore(assignedInternalStoreId)).toMatchObject({ total: 0 })
  })

  it('says by its metadata what the specification says', async () => {
    const { list } = (await staff.get('/api/ui/pages/iot.containers')).body.data
    expect(list.columns.map((column: { key: string }) => column.key)).toEqual([
      'containerNumber',
      'closestReceptionPlaceAddress',
      'serNo',
      'lastActiveDate',
      'internalStoreName',
      'status',
      'currentBatteryStatus',
      'assignedInternalStoreName'
    ])
    expect(list).toMatchObject({
      pageSize: 35,
      selection: 'one',
      sort: 'containerNumber',
      search: { found: 'iot.container.found' }
    })
    expect(test.services.messages.say('pl', list.search.found, { count: 5 })).toBe('Znaleziono 5 kontenerów')
    expect(list.commands.map(({ name, action }: { name: string; action: object }) => [name, action])).toEqual([
      ['iot.seeContainer', { kind: 'open', what: 'iot.containerPanel' }],
      ['iot.addContainer', { kind: 'call', method: 'POST', path: '/IoT/containers' }],
      ['iot.edit', { kind: 'call', method: 'PUT', path: '/IoT/container/:id' }],
      ['iot.changeBattery', { kind: 'call', method: 'POST', path: '/IoT/container/:id/battery' }],
      ['iot.seeOnMap', { kind: 'open', what: 'iot.trail', title: 'iot.photos.title' }],
      ['iot.seePhotos', { kind: 'open', what: 'iot.photos', title: 'iot.photos.title' }],
      ['iot.seeStores', { kind: 'open', what: 'iot.containerPanel', tab: 'stores' }],
      ['iot.addPhotoTo', { kind: 'call', method: 'POST', path: '/IoT/photos', creates: true, oneEach: 'blobFileNames' }]
    ])
    const [, , stays] = list.panel.tabs
    expect(stays).toMatchObject({ kind: 'list', load: '/IoT/container/:id/history' })
    expect(stays.columns[0]).toMatchObject({ key: 'firstActiveDate', header: 'iot.stay.firstActiveDate' })
  })

  it('is for staff and technicians: its pages are all that a technician has', async () => {
    expect((await listed('', technician)).total).toBe(3)
    const { groups, home } = (await technician.get('/api/ui/pages')).body.data
    const entries = groups.flatMap((group: { pages: { route: string; inMenu: boolean }[] }) => group.pages)
    expect(entries.map(({ route, inMenu }: { route: string; inMenu: boolean }) => [route, inMenu])).toEqual([
      ['/store/containers', true],
      ['/store/map', true],
      ['/store/service', true],
      ['/store/round', true],
      ['/store/rejected-readings', true],
      ['/store/container/map', false]
    ])
    expect(home).toBe('/store/service')
    const client = await test.signedInAs('CLIENT_ADMIN')
    expect((await client.get('/IoT/containers-list')).status).toBe(403)
    expect((await client.get('/api/ui/pages/iot.map')).status).toBe(404)
  })
})
