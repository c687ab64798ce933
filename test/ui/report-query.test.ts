/** A report's form as the query of its call, and a saved query as the form's values. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { formValues, queryText, reportQuery } from '../../ui/pages/reports/reportQuery.ts'

const field = (name: string) => ({ name, label: name })
const form: FormMetadata = {
  name: 'reports.orders',
  schema: {
    type: 'object',
    properties: {
      DateFrom: { type: 'string', format: 'day' },
      Company: { type: 'integer' },
      columns: { type: 'array', items: { type: 'string', enum: ['number', 'client', 'tonnage'] } }
    }
  },
  fields: ['DateFrom', 'Company', 'groupBy', 'thenBy', 'orderBy', 'isDesc', 'columns'].map(field),
  derive: [],
  initial: { orderBy: 'number' }
}
const values = {
  DateFrom: '2026-11-01',
  Company: 7,
  groupBy: 'client',
  orderBy: 'tonnage',
  isDesc: true,
  columns: ['client', 'tonnage']
}

describe('the form of a report', () => {
  it('is the query of its call', () => {
    expect(queryText(reportQuery(form, values))).toBe(
      '%40DateFrom=2026-11-01&%40Company=7&ExcludedColumns=number&OrderBy=tonnage&IsDesc=true&GroupBy=client&ReportOutput=2&Format=1'
    )
  })

  it('comes back from a saved query as it was', () => {
    expect(formValues(form, queryText(reportQuery(form, values)))).toEqual(values)
  })

  it('leaves out what is blank, and takes no column that there is not', () => {
    const text = queryText(reportQuery(form, { ...values, Company: undefined, groupBy: undefined }))
    expect(formValues(form, `${text}&ExcludedColumns=gone`)).toEqual({
      DateFrom: '2026-11-01',
      orderBy: 'tonnage',
      isDesc: true,
      columns: ['client', 'tonnage']
    })
  })
})
