/** The list of reports; and the form of a report: its fields, and the values that it begins with. */
import { beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../../modules/reports/catalogue/index.ts'
import { ReportName } from '../../modules/reports/schema.ts'
import type { FieldMetadata } from '../../src/contract/form.ts'
import { faultsOf } from '../../ui/parts/form/formValues.ts'
import { usualPeriods } from '../../ui/parts/form/periods.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { path } from './fixtures/reports.ts'

let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  test.clock.now = new Date('2026-11-20T12:00:00Z')
  staff = await test.signedInAs('ADMIN', { host: 'admin.localhost:3000' })
})

describe('the list of reports', () => {
  it('has every report with its name and description, in the reader’s language', async () => {
    const { body } = await staff.get(path)
    expect(body.total).toBe(reports.length)
    expect(body.data[0]).toMatchObject({ id: 1, name: 'Zamówienia' })
    expect(body.data.every((row: { description: string }) => row.description.includes(' '))).toBe(true)
  })

  it('is for administrators', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN')
    for (const url of [path, `${path}/1/info`, `${path}/1`, `${path}/1/preview`, `${path}/1/form`])
      expect((await client.get(url)).status).toBe(403)
  })

  it('uses every type of parameter that the specification numbers', async () => {
    const infos = await Promise.all(reports.map(({ name }) => staff.get(`${path}/${ReportName[name]}/info`)))
    const types = infos.flatMap(({ body }) => body.data.reportParameters.map(({ type }: { type: number }) => type))
    expect([...new Set(types)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9])
  })

  it('says of a report its columns and its parameters', async () => {
    const { body } = await staff.get(`${path}/2/info`)
    expect(body.data).toMatchObject({ id: 2, name: 'Tonaż według klientów' })
    expect(body.data.reportColumns).toContainEqual({ name: 'client', translation: 'Klient', canBeGrouped: true })
    expect(body.data.reportColumns).toContainEqual({ name: 'tax_number', translation: 'NIP', canBeGrouped: false })
    expect(body.data.reportParameters).toContainEqual({ name: 'DateFrom', label: 'Od', type: 2, isRequired: true })
    expect(body.data.reportParameters).toContainEqual({
      name: 'Company',
      label: 'Klient',
      type: 3,
      isRequired: false
    })
  })
})

describe('the form', () => {
  it('says what it means to choose none: any of them, and no groups; what must be chosen says to choose', async () => {
    const { body } = await staff.get(`${path}/${ReportName.driversAndVehicles}/form`)
    const blanks = body.data.fields.map(({ name, blank }: { name: string; blank?: string }) => [name, blank])
    expect(Object.fromEntries(blanks)).toEqual({
      ...{ DateFrom: undefined, DateTo: undefined, orderBy: undefined, isDesc: undefined, columns: undefined },
      ...{ Driver: 'reports.parameter.any', Vehicle: 'reports.parameter.any' },
      ...{ groupBy: 'reports.form.ungrouped', thenBy: 'reports.form.ungrouped' }
    })
  })

  it('begins with ten days that end today, the report’s order and all columns', async () => {
    const { body } = await staff.get(`${path}/1/form`)
    expect(body.data.initial).toMatchObject({
      DateFrom: '2026-11-10',
      DateTo: '2026-11-20',
      orderBy: 'number',
      isDesc: true
    })
    expect(body.data.initial.columns).toHaveLength(30)
  })

  it('offers the usual periods where it asks for one, the order report included', async () => {
    const periodsOf = async (id: number) => {
      const { body } = await staff.get(`${path}/${id}/form`)
      return body.data.fields.flatMap(({ name, periodTo }: FieldMetadata) => (periodTo ? [[name, periodTo]] : []))
    }
    expect(await periodsOf(ReportName.operators)).toEqual([['DateFrom', 'DateTo']])
    expect(await periodsOf(ReportName.orderReport)).toEqual([['createdFrom', 'createdTo']])
    expect(await periodsOf(ReportName.containerStock)).toEqual([])
  })

  it('knows whole months and years, of 29 days and across a year', () => {
    const days = (today: string) => usualPeriods(today).map(({ from, to }) => `${from} ${to}`)
    expect(days('2024-03-31')).toEqual([
      '2024-03-01 2024-03-31',
      '2024-02-01 2024-02-29',
      '2024-01-01 2024-12-31',
      '2023-01-01 2023-12-31'
    ])
    expect(days('2027-01-01').slice(0, 2)).toEqual(['2027-01-01 2027-01-31', '2026-12-01 2026-12-31'])
  })

  it('ends with today what goes on, where no later day may be chosen', () => {
    expect(usualPeriods('2024-03-15', true).map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2024-03-01 2024-03-15',
      '2024-02-01 2024-02-29',
      '2024-01-01 2024-03-15',
      '2023-01-01 2023-12-31'
    ])
  })

  it('offers the years from 2022 to this one', async () => {
    const { body } = await staff.get(`${path}/5/form`)
    expect(body.data.schema.properties.Year.enum).toEqual([2026, 2025, 2024, 2023, 2022])
    expect(body.data.initial.Year).toBe(2026)
  })

  it('of the order report is that of the list of orders, with its fields, sentences and call', async () => {
    const { body } = await staff.get(`${path}/${ReportName.orderReport}/form`)
    const { data: linked } = await staff.get('/api/ui/pages/orders.all').then(({ body }) => body)
    const { form } = linked.list.commands.find(({ name }: { name: string }) => name === 'orders.report')
    expect(body.call).toBe('/api/Admin/Orders/report')
    expect(body.data.schema).toEqual(form.schema)
    expect(body.data.fields).toEqual(form.fields)
    const names = ['createdFrom', 'createdTo', 'currentStatus', 'orderBy', 'desc', 'lang']
    expect(body.data.fields.map(({ name }: { name: string }) => name)).toEqual(names)
    const { data: defaults } = (await staff.get('/api/Admin/Orders/report/defaults')).body
    expect(body.data.initial).toEqual(defaults)
    const missing = faultsOf(body.data, {}).map(({ path: field, message }) => [field, message])
    // what is not ticked is no
    const needed = names.filter(name => name !== 'desc')
    expect(missing).toEqual(needed.map(name => [name, 'orders.report.missing']))
  })

  it('of orders has the status', async () => {
    const { body } = await staff.get(`${path}/${ReportName.orders}/form`)
    expect(body.data.fields).toContainEqual(expect.objectContaining({ name: 'Status', blank: 'reports.parameter.any' }))
  })

  it('has numbers from 0', async () => {
    const { body } = await staff.get(`${path}/2/form`)
    expect(body.data.schema.properties.MinimumTonnage).toMatchObject({ type: 'integer', minimum: 0 })
  })
})
