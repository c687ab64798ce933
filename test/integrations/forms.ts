/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const aWebhook = { url: 'https://example.com/hook', types: ['order.completed', 'order.invoiced'] }

export const forms: Forms = {
  'integrations.addApiKey for ADMIN': {
    name: 'Księgowość',
    scopes: ['orders:read', 'events:read'],
    companyId: 1,
    expiresAt: '2027-12-31',
    networks: '192.0.2.10, 198.51.100.0/24',
    callsPerMinute: 600
  },
  'integrations.addWebhook for ADMIN': { ...aWebhook, companyId: 1 },
  'integrations.editWebhook for ADMIN': aWebhook,
  'integrations.replayWebhook for ADMIN': { since: '2026-06-01' },
  'integrations.makeFile for ADMIN': { dateFrom: '2026-05-01', dateTo: '2026-05-31' },
  'integrations.editMapping for ADMIN': {
    register: 'SPRZEDAŻ',
    categoryVehicle: 'TRANSPORT',
    categoryTonnage: 'OPONY',
    categoryContainer: 'KONTENERY',
    zeroRate: 2,
    paymentDays: 14
  },
  'integrations.makeCalendar for ADMIN': { kind: 2, vehicleId: 1 },
  'integrations.makeCalendar for CLIENT_ADMIN': {},
  'integrations.makeCalendar for CLIENT': {}
}
