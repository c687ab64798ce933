/** The warehouse document of an order: the form of a new one, which begins with what the order knows. */
import { codes } from '../../../src/contract/vocabulary.ts'
import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { documentCreation } from '../../warehouse/resources.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'

const { command, form, types } = documentCreation
const { fields } = form

/** The containers that were taken go from the place to the store. Before they are taken, those that were ordered will. */
export const orderDocumentForm: FormDefinition<typeof form.schema> = {
  ...form,
  load: '/api/Admin/Orders/:id/details',
  initial: { documentType: types.acceptanceReport },
  fields: {
    ...fields,
    documentDate: { ...fields?.documentDate, from: 'receivingDate' },
    orderId: { ...fields?.orderId, from: 'id' },
    CompanyId: { ...fields?.CompanyId, from: 'companyId' },
    containersNumber: { ...fields?.containersNumber, from: 'quantityTaken', proposes: { from: 'quantity' } }
  }
}

/** Containers alone are on documents. */
export const ofContainers = { type: [OrderType.container] } as const

export const addDocument = defineLink(orders, {
  name: 'orders.addDocument',
  selection: 'one',
  access: {
    ADMIN: {
      when: { currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'invoiced']) },
      shown: ofContainers,
      form: orderDocumentForm
    }
  },
  ui: { icon: 'file' },
  creates: command
})

/** The same in the list of the order's documents, where no document is selected. */
export const addDocumentHere = defineLink(orders, {
  name: 'orders.addDocumentHere',
  selection: 'none',
  access: { ADMIN: { form: orderDocumentForm } },
  ui: { icon: 'plus', tone: 'info' },
  creates: command
})
