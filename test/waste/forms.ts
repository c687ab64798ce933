/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'waste.match for ADMIN': { orderId: 1 },
  'waste.confirmReceipt for ADMIN': { mass: 2.4812, remarks: 'Opony mokre' },
  'waste.reject for ADMIN': { reason: 'Inny odpad' }
}
