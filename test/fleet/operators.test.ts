import { beforeAll, describe, expect, it } from 'vitest'
import { lockOperator } from '../../modules/fleet/public.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOperator, anOrder } from '../helper/factories.ts'
import { someoneWaits } from './fixtures/waiting.ts'

const operators = '/api/Admin/RecycleOperators'
const exists = 'Operator o podanej nazwie istnieje'
const existsAlready = 'Operator o podanej nazwie już istnieje'
const assigned = 'Operator przypisany jest do aktywnego zamówienia'
let test: SharedApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db)).id
})

const add = (name: string, more: object = {}) => staff.post(operators, { name, ...more })
const edit = (id: number, body: object) => staff.put(`${operators}/${id}`, body)
const remove = (id: number) => staff.call('DELETE', `${operators}/${id}`)
const names = async (): Promise<string[]> =>
  (await staff.get(`${operators}?limit=1000`)).body.data.map(({ name }: { name: string }) => name)
const anOrderOf = async (operatorId: number, status: number) => {
  const { id } = await anOrder(test.services.db, { company, itemId, status })
  await test.services.db('orders.orders').where({ id }).update({ recycle_operator_id: operatorId })
  return id
}

describe('adding an operator', () => {
  it('answers and lists it, active unless it is said', async () => {
    const { status, body } = await add(' Piroliza ')
    expect([status, body.data]).toEqual([201, { id: expect.any(Number), version: 1, name: 'Piroliza', isActive: true }])
    expect((await staff.get(operators)).body.data).toContainEqual(body.data)
    expect((await staff.get(`${operators}/${body.data.id}`)).body.data).toEqual(body.data)
    expect((await add('Asfaltownia', { isActive: false })).body.data.isActive).toBe(false)
    const names = (await staff.get(operators)).body.data.map(({ name }: { name: string }) => name)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'pl')))
  })

  it('asks for a name', async () => {
    expect((await add(' ')).body.Errors).toEqual([{ PropertyName: 'name', ErrorMessage: 'Podaj nazwę operatora' }])
  })

  it('refuses a name that is there, in whatever letters, at the field', async () => {
    await add('Ekoguma')
    expect((await add('EKOGUMA')).body).toMatchObject({
      status: 422,
      code: 'fleet.operatorExists',
      detail: exists,
      Errors: [{ PropertyName: 'name', ErrorMessage: exists }]
    })
  })

  it('by two at once with one name makes one', async () => {
    const trx = await test.services.db.transaction()
    await trx('fleet.operators').insert({ name: 'Naraz' })
    const second = add('naraz')
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await second).body).toMatchObject({ status: 422, detail: exists })
  })
})

describe('editing an operator', () => {
  it('changes name and activity, and tells history', async () => {
    const { id } = (await add('Stara nazwa')).body.data
    const { status, body } = await edit(id, { name: 'Nowa nazwa', isActive: false })
    expect([status, body.data]).toEqual([200, { id, version: 2, name: 'Nowa nazwa', isActive: false }])
    expect((await staff.get(`${operators}/${id}/history`)).body.data[0]).toMatchObject({
      statusDescription: 'Zmieniono dane operatora',
      changes: [
        { field: 'name', before: 'Stara nazwa', after: 'Nowa nazwa' },
        { field: 'isActive', before: true, after: false }
      ]
    })
    expect((await edit(id, { name: 'Nowa Nazwa' })).body.data).toMatchObject({ name: 'Nowa Nazwa', isActive: false })
  })

  it('to a name that is there is refused', async () => {
    const [one, other] = [await anOperator(test.services.db), await anOperator(test.services.db)]
    expect((await edit(one.id, { name: other.name })).body).toMatchObject({
      status: 422,
      code: 'fleet.operatorTaken',
      detail: existsAlready,
      Errors: [{ PropertyName: 'name', ErrorMessage: existsAlready }]
    })
  })

  it('of two at once to one name lets one through', async () => {
    const [one, other] = [await anOperator(test.services.db), await anOperator(test.services.db)]
    const trx = await test.services.db.transaction()
    await trx('fleet.operators').where({ id: other.id }).update({ name: 'Wspólna' })
    const second = edit(one.id, { name: 'Wspólna' })
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await second).body).toMatchObject({ status: 422, code: 'fleet.operatorTaken', detail: existsAlready })
  })
})

describe('removing an operator', () => {
  it.each([
    [0, 409],
    [1, 409],
    [2, 409],
    [3, 200],
    [4, 200],
    [5, 200]
  ])('with an order of status %d answers %d', async (status, expected) => {
    const { id } = await anOperator(test.services.db)
    await anOrderOf(id, status)
    const answer = await remove(id)
    expect(answer.status).toBe(expected)
    if (expected === 409) expect(answer.body).toMatchObject({ code: 'fleet.operatorInUse', detail: assigned })
  })

  it('takes it from the list; old orders still say its name, and the name is free', async () => {
    const { id, name } = await anOperator(test.services.db, { name: 'Dawny' })
    const orderId = await anOrderOf(id, 3)
    expect((await remove(id)).body).toEqual({ data: null })
    expect(await names()).not.toContain(name)
    for (const gone of [remove(id), edit(id, { name }), staff.get(`${operators}/${id}`)])
      expect((await gone).status).toBe(404)
    const order = await staff.get(`/api/Admin/Orders/${orderId}/details`)
    expect(order.body.data.recycleOperatorName).toBe('Dawny')
    expect((await add('Dawny')).status).toBe(201)
  })

  it('waits for an order that is being given it, and is then refused', async () => {
    const { id } = await anOperator(test.services.db)
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const trx = await test.services.db.transaction()
    await lockOperator(trx, id)
    await trx('orders.orders').where({ id: order.id }).update({ recycle_operator_id: id })
    const removal = remove(id)
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await removal).body.detail).toBe(assigned)
  })

  it.each([
    ['removed', true],
    ['inactive', false]
  ])('that is %s cannot be given to an order', async (_what, isActive) => {
    const { id } = await anOperator(test.services.db, { isActive })
    if (isActive) await remove(id)
    await expect(test.services.db.transaction(trx => lockOperator(trx, id))).rejects.toMatchObject({
      code: 'fleet.noOperator',
      status: 422
    })
  })
})
