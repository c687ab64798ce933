/** What a client's panel shows of its orders, and the order that a person places there. */
import type { FormDefinition } from '../../src/kernel/commands/form.ts'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { resourceTab } from '../../src/kernel/pages/tabs.ts'
import { clientPanelTabs } from '../companies/public.ts'
import { companyResources } from '../companies/resources.ts'
import { place, StaffForm } from './commands/place.ts'
import { orders } from './resource.ts'

/** The form of a new order, for the client whose panel it is. */
const ClientsForm: FormDefinition<typeof StaffForm.schema> = {
  ...StaffForm,
  fields: { ...StaffForm.fields, companyId: { ...StaffForm.fields?.companyId, from: 'id' } }
}

const placeForClient = defineLink(companyResources.clients, {
  name: 'orders.placeForClient',
  selection: 'one',
  access: { ADMIN: { when: { active: [true] }, form: ClientsForm } },
  ui: { icon: 'plus', tone: 'info' },
  creates: place
})

const tab = resourceTab('orders', orders, {
  parent: 'CompanyId',
  columns: ['number', 'currentStatus', { key: 'receptionPlace', grow: 2 }, 'orderTypeItemName', 'quantity', 'createdAt']
})

export const clientOrders = clientPanelTabs.fill({ tabs: [tab], commands: { details: [placeForClient] } })
