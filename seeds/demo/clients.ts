/** Client companies with their departments, reception places and accounts. */
import { OrderType } from '../../modules/catalogue/schema.ts'
import { Country, PaymentType } from '../../modules/companies/schema.ts'
import { dayMs } from '../../src/contract/days.ts'
import { type RoleCode, roles } from '../../src/contract/roles.ts'
import { type CodeOf, codes } from '../../src/contract/vocabulary.ts'
import { deactivationReasons } from '../essentials.ts'
import type { Trade } from './names.ts'
import { companyName, email, person, plain } from './names.ts'
import { bdo, mobile, nip, regon, unique } from './numbers.ts'
import type { Random } from './random.ts'
import { chooser } from './random.ts'
import { contactOf, type PlaceContact, unknownContact } from './receiving.ts'
import type { Account, AccountState } from './staff.ts'
import type { Town } from './towns.ts'
import { streets, townNamed, towns } from './towns.ts'

type OrderTypeCode = CodeOf<typeof OrderType>

export interface Company {
  id: number
  name: string
  shortName: string
  taxNumber: string
  regon: string
  /** A few have not told it. */
  bdoNumber: string | null
  country: CodeOf<typeof Country>
  multiDepartment: boolean
  paymentType: CodeOf<typeof PaymentType>
  verified: boolean
  active: boolean
  deactivationReason: string | null
  orderTypeIds: OrderTypeCode[]
  city: string
  street: string
  postalCode: string
  createdAt: Date
}

export interface Department {
  id: number
  companyId: number
  city: string
  street: string
  postalCode: string
  description: string | null
}

export interface Place extends PlaceContact {
  id: number
  companyId: number
  departmentId: number
  city: string
  street: string
  postalCode: string
  phone: string
  email: string
  bdoNumber: string | null
  latitude: number
  longitude: number
  isDefault: boolean
  active: boolean
  /** When an administrator approved it; null while it waits. */
  approvedAt: Date | null
  orderTypeIds: OrderTypeCode[]
  createdAt: Date
}

export interface Clients {
  companies: Company[]
  departments: Department[]
  places: Place[]
  clientAccounts: Account[]
}

const everyType = codes(OrderType, ['vehicle', 'tonnage', 'container'])

/**
 * The first company (Chełm, one department) and the second (Kraków, several) are active and hold the fixed client
 * accounts; all others are drawn: most active, some waiting to be verified, some deactivated.
 */
export function makeClients(random: Random, size: { companies: number; firstAccountId: number; now: Date }): Clients {
  const all: Clients = { companies: [], departments: [], places: [], clientAccounts: [] }
  const drawTown = chooser(towns, town => Math.sqrt(town.thousands))
  const taken = { nip: new Set<string>(), regon: new Set<string>(), bdo: new Set<string>(), name: new Set<string>() }
  for (let id = 1; id <= Math.max(2, size.companies); id++) {
    const one = random.fork(id)
    const town = id === 1 ? townNamed('Chełm') : id === 2 ? townNamed('Kraków') : drawTown(one)
    const { name, shortName, trade } =
      id <= 2 ? (fixedNames[id - 1] as (typeof fixedNames)[number]) : freshName(one, town, taken.name)
    // The first unverified and deactivated ones come early, so that even the smallest demo has both.
    const state =
      id <= 2
        ? 'active'
        : id === 3
          ? 'unverified'
          : id === 4
            ? 'inactive'
            : one.weighted(
                ['active', 'unverified', 'inactive'] as const,
                each => ({ active: 88, unverified: 6, inactive: 6 })[each]
              )
    const company: Company = {
      id,
      name,
      shortName,
      taxNumber: unique(taken.nip, () => nip(one, town.voivodship)),
      regon: unique(taken.regon, () => regon(one)),
      bdoNumber: knownBdo(
        id,
        one,
        unique(taken.bdo, () => bdo(one))
      ),
      country: Country.polish,
      multiDepartment: id === 2 || (id > 4 && trade !== 'farm' && one.chance(0.12)),
      paymentType: one.chance(0.8) ? PaymentType.transfer : PaymentType.cash,
      verified: state !== 'unverified',
      active: state === 'active',
      deactivationReason: state === 'inactive' ? one.pick(deactivationReasons) : null,
      orderTypeIds: state === 'unverified' ? [] : id === 1 ? everyType : typesOf(one, trade),
      ...address(one, town),
      // Most are older than the oldest order; some registered last year, a few are waiting since last week.
      createdAt: daysBefore(
        one,
        size.now,
        state === 'unverified' ? [0, 9] : id > 2 && one.chance(0.25) ? [1, 700] : [1760, 2600]
      )
    }
    all.companies.push(company)
    addDepartments(one, all, company, town, size)
  }
  return all
}

const fixedNames: { name: string; shortName: string; trade: Trade }[] = [
  { name: 'Chełmski Serwis Opon sp. z o.o.', shortName: 'Chełmski Serwis', trade: 'tyres' },
  { name: 'Autoryzowany Serwis Galicja Motors sp. z o.o.', shortName: 'Galicja Motors', trade: 'dealer' }
]

/** The first ones have a number, so that every page of the smallest demo shows one. */
const knownBdo = (id: number, random: Random, number: string): string | null =>
  id > 6 && random.fork('bdo').chance(0.06) ? null : number

function freshName(random: Random, town: Town, taken: Set<string>): { name: string; shortName: string; trade: Trade } {
  for (let attempt = 0; ; attempt++) {
    const drawn = companyName(random, town.name)
    const name = attempt < 3 || !taken.has(drawn.name) ? drawn.name : `${drawn.name} ${town.name} ${attempt - 2}`
    if (taken.has(name)) continue
    taken.add(name)
    return { ...drawn, name }
  }
}

/** How probable it is that a company of the trade orders by each type. */
const demand: Record<Trade, Record<OrderTypeCode, number>> = {
  tyres: { [OrderType.vehicle]: 0.8, [OrderType.tonnage]: 0.4, [OrderType.container]: 0.3 },
  dealer: { [OrderType.vehicle]: 0.9, [OrderType.tonnage]: 0.2, [OrderType.container]: 0.2 },
  waste: { [OrderType.vehicle]: 0.2, [OrderType.tonnage]: 0.7, [OrderType.container]: 0.9 },
  transport: { [OrderType.vehicle]: 0.7, [OrderType.tonnage]: 0.4, [OrderType.container]: 0.3 },
  farm: { [OrderType.vehicle]: 0.3, [OrderType.tonnage]: 0.9, [OrderType.container]: 0.2 }
}

function typesOf(random: Random, trade: Trade): OrderTypeCode[] {
  const drawn = everyType.filter(type => random.chance(demand[trade][type]))
  return drawn.length > 0 ? drawn : [OrderType.vehicle]
}

/** A street with a number in the town. */
export function address(random: Random, town: Town): { city: string; street: string; postalCode: string } {
  const street = random.pick(random.chance(0.6) ? streets.trade : streets.common)
  const number = `${random.int(1, 120)}${random.chance(0.12) ? random.pick(['A', 'B', 'C']) : ''}`
  return { city: town.name, street: `${street} ${number}`, postalCode: town.postalCode }
}

/** A moment of office hours (7 to 17 Polish time, so the day is the same in UTC) within a range of days before now. */
function daysBefore(random: Random, now: Date, [least, most]: [number, number]): Date {
  const day = Math.floor(now.getTime() / dayMs) - random.int(least, most) - 1
  return new Date(day * dayMs + random.int(6 * 60, 15 * 60) * 60_000)
}

function addDepartments(
  random: Random,
  all: Clients,
  company: Company,
  home: Town,
  size: { firstAccountId: number; now: Date }
): void {
  const near = nearTowns(home)
  const count = company.multiDepartment ? random.int(2, 4) : 1
  const own: Department[] = []
  for (let i = 0; i < count; i++) {
    const town = i === 0 ? home : random.pick(near)
    const where =
      i === 0 ? { city: company.city, street: company.street, postalCode: company.postalCode } : address(random, town)
    const department = {
      id: all.departments.length + 1,
      companyId: company.id,
      ...where,
      description: i === 0 ? null : `Oddział ${town.name}`
    }
    all.departments.push(department)
    own.push(department)
    addPlaces(random, all, company, department, town, size.now)
  }
  addAccounts(random, all, company, own, size.firstAccountId)
}

function addPlaces(
  random: Random,
  all: Clients,
  company: Company,
  department: Department,
  town: Town,
  now: Date
): void {
  // Unverified companies sometimes have no place yet: their client administrator sees the button to add one.
  const count = company.id === 1 ? 3 : company.verified ? random.int(1, 3) : random.int(0, 1)
  for (let i = 0; i < count; i++) {
    const first = i === 0
    const waiting = company.active && !first && random.chance(0.08)
    const where = first
      ? { city: department.city, street: department.street, postalCode: department.postalCode }
      : address(random, town)
    const createdAt = waiting ? daysBefore(random, now, [0, 12]) : company.createdAt
    all.places.push({
      id: all.places.length + 1,
      companyId: company.id,
      departmentId: department.id,
      ...where,
      phone: mobile(random),
      email: `odbior${i + 1}@${domainOf(company)}`,
      bdoNumber: company.bdoNumber,
      // Workshops are within about a kilometre of the centre.
      latitude: round(town.latitude + (random.next() - 0.5) * 0.018),
      longitude: round(town.longitude + (random.next() - 0.5) * 0.028),
      isDefault: first && department.description === null,
      active: company.verified && !waiting,
      orderTypeIds:
        !company.verified || waiting ? [] : first ? company.orderTypeIds : [random.pick(company.orderTypeIds)],
      approvedAt: company.verified && !waiting ? createdAt : null,
      ...contactOf(random.fork(`receiving ${all.places.length + 1}`), company.id === 1 && i === 1),
      createdAt
    })
  }
  if (company.id === 1) all.places.push(waitingPlace(random.fork('waiting'), all, company, department, town, now))
}

/** The client that a visitor signs in as has added a place, which the staff have not verified yet. */
function waitingPlace(
  random: Random,
  { places }: Clients,
  company: Company,
  department: Department,
  town: Town,
  now: Date
): Place {
  return {
    id: places.length + 1,
    companyId: company.id,
    departmentId: department.id,
    ...address(random, town),
    phone: mobile(random),
    email: `nowy@${domainOf(company)}`,
    bdoNumber: company.bdoNumber,
    latitude: round(town.latitude + (random.next() - 0.5) * 0.018),
    longitude: round(town.longitude + (random.next() - 0.5) * 0.028),
    isDefault: false,
    active: false,
    orderTypeIds: [],
    approvedAt: null,
    ...unknownContact,
    createdAt: daysBefore(random, now, [0, 3])
  }
}

function addAccounts(random: Random, all: Clients, company: Company, departments: Department[], firstId: number): void {
  const domain = domainOf(company)
  const add = (role: RoleCode, address: string | null, department: Department, state: AccountState): void => {
    const who = person(random)
    const id = firstId + all.clientAccounts.length
    all.clientAccounts.push({
      id,
      email: address ?? email(who, domain, id),
      ...who,
      phone: mobile(random),
      role,
      state,
      companyId: company.id,
      departmentId: department.id
    })
  }
  const main = departments[0] as Department
  const fixedAdmin =
    company.id === 1 ? 'client.admin@example.com' : company.id === 2 ? 'client.admin@other.example.com' : null
  add(roles.CLIENT_ADMIN, fixedAdmin, main, company.active ? 'active' : company.verified ? 'deactivated' : 'waiting')
  if (company.id === 1) {
    add(roles.CLIENT, 'client@example.com', main, 'active')
    add(roles.CLIENT, null, main, 'waiting')
    add(roles.CLIENT, null, main, 'deactivated')
    add(roles.CLIENT, null, main, 'invited')
  }
  for (const department of departments) {
    if (company.active && random.chance(0.4)) {
      add(
        roles.CLIENT,
        null,
        department,
        random.weighted(
          ['active', 'waiting', 'deactivated', 'invited'] as const,
          each => ({ active: 16, waiting: 1, deactivated: 1, invited: 2 })[each]
        )
      )
    }
  }
}

function domainOf(company: Company): string {
  return `${plain(company.shortName).slice(0, 16).replace(/-+$/, '')}.example.com`
}

const nearby = new Map<string, Town[]>()

/** The eight towns nearest to a town, itself left out. */
function nearTowns(home: Town): Town[] {
  const known = nearby.get(home.name)
  if (known) return known
  const distance = (town: Town): number =>
    (town.latitude - home.latitude) ** 2 + ((town.longitude - home.longitude) * 0.62) ** 2
  const found = towns
    .filter(town => town !== home)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 8)
  nearby.set(home.name, found)
  return found
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
