/** A desk to edit orders at: a company with a client, two of the staff, an item at 100 PLN, a vehicle, an operator, a store. */
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOperator, anOrder, aStore, aVehicle } from '../helper/factories.ts'

export interface Desk {
  readonly test: TestApp
  readonly company: ACompany
  readonly client: Person
  readonly staff: Person
  readonly colleague: Person
  readonly itemId: number
  /** What finishing needs, of an order that is driven by the desk's vehicle. */
  readonly finishData: Readonly<Record<string, unknown>>
  readonly driverId: number
  order(status?: number, more?: Record<string, unknown>): Promise<number>
  /** An order in progress with the desk's vehicle, realized through the API for the given day. */
  driven(day?: string): Promise<number>
  details(id: number, who?: Person): Promise<Record<string, unknown>>
  history(id: number, who?: Person, headers?: Record<string, string>): Promise<HistoryLine[]>
}

interface HistoryLine {
  readonly statusDescription: string
  readonly user: string | null
  readonly changes: { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

export const monday = new Date('2026-06-01T10:00:00Z')

export async function aDesk(): Promise<Desk> {
  const test = await anApp()
  test.clock.now = monday
  const { db } = test.services
  const company = await aCompany(db)
  const client = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
  const [staff, colleague] = [await test.signedInAs('ADMIN'), await test.signedInAs('ADMIN')]
  const item = await anItem(db, { price: 100 })
  const vehicle = await aVehicle(db, { items: [item.id] })
  const operator = await anOperator(db)
  const store = await aStore(db, { at: { latitude: 51.14, longitude: 23.47 } })
  const details = async (id: number, who = staff) => (await who.get(`/api/Admin/Orders/${id}/details`)).body.data
  const order = async (status = 0, more: Record<string, unknown> = {}) => {
    const { id } = await anOrder(db, { company, itemId: item.id, status, createdAt: test.clock.now })
    if (Object.keys(more).length > 0) await db('orders.orders').where({ id }).update(more)
    return id
  }
  return {
    test,
    company,
    client,
    staff,
    colleague,
    itemId: item.id,
    driverId: vehicle.driver_id,
    finishData: {
      vehicleId: vehicle.id,
      tonnage: 1.25,
      kpo: 'KPO/2026/17',
      recycleOperatorId: operator.id,
      quantity: 2,
      quantityTaken: 2,
      internalStoreId: store.id
    },
    order,
    async driven(orderRealizationDate = '2026-06-02') {
      const id = await order(1)
      const plan = { orderIds: [id], vehicleId: vehicle.id, orderRealizationDate }
      const { status } = await staff.put('/api/Admin/Orders/set-realization', plan)
      if (status !== 200) throw new Error(`realization answered ${status}`)
      return id
    },
    details,
    history: async (id, who = staff, headers = {}) =>
      (await who.get(`/api/Admin/Orders/${id}/history`, headers)).body.data
  }
}
