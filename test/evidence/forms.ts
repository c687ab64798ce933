/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

export const forms: Forms = {
  'evidence.issue for ADMIN': { companyId: 1, placeId: 2, firstDay: '2026-05-01', lastDay: '2026-05-31' },
  'evidence.withdraw for ADMIN': { reason: 'Wystawiono dla innego klienta' }
}
