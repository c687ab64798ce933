/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const aReason = { value: 'Brak dojazdu' }
const anItem = { name: 'Opony osobowe', value: 12.5, nameEn: 'Car tyres' }

export const forms: Forms = {
  'catalogue.addItem for ADMIN': anItem,
  'catalogue.addReason for ADMIN': aReason,
  'catalogue.editItem for ADMIN': anItem,
  'catalogue.editReason for ADMIN': aReason
}
