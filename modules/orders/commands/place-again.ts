import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { ClientForm, place } from './place.ts'

const { fields } = ClientForm

/** Place, item, quantity and note of the chosen order, each to be changed; the price is today's. */
const AgainForm: FormDefinition<typeof ClientForm.schema> = {
  ...ClientForm,
  load: '/api/Admin/Orders/:id/details',
  fields: {
    ...fields,
    receptionPlace: { ...fields?.receptionPlace, from: 'receptionPlaceId' },
    netPrice: { ...fields?.netPrice, initial: 'empty' },
    vatRate: { control: 'hidden', initial: 'empty' }
  }
}

/** The form of a new order, filled in as an earlier one was: whatever became of that. */
export const placeAgain = defineLink(orders, {
  name: 'orders.placeAgain',
  icon: 'replay',
  selection: 'one',
  onCard: true,
  access: { CLIENT_ADMIN: { form: AgainForm }, CLIENT: { form: AgainForm } },
  creates: place
})
