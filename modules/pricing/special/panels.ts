/** Special prices in the panels of clients and of reception places, and the calls that fill the forms there. */
import { dayOf } from '../../../src/contract/days.ts'
import { listTab } from '../../../src/kernel/pages/tabs.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import type { Resource } from '../../../src/kernel/resources/resource.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { clientPanelTabs, companySpecialPrices, placePanelTabs } from '../../companies/public.ts'
import { companyResources } from '../../companies/resources.ts'
import { type OwnerColumn, presentPrices, setCompanyPrices, setPlacePrices } from './commands.ts'
import { SpecialPriceRows } from './forms.ts'
import { specialPrices } from './resource.ts'

/** The prices that the form edits, which are all except those whose period is over. */
const editable = (owner: Resource, column: OwnerColumn) =>
  defineRoute({
    url: `${owner.path}/:id/special-prices`,
    access: ['ADMIN'],
    summary: `Special prices of a ${owner.title} that apply or will apply, as they are set`,
    answer: ItemResponse(SpecialPriceRows),
    run: async ({ services: { db, now }, caller, id }) => {
      orNotFound((await exists(db, owner, id, caller)) || null)
      const today = dayOf(now())
      const present = (await presentPrices(db, column, id)).filter(({ dateTo }) => dateTo >= today)
      return { data: { specialPrices: present } }
    }
  })

export const specialPriceRoutes = [
  editable(companyResources.clients, 'company_id'),
  editable(companyResources.places, 'reception_place_id')
]

/** The specification puts the table into the basic information. Prices whose period is over are in the detailed list. */
const table = (filter: string) =>
  listTab('specialPrices', {
    title: 'pricing.specialPrice.specialPrices',
    load: `${specialPrices.path}?${filter}=:id&Over=false&OrderBy=orderTypeItemName&limit=200`,
    schema: specialPrices.schema,
    resourceType: specialPrices.type,
    columns: [
      'orderTypeItemName',
      { key: 'state', under: 'orderTypeItemName' },
      'value',
      'dateFrom',
      { key: 'dateTo', under: 'dateFrom' }
    ]
  })

export const panelAdditions = [
  companySpecialPrices.fill((database, id) => presentPrices(database, 'company_id', id)),
  clientPanelTabs.fill({ below: { details: [table('CompanyId')] }, commands: { details: [setCompanyPrices] } }),
  placePanelTabs.fill({ below: { details: [table('ReceptionPlaceId')] }, commands: { details: [setPlacePrices] } })
]
