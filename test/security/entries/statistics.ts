import { admin, type Entry, read } from '../fixtures/entry.ts'

export const statisticsEntries: Readonly<Record<string, Entry>> = {
  'GET /api/Dashboard/orders/statistics': read(admin, '/api/Dashboard/orders/statistics')
}
