/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'waste.match for ADMIN': { orderId: 1 },
  'waste.confirmReceipt for ADMIN': { mass: 2.4812, remarks: 'Opony mokre' },
  'waste.draftCard for ADMIN': { orderId: 1, mass: 2.5, plannedTime: '09:30' },
  'waste.draftCard for CLIENT_ADMIN': { orderId: 1, mass: 2.5, plannedTime: '09:30' },
  'waste.giveKeys for CLIENT_ADMIN': { clientId: '0d0c0a4e-5d3b-4b8e-9a54-0e2f6f1b7c01', clientSecret: 'klucz' },
  'waste.sendSheet for ADMIN': { plannedTime: '09:30' },
  'waste.reject for ADMIN': { reason: 'Inny odpad' }
}
