import { Type } from '@sinclair/typebox'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, EnumOf } from '../../../src/kernel/schema.ts'
import { OrderStatus } from '../schema.ts'

/** The languages of the report: three of the six. */
export const ReportLanguage = vocabulary('orders.reportLanguage', {
  polish: { code: 1 },
  english: { code: 2 },
  german: { code: 3 }
})

export const reportPath = '/api/Admin/Orders/report'
const daysBack = 10

/** All fields of the form are required, with the same message. */
const missing = { messages: { required: 'orders.report.missing' } }

/** What the call must be given, in the form and in the query alike. */
export const asked = {
  createdFrom: Type.String({ ...Day, ...missing }),
  createdTo: Type.String({ ...Day, ...missing }),
  currentStatus: Type.Unsafe<number>({ ...EnumOf(OrderStatus), ...missing }),
  orderBy: Type.String({ minLength: 1, maxLength: 60, ...missing }),
  desc: Type.Boolean(missing)
}

const schema = Type.Object({ ...asked, lang: Type.Unsafe<number>({ ...EnumOf(ReportLanguage), ...missing }) })
const fields = {
  createdFrom: { periodTo: 'createdTo' },
  orderBy: { options: { call: `${reportPath}/columns`, value: 'key', label: ['name'] } }
} as const

/** What the form begins with: the last ten days, the newest first. */
export function reportDefaults(now: Date) {
  const today = dayOf(now)
  return {
    createdFrom: addDays(today, -daysBack),
    createdTo: today,
    orderBy: 'createdAt',
    desc: true,
    lang: 1 as const
  }
}

/** The form beside the list of orders, which asks for what it begins with. */
export const ReportForm = defineForm({ schema, fields, load: `${reportPath}/defaults` })

/** The same form as one of the reports. */
export const reportFormOf = (now: Date) =>
  defineForm({ schema, fields, initial: reportDefaults(now), messagePrefix: 'orders.report' })

/** The form and the call of the order report that the specification names. */
export const orderReport = { form: reportFormOf, call: reportPath }
