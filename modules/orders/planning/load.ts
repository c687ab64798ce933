/** What orders weigh on a vehicle, pure. */
import { OrderType } from '../../catalogue/schema.ts'

export interface Cargo {
  readonly orderTypeId: number
  readonly quantity: number
  /** The item's capacity in tonnes. */
  readonly value: number
}

/** By the tonne the quantity is the load; a vehicle or a container is counted full. */
const hundredths = ({ orderTypeId, quantity, value }: Cargo): number =>
  Math.round((orderTypeId === OrderType.tonnage ? quantity : quantity * value) * 100)

/** Tonnes of all of it, to two digits after the comma. */
export const loadOf = (cargo: readonly Cargo[]): number => cargo.reduce((sum, one) => sum + hundredths(one), 0) / 100
