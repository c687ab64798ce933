/** What is found beyond the list on the screen: on other lists, and anywhere. */

/** A list on which a search finds rows. */
export interface Elsewhere {
  /** Of the page. */
  readonly id: string
  readonly route: string
  /** Message key. */
  readonly title: string
  readonly total: number
  /** True when counting stopped: there are at least `total`. */
  readonly totalCapped?: true
}

/** A thing that was found by its number, name, plate …, and the list that has it. */
export interface Found {
  /** Its number or name. */
  readonly name: string
  /** What tells it from others of that name: a company, an address. */
  readonly details: readonly string[]
  readonly id: number
  /** Of the resource, as the list's metadata has it. */
  readonly resourceType: string
  readonly route: string
  /** Message key of the list's title. */
  readonly title: string
  readonly icon: string
  /** Whether its list can be searched for the name. */
  readonly searched: boolean
}
