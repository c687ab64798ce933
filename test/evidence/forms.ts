/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const factor = {
  ...{ name: 'Granulat', basis: 2, process: 'R3', value: 700.5, source: 'Własne LCA', year: 2025 },
  ...{ firstDay: '2026-01-01', lastDay: '2026-12-31' }
}

export const forms: Forms = {
  'evidence.issue for ADMIN': { companyId: 1, placeId: 2, firstDay: '2026-05-01', lastDay: '2026-05-31' },
  'evidence.addFactor for ADMIN': factor,
  'evidence.editFactor for ADMIN': factor,
  'evidence.withdraw for ADMIN': { reason: 'Wystawiono dla innego klienta' }
}
