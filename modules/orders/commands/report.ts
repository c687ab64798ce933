import { Type } from '@sinclair/typebox'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { Day, EnumOf } from '../../../src/kernel/schema.ts'
import { ReportLanguage } from '../report/schema.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

/** All fields are required, with the same message. */
const missing = { messages: { required: 'orders.report.missing' } }

const ReportForm = defineForm({
  schema: Type.Object({
    createdFrom: Type.String({ ...Day, ...missing }),
    createdTo: Type.String({ ...Day, ...missing }),
    currentStatus: Type.Unsafe<number>({ ...EnumOf(OrderStatus), ...missing }),
    orderBy: Type.String({ minLength: 1, maxLength: 60, ...missing }),
    desc: Type.Boolean(),
    lang: Type.Unsafe<number>({ ...EnumOf(ReportLanguage), ...missing })
  }),
  load: '/api/Admin/Orders/report/defaults',
  fields: { orderBy: { options: { call: '/api/Admin/Orders/report/columns', value: 'key', label: ['name'] } } }
})

/** Downloads the orders of a period as a spreadsheet. */
export const report = defineLink(orders, {
  name: 'orders.report',
  icon: 'file-excel',
  selection: 'none',
  access: { ADMIN: { when: may('report'), form: ReportForm } },
  download: '/api/Admin/Orders/report'
})
