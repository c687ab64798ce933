/** A vehicle as the server rates it for the selected orders and the day. Weights are in tonnes. */
export interface Vehicle {
  readonly id: number
  readonly brand: string
  readonly model: string
  readonly registerNumber: string
  readonly driver: string
  /** Whether it can carry every item of the selected orders. */
  readonly matched: boolean
  /** The items of the selected orders that it does not carry. */
  readonly missing: readonly string[]
  readonly capacity: number
  /** The chosen day; without it the fullest of those that the orders are planned for. */
  readonly day: string | null
  readonly days: number
  /** What the selected orders weigh on the day. */
  readonly load: number
  /** What is planned for the day already, and still to be done. */
  readonly stops: number
  readonly plannedLoad: number
  /** Metres from the selected orders to the nearest of that day's stops. */
  readonly nearest: number | null
  /** Plates of other vehicles that its driver drives that day. */
  readonly driverElsewhere: readonly string[]
  readonly driverAway: boolean
  readonly outOfService: boolean
  /** Why it is the one that the server would take. */
  readonly proposed: 'passesBy' | 'room' | null
}

export const vehicleTitle = ({ registerNumber, brand, model, driver }: Vehicle): string =>
  `${registerNumber}, ${brand} ${model}, ${driver}`

type Loads = Pick<Vehicle, 'load' | 'plannedLoad' | 'capacity'>

/** Tonnes of floats are compared in kilograms. */
const kilograms = (tonnes: number): number => Math.round(tonnes * 1000)

/** Whether the plan of the day and the orders together are more than the vehicle carries. */
export const isOver = ({ load, plannedLoad, capacity }: Loads): boolean =>
  kilograms(load + plannedLoad) > kilograms(capacity)

/** Plan and orders in percent of the bar: of the capacity, or of both together where that is more. */
export function sharesOf({ load, plannedLoad, capacity }: Loads): {
  readonly planned: number
  readonly chosen: number
} {
  const whole = Math.max(capacity, load + plannedLoad)
  const share = (tonnes: number): number => (whole > 0 ? Math.round((100 * tonnes) / whole) : 0)
  return { planned: share(plannedLoad), chosen: share(load) }
}

/** The form field's value, if it is a whole day and not one still being typed. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined

/** Whether the vehicle and its driver have nothing to do that day, and are there. */
export const isFree = ({
  stops,
  outOfService,
  driverAway,
  driverElsewhere
}: Pick<Vehicle, 'stops' | 'outOfService' | 'driverAway' | 'driverElsewhere'>): boolean =>
  stops === 0 && !outOfService && !driverAway && driverElsewhere.length === 0
