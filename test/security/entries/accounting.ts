import { admin, type Entry, everyone, withBody } from '../fixtures/entry.ts'

const completed = 3
const order = (id: number | string) => `/api/Admin/Orders/${id}`

export const accountingEntries: Readonly<Record<string, Entry>> = {
  'PUT /api/Admin/Orders/:id/sync': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${order(await world.order(completed))}/sync` }),
    another: world => [{ method: 'PUT', url: `${order(world.other.orderId)}/sync` }],
    ...withBody('PUT', id => `${order(id)}/sync`)
  },
  'PUT /api/Admin/Orders/:id/set-optima-number': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${order(await world.order(completed))}/set-optima-number`,
      body: { optimaNumber: 'FZ/1/2026' }
    }),
    another: world => [
      { method: 'PUT', url: `${order(world.other.orderId)}/set-optima-number`, body: { optimaNumber: 'FZ/1/2026' } }
    ],
    ...withBody('PUT', id => `${order(id)}/set-optima-number`, { optimaNumber: 'FZ/1/2026' })
  },
  // Who calls here is known by the signature and nothing else: test/orders/accounting-invoices.test.ts.
  'POST /api/Accounting/invoices': {
    may: everyone,
    status: 401,
    own: () => ({
      method: 'POST',
      url: '/api/Accounting/invoices',
      body: { eventId: 'event-1', orderNumber: 'CANARY-ORDER-1', invoiceNumber: 'FS/1/2026' }
    })
  }
}
