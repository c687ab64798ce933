/** What the driver's app needs of higher modules. */
import { defineSlot } from '../../src/kernel/extension-points.ts'
import type { Services } from '../../src/kernel/services.ts'
import type { StopCard } from './contract.ts'

/** The transfer cards of orders, by order; the module of the waste register fills it. */
export type CardsOfStops = (
  services: Services,
  orderIds: readonly number[]
) => Promise<ReadonlyMap<number, readonly StopCard[]>>

export const cardsOfStops = defineSlot<CardsOfStops>('driver.cardsOfStops', async () => new Map())
