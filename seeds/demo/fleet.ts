/** Drivers, their vehicles, and the recycling operators that take the tyres in the end. */
import { roles } from '../../src/contract/roles.ts'
import { email, person } from './names.ts'
import { mobile, plate, unique } from './numbers.ts'
import type { Item } from './prices.ts'
import type { Random } from './random.ts'
import type { Account } from './staff.ts'
import { towns } from './towns.ts'

export interface Vehicle {
  id: number
  brand: string
  model: string
  registerNumber: string
  /** The driver's account. */
  driverId: number
  /** Tonnes, as its papers say; null: nobody has entered it. */
  payload: number | null
  /** Items of order types that it can carry. */
  itemIds: number[]
}

export interface Operator {
  id: number
  name: string
  active: boolean
}

export interface Fleet {
  driverAccounts: Account[]
  vehicles: Vehicle[]
  operators: Operator[]
}

const models: [brand: string, model: string][] = [
  ['MAN', 'TGS 26.440'],
  ['Scania', 'R 450'],
  ['Volvo', 'FM 420'],
  ['DAF', 'CF 410'],
  ['Mercedes-Benz', 'Actros 2545'],
  ['Iveco', 'Eurocargo 120'],
  ['Renault', 'T 460'],
  ['Iveco', 'S-Way 460'],
  ['Mercedes-Benz', 'Arocs 3242']
]

/** Tonnes of the largest item; null without any. */
const largestOf = (ids: readonly number[], items: readonly Item[]): number | null =>
  ids.length === 0 ? null : Math.max(...items.filter(({ id }) => ids.includes(id)).map(({ value }) => value))

/** The first driver is the fixed demo account; each driver has one vehicle, every fourth two. */
export function makeFleet(
  random: Random,
  size: { drivers: number; firstAccountId: number; items: readonly Item[] }
): Fleet {
  const county = towns.filter(town =>
    ['lubelskie', 'mazowieckie', 'małopolskie', 'pomorskie', 'dolnośląskie'].includes(town.voivodship)
  )
  const driverAccounts = Array.from({ length: Math.max(4, size.drivers) }, (_, i): Account => {
    const who = person(random)
    return {
      id: size.firstAccountId + i,
      email: i === 0 ? 'driver@example.com' : email(who, 'opony.example.com', i + 1),
      ...who,
      phone: mobile(random),
      role: roles.DRIVER,
      state: 'active',
      companyId: null,
      departmentId: null
    }
  })
  const plates = new Set<string>()
  const vehicles = driverAccounts
    .flatMap((driver, i) =>
      Array.from({ length: i % 4 === 1 ? 2 : 1 }, () => {
        const [brand, model] = random.pick(models)
        const itemIds = size.items.filter(() => random.chance(0.8)).map(item => item.id)
        const registerNumber = unique(plates, () => plate(random, random.pick(county).plate))
        return { brand, model, registerNumber, driverId: driver.id, itemIds }
      })
    )
    .map((vehicle, i) => ({
      id: i + 1,
      ...vehicle,
      payload: i % 3 === 2 ? null : largestOf(vehicle.itemIds, size.items)
    }))
  const operators = [
    'Recykling Opon Wschód sp. z o.o.',
    'Granulat Polska S.A.',
    'Cementownia Chełmska S.A.',
    'Eko-Guma Recykling sp. z o.o.',
    'Piroliza Mazowsze sp. z o.o.'
  ].map((name, i) => ({ id: i + 1, name, active: i < 4 }))
  return { driverAccounts, vehicles, operators }
}
