/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const at = '2026-06-01T08:00:00Z'

export const forms: Forms = {
  'driver.sendLink for ADMIN': { driverId: 4, send: true },
  'driver.connectDevice for anyone': { code: '0'.repeat(49), name: 'Samsung A14' },
  'driver.connectOwnDevice for DRIVER': { name: 'Samsung A14' },
  'driver.reportEvents for DRIVER': {
    events: [
      { id: '00000000-0000-4000-8000-000000000001', orderId: 7, type: 'arrived', at, sentAt: at, data: {} },
      {
        id: '00000000-0000-4000-8000-000000000002',
        orderId: 7,
        type: 'loaded',
        at,
        sentAt: at,
        data: { quantity: 2, tyres: { passenger: 30 } }
      }
    ]
  }
}
