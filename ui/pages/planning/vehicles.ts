/** What the server says of a vehicle for the chosen orders, and of its day. Tonnes. */
export interface Vehicle {
  readonly id: number
  readonly brand: string
  readonly model: string
  readonly registerNumber: string
  readonly driver: string
  /** It carries every item of the chosen orders. */
  readonly matched: boolean
  readonly capacity: number
  readonly load: number
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

/** How full the bar is, in percent; what has no capacity is full at once. */
export const shareOf = ({ load, capacity }: Pick<Vehicle, 'load' | 'capacity'>): number =>
  load <= 0 ? 0 : capacity <= 0 ? 100 : Math.min(100, Math.round((100 * load) / capacity))

/** A day that is typed halfway is none yet. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
