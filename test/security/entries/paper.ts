import { absentIds, admin, type Entry, none, read } from '../fixtures/entry.ts'

const orders = '/api/Admin/Orders'
const days = 'createdFrom=2020-01-01&createdTo=2099-12-31'

export const paperEntries: Readonly<Record<string, Entry>> = {
  'GET /api/Admin/Orders/report': read(
    admin,
    `${orders}/report?${days}&currentStatus=0&orderBy=number&desc=false&lang=1`
  ),
  'GET /api/Admin/Orders/report/columns': read(admin, `${orders}/report/columns`),
  'GET /api/Admin/Orders/report/defaults': read(admin, `${orders}/report/defaults`),
  'GET /api/Admin/Orders/print': {
    may: admin,
    own: world => ({ url: `${orders}/print?ids=${world.own.orderId}` }),
    absent: () => [{ url: `${orders}/print?ids=${none}` }, { url: `${orders}/print?ids=1&ids=${absentIds[0]}` }]
  }
}
