/** Two companies, and everyone who might call. What another company owns carries canaries: words that may not come out. */
import { roleNames } from '../../src/contract/roles.ts'
import type { Person, TestApp } from '../helper/app.ts'
import {
  type ACompany,
  aCompany,
  aContainer,
  aDepartment,
  anAccount,
  anItem,
  anOperator,
  anOrder,
  aPassword,
  aPlace,
  aStore,
  aVehicle
} from '../helper/factories.ts'

export const everyone = [
  'nobody',
  'ADMIN',
  'CLIENT_ADMIN',
  'CLIENT',
  'DRIVER',
  'SERVICE_TECHNICAN',
  'inactive'
] as const
export type Who = (typeof everyone)[number]

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: unknown
}

export interface Things {
  readonly orderId: number
  readonly placeId: number
}

export interface World {
  readonly own: Things & { readonly company: ACompany }
  readonly other: Things & { readonly company: ACompany; readonly accountId: number; readonly email: string }
  readonly itemId: number
  readonly storeId: number
  readonly containerId: number
  readonly vehicleId: number
  readonly credentials: { readonly email: string; readonly password: string }
  readonly profile: object
  placement(placeId: number): object
  accountId(who: Who): number
  /** Things that this client may not see: another company's, and another department's of its own. */
  strange(who: Who): readonly Things[]
  /** A new order of the own company, or one that has come to the status. */
  order(status?: number): Promise<number>
  /** A new reason for cancelling. */
  reason(): Promise<number>
  /** A new item of the tonnage, which nothing names. */
  item(): Promise<number>
  /** A new driver without a vehicle. */
  driver(): Promise<number>
  /** A new vehicle that no order has. */
  vehicle(): Promise<number>
  /** A new recycle operator. */
  operator(): Promise<number>
  /** Everyone, each with a new session. */
  callers(): Promise<Record<Who, Person>>
  /** The canaries that may not be in an answer for this caller. */
  hiddenFrom(who: Who): readonly string[]
}

const of = {
  company: 'CANARY-COMPANY',
  department: 'CANARY-DEPARTMENT',
  order: 'CANARY-ORDER',
  person: 'CANARY-PERSON'
}

/** A technician sees whom a container stands near to, and where. */
const secrets = (who: Who): readonly string[] => {
  if (who === 'ADMIN') return []
  if (who === 'SERVICE_TECHNICAN') return [of.order, of.person]
  return who === 'CLIENT' ? Object.values(of) : [of.company, of.order, of.person]
}

export async function aWorld({ services: { db }, signedInAs, nobody }: TestApp): Promise<World> {
  const { id: itemId } = await anItem(db)
  const company = await aCompany(db, { multiDepartment: true })
  const other = await aCompany(db, { name: `${of.company} sp. z o.o.` })
  const mine = { orderId: (await anOrder(db, { company, itemId })).id, placeId: company.placeId as number }
  const far = await aDepartment(db, company.id)
  const farPlace = await aPlace(db, { companyId: company.id, departmentId: far.id })
  const farOrder = await anOrder(db, { company, itemId, departmentId: far.id, placeId: farPlace.id })
  const theirs = { orderId: (await anOrder(db, { company: other, itemId })).id, placeId: other.placeId as number }
  const email = `${of.person.toLowerCase()}@example.com`
  const stranger = await anAccount(db, {
    role: 'CLIENT_ADMIN',
    password: null,
    email,
    lastName: of.person,
    companyId: other.id,
    departmentId: other.departmentId
  })

  const label = (word: string) => ({ city: word, street: word })
  await db('companies.companies')
    .where({ id: other.id })
    .update({ short_name: of.company, ...label(of.company) })
  await db('companies.departments')
    .where({ company_id: other.id })
    .update({ ...label(of.company), description: of.company })
  await db('companies.departments')
    .where({ id: far.id })
    .update({ ...label(of.department), description: of.department })
  await db('companies.reception_places')
    .where({ company_id: other.id })
    .update({ ...label(of.company), phone: of.company })
  await db('companies.reception_places')
    .where({ id: farPlace.id })
    .update({ ...label(of.department), phone: of.department })
  const texts = (word: string, n: number) => ({
    number: `${word}-${n}`,
    additional_info: word,
    reason_for_cancellation: word,
    cancellation_comment: word,
    kpo: word,
    optima_number: word,
    invoice_number: word
  })
  await db('orders.orders').where({ id: theirs.orderId }).update(texts(of.order, 1))
  await db('orders.orders').where({ id: farOrder.id }).update(texts(of.department, 2))
  await db('orders.comments').insert({
    order_id: theirs.orderId,
    content: of.order,
    account_id: stranger.id,
    created_at: new Date()
  })

  const at = { latitude: 51.14, longitude: 23.47 }
  const store = await aStore(db, { at })
  const container = await aContainer(db, { ...at, last_active_at: new Date(), reception_place_id: other.placeId })
  const clientOf = { companyId: company.id, departmentId: company.departmentId }
  const accounts = {} as Record<Who, number>
  for (const role of roleNames) {
    const client = role === 'CLIENT' || role === 'CLIENT_ADMIN' ? clientOf : {}
    accounts[role] = (await anAccount(db, { role, password: null, ...client })).id
  }
  const asleep = { role: 'CLIENT_ADMIN', password: null, deactivatedAt: new Date(), ...clientOf } as const
  accounts.inactive = (await anAccount(db, asleep)).id
  const known = await anAccount(db, { role: 'CLIENT_ADMIN', ...clientOf })

  return {
    own: { ...mine, company },
    other: { ...theirs, company: other, accountId: stranger.id, email },
    itemId,
    storeId: store.id,
    containerId: container.id,
    vehicleId: (await aVehicle(db)).id,
    credentials: { email: known.email, password: aPassword },
    profile: { firstName: 'Ewa', lastName: 'Kowalska', phone: '501502503' },
    placement: placeId => ({ receptionPlace: placeId, orderTypeItemId: itemId, quantity: 1 }),
    accountId: who => accounts[who],
    strange: who => [theirs, ...(who === 'CLIENT' ? [{ orderId: farOrder.id, placeId: farPlace.id }] : [])],
    order: async (status = 0) => (await anOrder(db, { company, itemId, status })).id,
    item: async () => (await anItem(db, { orderTypeId: 2, price: null })).id,
    reason: async () => {
      const value = `Powód ${performance.now()}`
      const [made] = await db('catalogue.dictionary_values').insert({ dictionary: 1, value }).returning('id')
      return made.id
    },
    driver: async () => (await anAccount(db, { role: 'DRIVER', password: null })).id,
    vehicle: async () => (await aVehicle(db)).id,
    operator: async () => (await anOperator(db)).id,
    async callers() {
      const callers = { nobody: nobody() } as Record<Who, Person>
      for (const who of everyone) if (who !== 'nobody') callers[who] = await signedInAs(accounts[who])
      return callers
    },
    hiddenFrom: secrets
  }
}
