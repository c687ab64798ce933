/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const aScale = { name: 'Waga wozowa', storeId: 1 }
const aTicket = {
  storeId: 1,
  vehicleId: 2,
  at: '2026-06-01',
  grossReadingId: 3,
  gross: 13_240,
  tareReadingId: 4,
  tare: 8_020,
  orders: [
    { orderId: 5, mass: 3_000 },
    { orderId: 6, mass: 2_000 }
  ],
  restReason: 'Opony z placu',
  note: 'Kierowca był w kabinie'
}

export const forms: Forms = {
  'weights.addScale for ADMIN': aScale,
  'weights.editScale for ADMIN': aScale,
  'weights.addTicket for ADMIN': aTicket,
  'weights.correctTicket for ADMIN': aTicket,
  'weights.reportReadings for ADMIN': {
    readings: [
      { key: '00000000-0000-4000-8000-000000000001', weight: 12_340, at: '2026-06-01T10:00:00Z', raw: 'S S 12340 kg' }
    ]
  },
  'weights.withdrawTicket for ADMIN': { reason: 'Zważono nie ten pojazd' }
}
