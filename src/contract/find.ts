/** Search results from beyond the list on the screen: on other lists, or among all things. */

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

/** A thing found by its number, name, plate …, and the list that shows it. */
export interface Found {
  /** Its number or name. */
  readonly name: string
  /** Further texts that distinguish it from others of the same name: a company, an address. */
  readonly details: readonly string[]
  readonly id: number
  /** Of the resource, as the list's metadata has it. */
  readonly resourceType: string
  readonly route: string
  /** Message key of the list's title. */
  readonly title: string
  readonly icon: string
  /** A tab of its panel that is looked for as often as the thing itself, and the message key of its title. */
  readonly tab?: { readonly name: string; readonly title: string }
  /** Whether its list can be searched for the name. */
  readonly searched: boolean
}
