import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { ClientForm, place } from './place.ts'

const { fields } = ClientForm

/**
 * Starts with place, item, quantity and note of the selected order, which can be changed; the price is that of today, and what was wished
 * was for that time.
 */
const AgainForm: FormDefinition<typeof ClientForm.schema> = {
  ...ClientForm,
  load: '/api/Admin/Orders/:id/details',
  fields: {
    ...fields,
    receptionPlace: { ...fields?.receptionPlace, from: 'receptionPlaceId' },
    netPrice: { ...fields?.netPrice, initial: 'empty' },
    wishedDate: { ...fields?.wishedDate, initial: 'empty' },
    wishedPart: { ...fields?.wishedPart, initial: 'empty' },
    urgent: { ...fields?.urgent, initial: 'empty' },
    vatRate: { control: 'hidden', initial: 'empty' }
  }
}

/** Opens the form of a new order, filled in from an earlier one of any status. */
export const placeAgain = defineLink(orders, {
  name: 'orders.placeAgain',
  selection: 'one',
  access: { CLIENT_ADMIN: { form: AgainForm }, CLIENT: { form: AgainForm } },
  ui: { icon: 'copy', onCard: true },
  creates: place
})
