/**
 * The demo business: the data of a believable tyre-collection company, made from a seed number.
 *
 * `demoBusiness` gives plain arrays and one generator (orders may be a million, and are never all in memory) without a
 * database; `insert.ts` writes them. Codes and rules are the modules' own (`schema.ts`, `rules.ts`). The same seed, size and
 * `now` give the same business on every machine: each kind of data draws from a forked sequence of its own, so that a new
 * kind does not shift the others. Ids count from 1 in the order of the arrays, so that rows can refer to each other before
 * they are inserted.
 */
import type { Clients } from './clients.ts'
import { makeClients } from './clients.ts'
import type { Documents } from './documents.ts'
import { makeDocuments } from './documents.ts'
import type { Fleet } from './fleet.ts'
import { makeFleet } from './fleet.ts'
import type { Order } from './order.ts'
import { makeOrders } from './orders.ts'
import type { Item, Prices } from './prices.ts'
import { defaultItems, makePrices } from './prices.ts'
import { createRandom } from './random.ts'
import type { Account } from './staff.ts'
import { makeStaff } from './staff.ts'
import type { Warehouse } from './warehouse.ts'
import { makeWarehouse } from './warehouse.ts'

export interface Business extends Clients, Fleet, Warehouse, Prices, Documents {
  seed: number
  now: Date
  items: readonly Item[]
  /** Staff first, then drivers, then clients. Ids run through all of them. */
  accounts: Account[]
  orderCount: number
  /** The orders, oldest first; every call starts anew and gives the same ones. */
  orders: () => Generator<Order, void, undefined>
}

export interface Size {
  seed: number
  /** How many orders, 0 or more. Companies, vehicles and the years gone by grow with it, more slowly. */
  orders: number
  /** How many companies, at least the two with the fixed accounts; without it they grow with the orders. */
  companies?: number | undefined
  /** The present instant: all events are before it, planned days may be after it. */
  now: Date
  /** The order type items of the catalogue when it already has some; their ids are kept. */
  items?: readonly Item[]
}

const requireCount = (name: string, count: number): void => {
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`${name} must be a whole number, got ${count}`)
}

/** Makes the business. Throws a RangeError when `orders` or `companies` is not a whole number of 0 or more. */
export function demoBusiness({ seed, orders, companies: wanted, now, items = defaultItems }: Size): Business {
  requireCount('orders', orders)
  requireCount('companies', wanted ?? 0)
  const random = createRandom(seed)
  const growth = Math.max(1, orders / 1500)
  const staff = makeStaff(random.fork('staff'))
  const fleet = makeFleet(random.fork('fleet'), {
    drivers: Math.round(6 * growth ** 0.4),
    firstAccountId: staff.length + 1,
    items
  })
  const clients = makeClients(random.fork('clients'), {
    companies: wanted ?? Math.round(40 * growth ** 0.7),
    firstAccountId: staff.length + fleet.driverAccounts.length + 1,
    now
  })
  const warehouse = makeWarehouse(random.fork('warehouse'), { places: clients.places, now })
  const prices = makePrices(random.fork('prices'), { items, companies: clients.companies, places: clients.places, now })
  const accounts = [...staff, ...fleet.driverAccounts, ...clients.clientAccounts]
  const documents = makeDocuments(random.fork('documents'), { accounts, ...clients, ...warehouse, now })
  return {
    seed,
    now,
    items,
    accounts,
    ...fleet,
    ...clients,
    ...warehouse,
    ...prices,
    ...documents,
    orderCount: orders,
    orders: () =>
      makeOrders(random.fork('orders'), {
        count: orders,
        now,
        items,
        accounts,
        ...clients,
        ...fleet,
        ...warehouse,
        ...prices
      })
  }
}
