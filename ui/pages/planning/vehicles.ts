/** A vehicle as the server rates it for the selected orders and the day. Weights are in tonnes. */
export interface Vehicle {
  readonly id: number
  readonly brand: string
  readonly model: string
  readonly registerNumber: string
  readonly driver: string
  /** Whether it can carry every item of the selected orders. */
  readonly matched: boolean
  readonly capacity: number
  /** What the selected orders weigh. */
  readonly load: number
  /** What is planned for the day already. */
  readonly stops: number
  readonly plannedLoad: number
}

export interface Stop {
  readonly orderId: number
  readonly number: string
  readonly sequence: number
  readonly company: string
  readonly receptionPlace: string
}

export const nameOf = ({ registerNumber, brand, model }: Vehicle): string => `${registerNumber}, ${brand} ${model}`

/** The load in percent of the capacity, at most 100. Any load fills a vehicle without a capacity. */
export const shareOf = ({ load, capacity }: Pick<Vehicle, 'load' | 'capacity'>): number =>
  load <= 0 ? 0 : capacity <= 0 ? 100 : Math.min(100, Math.round((100 * load) / capacity))

/** The form field's value, if it is a whole day and not one still being typed. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
