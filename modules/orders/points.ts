/** The extension points of orders, which higher modules fill. */
import type { Database } from '../../src/kernel/database/sql.ts'
import { defineSlot } from '../../src/kernel/extension-points.ts'
import { definePanelPoint } from '../../src/kernel/pages/panel-point.ts'
import type { Services } from '../../src/kernel/services.ts'

/** What the transfer cards say of an order. */
export interface CardOfOrder {
  /** The number of its card; of several cards all numbers, separated by commas. */
  readonly number: string | null
  /** Tonnes that the receiver has confirmed, of all its cards together; null while one of them has none. */
  readonly received: number | null
  /** The same, and of cards that are not received yet what the sender has declared. */
  readonly declared: number | null
}

/** The transfer cards of an order together; undefined: it has none. */
export const cardOfOrder = defineSlot<(database: Database, orderId: number) => Promise<CardOfOrder | undefined>>(
  'orders.cardOfOrder',
  async () => undefined
)

/** Where a driver finds the route on the phone. */
export interface DriverApp {
  /** As messages are stored: without the secret that they are sent with (`messageSecrets` of notifications). */
  readonly masked: string
  /** So many characters longer it may be when it is sent. */
  readonly longer: number
}

/** The address that messages about a driver's orders carry; undefined where no module has one. */
export const driverApp = defineSlot<(services: Services) => DriverApp | undefined>('orders.driverApp', () => undefined)

/** What drivers have told of an order; null: nothing of it. */
export interface ToldOfOrder {
  /** Number of the transfer card. */
  readonly kpo: string | null
  /** As it was weighed on the way. */
  readonly kilograms: number | null
  /** Where the load was brought. */
  readonly storeId: number | null
}

/** What drivers have told of an order; undefined where no module takes it. */
export const toldByDrivers = defineSlot<(database: Database, orderId: number) => Promise<ToldOfOrder | undefined>>(
  'orders.toldByDrivers',
  async () => undefined
)

/** How a collection ended, as the client was told of it. */
export interface CollectionTold {
  /** In the unit of the order. */
  readonly quantity: number | null
  readonly kilograms: number | null
  /** The number of the transfer card that the driver was given at the place. */
  readonly kpo: string | null
  /** `YYYY-MM-DD` */
  readonly day: string
}

/** Of the orders those whose clients know by the driver's report that something was collected; what was reported since is told, too. */
export const collectionsTold = defineSlot<
  (database: Database, orderIds: readonly number[]) => Promise<ReadonlyMap<number, CollectionTold>>
>('orders.collectionsTold', async () => new Map())

/** The panel of an order for staff: its tabs in their order, those of higher modules included. */
export const orderPanelTabs = definePanelPoint('orders.staffPanel', [
  'comments',
  'details',
  'history',
  'additional',
  'sent',
  'documents',
  'weights',
  'cards',
  'drafts',
  'arrival',
  'driver'
])

/** The same for clients. */
export const ownOrderPanelTabs = definePanelPoint('orders.clientPanel', [
  'details',
  'history',
  'comments',
  'cards',
  'driver'
])
