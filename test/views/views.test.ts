/** Saved views: who reads, keeps, shares and changes them, and what a view says of a page that has changed since. */
import { beforeAll, describe, expect, it } from 'vitest'
import { maxOwnViews, maxSharedViews, type SavedView } from '../../src/contract/view.ts'
import { aSavedView } from '../helper/account-factories.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'

const path = '/api/Views'
let test: SharedApp
let ewa: Person
let jan: Person
let technician: Person

beforeAll(async () => {
  test = await aSharedApp()
  const host = officeHost
  ewa = await test.signedInAs('ADMIN', { host })
  jan = await test.signedInAs('ADMIN', { host })
  technician = await test.signedInAs('SERVICE_TECHNICAN', { host })
})

const save = async (who: Person, name: string, state: object = {}, page = 'orders.inProgress') =>
  (await who.post(path, { name, page, state })).body.data as SavedView
const read = async (who: Person, page: string): Promise<SavedView[]> =>
  (await who.get(`${path}?Page=${page}`)).body.data
const named = async (who: Person, page: string, name: string): Promise<SavedView | undefined> =>
  (await read(who, page)).find(view => view.name === name)
const stored = (state: object, page = 'orders.inProgress') =>
  aSavedView(test.services.db, ewa.accountId, { page, state })
const opened = async (state: object): Promise<Pick<SavedView, 'state' | 'isWhole'> | undefined> => {
  const { id } = await stored(state)
  const found = (await read(ewa, 'orders.inProgress')).find(view => view.id === id)
  return found && { state: found.state, isWhole: found.isWhole }
}

describe('a saved view', () => {
  it('is read as it was saved, on its page alone', async () => {
    const state = {
      base: 'day',
      search: 'Kowal',
      sort: '-createdAt',
      filters: { RealizationDate: 'tomorrow', NotificationSent: 'false' },
      layout: { order: ['number', 'company'], hidden: ['operator'], widths: { company: 300 }, density: 'compact' }
    }
    const { id } = await save(ewa, ' Jutro ', state)
    expect(await named(ewa, 'orders.inProgress', 'Jutro')).toMatchObject({
      id,
      version: 1,
      page: 'orders.inProgress',
      isShared: false,
      isOwn: true,
      mayChange: true,
      isWhole: true,
      state
    })
    expect(await named(ewa, 'orders.new', 'Jutro')).toBeUndefined()
  })

  it('is found among those of all pages that its person may open', async () => {
    await save(ewa, 'Nowe z Płocka', {}, 'orders.new')
    const { body } = await ewa.get(path)
    expect(body.data.map(({ name }: SavedView) => name)).toEqual(expect.arrayContaining(['Jutro', 'Nowe z Płocka']))
    expect(body.total).toBe(body.data.length)
  })

  it('is its person’s alone: to another administrator it is not there', async () => {
    const { id } = await save(ewa, 'Moje')
    expect(await named(jan, 'orders.inProgress', 'Moje')).toBeUndefined()
    for (const call of [
      jan.put(`${path}/${id}/name`, { name: 'Cudze' }),
      jan.put(`${path}/${id}/state`, { state: {} }),
      jan.put(`${path}/${id}/share`),
      jan.call('DELETE', `${path}/${id}`)
    ])
      expect((await call).status).toBe(404)
  })

  it('is renamed, replaced and removed, and its history says so', async () => {
    const { id } = await save(ewa, 'Pierwszy', { search: 'a' })
    expect((await ewa.put(`${path}/${id}/name`, { name: 'Drugi' })).body.data).toMatchObject({
      name: 'Drugi',
      version: 2
    })
    const state = { sort: 'number' }
    expect((await ewa.put(`${path}/${id}/state`, { state })).body.data).toMatchObject({ state, version: 3 })
    expect((await ewa.put(`${path}/${id}/state`, { state })).body.unchanged).toBe(true)
    expect((await ewa.call('DELETE', `${path}/${id}`)).status).toBe(200)
    expect(await named(ewa, 'orders.inProgress', 'Drugi')).toBeUndefined()
    const codes = await test.services
      .db('kernel.changes')
      .where({ resource_type: 'views.savedView', subject_id: id })
      .orderBy('id')
      .pluck('code')
    expect(codes).toEqual(['views.create', 'views.rename', 'views.replace', 'views.remove'])
  })

  it('that somebody else has changed meanwhile is a conflict', async () => {
    const { id, version } = await save(ewa, 'Wspólny')
    await ewa.put(`${path}/${id}/share`)
    await jan.put(`${path}/${id}/state`, { state: { search: 'jan' } })
    const late = await ewa.put(`${path}/${id}/state`, { state: { search: 'ewa' } }, { 'if-match': `"${version}"` })
    expect(late.status).toBe(409)
    expect((await named(ewa, 'orders.inProgress', 'Wspólny'))?.state).toEqual({ search: 'jan' })
  })

  it('is of a page that its person may open', async () => {
    for (const page of ['orders.gone', 'orders.client', 'reports.dashboard'])
      expect([page, (await ewa.post(path, { name: 'x', page, state: {} })).status]).toEqual([page, 400])
    expect((await technician.post(path, { name: 'x', page: 'orders.new', state: {} })).status).toBe(400)
    expect((await technician.get(`${path}?Page=orders.new`)).status).toBe(404)
  })
})

describe('sharing', () => {
  it('is for administrators, and each of them may change what is shared', async () => {
    const { id } = await save(ewa, 'Dla wszystkich')
    expect((await ewa.put(`${path}/${id}/share`)).body.data).toMatchObject({ isShared: true })
    expect(await named(jan, 'orders.inProgress', 'Dla wszystkich')).toMatchObject({ isOwn: false, mayChange: true })
    expect((await jan.put(`${path}/${id}/name`, { name: 'Nasz' })).status).toBe(200)
    expect((await jan.put(`${path}/${id}/unshare`)).status).toBe(200)
    expect(await named(jan, 'orders.inProgress', 'Nasz')).toBeUndefined()
    expect(await named(ewa, 'orders.inProgress', 'Nasz')).toMatchObject({ isOwn: true, isShared: false })
  })

  it('gives a technician what is shared of the pages that are open to them, to read', async () => {
    const { id } = await save(ewa, 'Słabe baterie', { filters: { BatteryStatus: '1' } }, 'iot.containers')
    await ewa.put(`${path}/${id}/share`)
    const other = await save(ewa, 'Zamówienia', { search: 'Kowalski' })
    await ewa.put(`${path}/${other.id}/share`)
    expect(await named(technician, 'iot.containers', 'Słabe baterie')).toMatchObject({
      mayChange: false,
      isWhole: true
    })
    expect(JSON.stringify((await technician.get(path)).body)).not.toContain('Kowalski')
    expect((await technician.put(`${path}/${id}/name`, { name: 'Moje' })).status).toBe(404)
    const own = await save(technician, 'Moje', {}, 'iot.containers')
    expect((await technician.put(`${path}/${own.id}/share`)).status).toBe(403)
  })

  it('is of at most so many', async () => {
    const others = await test.signedInAs('ADMIN', { host: officeHost })
    const { id } = await save(others, 'Jeszcze jeden')
    const shared = await test.services.db('views.saved_views').where({ is_shared: true }).pluck('id')
    for (let n = shared.length; n < maxSharedViews; n++)
      await aSavedView(test.services.db, jan.accountId, { isShared: true, page: 'orders.canceled' })
    expect((await others.put(`${path}/${id}/share`)).body.code).toBe('views.tooManyShared')
    await test.services.db('views.saved_views').where({ page: 'orders.canceled' }).delete()
    expect((await others.put(`${path}/${id}/share`)).status).toBe(200)
  })
})

describe('the name of a view', () => {
  it('is free on another page and for another person, in any letter case taken on its own', async () => {
    await save(ewa, 'Pilne')
    const again = await ewa.post(path, { name: 'PILNE ', page: 'orders.inProgress', state: {} })
    expect([again.status, again.body.Errors[0].PropertyName]).toEqual([409, 'name'])
    expect((await ewa.post(path, { name: 'Pilne', page: 'orders.new', state: {} })).status).toBe(201)
    expect((await jan.post(path, { name: 'Pilne', page: 'orders.inProgress', state: {} })).status).toBe(201)
    const { id } = await save(ewa, 'Mniej pilne')
    expect((await ewa.put(`${path}/${id}/name`, { name: 'pilne' })).body.code).toBe('views.nameTaken')
    expect((await ewa.put(`${path}/${id}/name`, { name: 'mniej pilne' })).status).toBe(200)
  })

  it('is given once where several save it at the same time', async () => {
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => ewa.post(path, { name: 'Naraz', page: 'orders.new', state: {} }))
    )
    expect(calls.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(calls.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(7).fill('views.nameTaken')
    )
  })

  it('must not be blank or too long', async () => {
    for (const name of ['', '  ', 'x'.repeat(61)])
      expect((await ewa.post(path, { name, page: 'orders.new', state: {} })).status).toBe(400)
  })
})

describe('a person', () => {
  it('keeps at most so many views, however many calls are made at once', async () => {
    const eager = await test.signedInAs('ADMIN', { host: officeHost })
    for (let n = 0; n < maxOwnViews - 2; n++) await aSavedView(test.services.db, eager.accountId)
    const calls = await Promise.all(
      [1, 2, 3, 4].map(n => eager.post(path, { name: `Naraz ${n}`, page: 'orders.new', state: {} }))
    )
    expect(calls.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(calls.find(({ status }) => status === 409)?.body.code).toBe('views.tooMany')
  })
})

describe('a view of a page that has changed since', () => {
  it('opens without the column, the filter, the value, the sort and the base that are gone, and says so', async () => {
    expect(
      await opened({
        base: 'gone',
        sort: '-gone',
        filters: { Gone: '3', OrderType: '99', NotificationSent: 'false' },
        layout: {
          order: ['gone', 'company', 'number'],
          widths: { gone: 100, company: 200 },
          hidden: ['operator'],
          shown: ['gone', 'company']
        }
      })
    ).toEqual({
      state: {
        filters: { NotificationSent: 'false' },
        layout: { order: ['company', 'number'], widths: { company: 200 }, hidden: ['operator'], shown: ['company'] }
      },
      isWhole: false
    })
  })

  it.each([
    ['a base', { base: 'gone' }],
    ['a sort', { sort: 'gone' }],
    ['a filter', { filters: { Gone: '1' } }],
    ['a value', { filters: { OrderType: 'x' } }],
    ['a column', { layout: { order: ['gone', 'number'] } }],
    ['a column that it shows', { layout: { shown: ['gone'] } }],
    ['a width', { layout: { widths: { gone: 100 } } }]
  ])('reports as missing: %s', async (_what, state) => expect((await opened(state))?.isWhole).toBe(false))

  it.each([
    ['a hidden column', { layout: { hidden: ['gone'] } }],
    ['a hidden column of its order', { layout: { order: ['gone', 'number'], hidden: ['gone'] } }],
    ['half a postal code', { filters: { PostalCode: '22-' } }],
    ['an emptied filter', { filters: { RealizationDate: '' } }]
  ])('misses nothing although %s', async (_what, state) => expect((await opened(state))?.isWhole).toBe(true))

  it('keeps what it said, so that a column that comes back is there again', async () => {
    const { id } = await stored({ layout: { order: ['gone', 'number'] } })
    await read(ewa, 'orders.inProgress')
    const row = await test.services.db('views.saved_views').where({ id }).first()
    expect(row.state).toEqual({ layout: { order: ['gone', 'number'] } })
  })

  it('lists by what remains of it', async () => {
    const kept = await opened({ sort: '-gone', filters: { OrderType: '99', RealizationDate: 'tomorrow' } })
    const query = new URLSearchParams({ page: '1', limit: '1', ...kept?.state.filters })
    expect((await ewa.get(`/api/Admin/Orders?${query}`)).status).toBe(200)
  })
})

describe('what is sent as a state', () => {
  it.each([
    [{ search: 'a'.repeat(201), sort: 'a b', base: '<x>', other: 1 }, {}],
    [{ search: 'a\u0000b', filters: { A: 'a\u0000', B: 3, 'C D': 'x', E: '\ud800' } }, {}],
    [{ filters: [], layout: 'wide' }, {}],
    [
      { layout: { order: ['a\u0000', 'number'], widths: { number: 1e9 } } },
      { layout: { order: ['number'], widths: { number: 900 } } }
    ]
  ])('%j is kept as %j', async (state, kept) => {
    const { status, body } = await ewa.post(path, {
      name: `Dowolny ${JSON.stringify(state).length}`,
      page: 'orders.new',
      state
    })
    expect([status, body.data?.state]).toEqual([201, kept])
  })

  it.each([[undefined], [null], ['{}'], [[]], [7]])('%j is refused', async state => {
    expect((await ewa.post(path, { name: 'Zły', page: 'orders.new', state })).status).toBe(400)
  })
})
