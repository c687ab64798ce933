/** The extension points of companies, which higher modules fill, and the refusals of vetoes. */
import type { Static } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { type Database, raw } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot, defineVeto } from '../../src/kernel/extension-points.ts'
import { definePanelPoint } from '../../src/kernel/pages/panel-point.ts'
import { throwCompanyError } from './errors.ts'
import type { SpecialPriceOfCompany } from './schema.ts'

/** An order type of a place. */
export interface TypeOfPlace {
  readonly placeId: number
  readonly orderTypeId: number
}

/** The first few orders, oldest first, and how many there are. */
export interface OpenOrders {
  readonly first: readonly (TypeOfPlace & { readonly number: string })[]
  readonly total: number
}

/**
 * Finds the open orders (new, accepted, in progress) of these types at these places. The orders module fills it. The places are locked,
 * and so are their companies.
 */
export const openOrders = defineSlot<(trx: Knex.Transaction, of: readonly TypeOfPlace[]) => Promise<OpenOrders>>(
  'companies.openOrders',
  async () => ({ first: [], total: 0 })
)

/** The special prices of a company that apply today or later. The pricing module fills this slot. */
export const companySpecialPrices = defineSlot<
  (database: Database, companyId: number) => Promise<readonly Static<typeof SpecialPriceOfCompany>[]>
>('companies.specialPrices', async () => [])

/**
 * An SQL expression over the alias `p` of a place: its distances to the internal stores as JSON, `[{ name, distance in metres }]`, the
 * nearest first. The warehouse module fills it.
 */
export const placeDistances = defineField('companies.placeDistances', raw(`'[]'::json`))

/** Higher modules add their reasons against deleting a company here. */
export const beforeCompanyRemoval = defineVeto('companies.companyRemoval')

/** The panel of a client: its tabs in the order of the specification, those of higher modules included. */
export const clientPanelTabs = definePanelPoint(
  'companies.clientPanel',
  ['details', 'orders', 'places', 'users', 'departments', 'files', 'prices', 'history'],
  { commandsAfter: 'companies.editCompany' }
)

/** The panel of a reception place, for staff. */
export const placePanelTabs = definePanelPoint('companies.placePanel', ['details', 'history'], {
  commandsAfter: 'companies.editPlace'
})

/** Refuses the deletion of a company that has orders (409). */
export const throwCompanyHasOrders = (): never => throwCompanyError('hasOrders')

/** Higher modules add their reasons against deleting a reception place here, other than foreign keys (`mapConstraints`). */
export const beforePlaceRemoval = defineVeto('companies.placeRemoval')

/** Refuses the deletion of a reception place at which a container stands (409). */
export const throwPlaceHasContainers = (): never => throwCompanyError('placeHasContainers')
