/** “Download as Excel” has the columns that the person sees: in their order, and without those that are hidden. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListLayout } from '../../src/contract/layout.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { shownColumns } from '../../ui/parts/list/columns/layout.ts'
import { sheetColumns } from '../../ui/parts/list/columns/sheetColumns.ts'
import { listOfView } from '../../ui/parts/list/listUrl.ts'
import { address } from '../../ui/urlQuery.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { cellsOf, partsOf } from '../helper/xlsx.ts'

let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN', { host: officeHost })
})
afterAll(() => test.close())

/** The headers of the file that the browser asks for. */
async function headersOf(page: string, layout: ListLayout, view?: string): Promise<(string | undefined)[]> {
  const plain = (await staff.get(`/api/ui/pages/${page}`)).body.data.list as ListMetadata
  const list = listOfView(
    plain,
    plain.views.find(({ name }) => name === view)
  )
  const url = address(plain.sheet ?? '', { Columns: sheetColumns(list, plain, shownColumns(list.columns, layout)) })
  const headers = { host: officeHost, authorization: `Bearer ${staff.token}` }
  const { statusCode, rawPayload } = await test.app.inject({ url, headers })
  expect([url, statusCode]).toEqual([url, 200])
  return cellsOf(partsOf(rawPayload))[0]?.map(cell => cell?.value) ?? []
}

describe('the spreadsheet of a list that a person has arranged', () => {
  it('has the columns in their order, without hidden ones', async () => {
    const layout = {
      order: ['createdAt', 'company', 'receptionPlace', 'number', 'orderTypeItemName'],
      hidden: ['contactPhone', 'netValue', 'quantity', 'type', 'wishedDate', 'wishedPart']
    }
    expect(await headersOf('orders.new', layout)).toEqual(['Utworzono', 'Klient', 'Punkt odbioru', 'Numer', 'Pozycja'])
  })

  it('has a single column, where no more are shown', async () => {
    const hidden = [
      'company',
      'receptionPlace',
      'type',
      'orderTypeItemName',
      'quantity',
      'netValue',
      'contactPhone',
      'wishedDate',
      'wishedPart',
      'createdAt'
    ]
    expect(await headersOf('orders.new', { hidden })).toEqual(['Numer'])
  })

  it('begins with the headings of a view', async () => {
    const headers = await headersOf('orders.inProgress', { hidden: ['operator'] }, 'day')
    expect(headers.slice(0, 3)).toEqual(['Termin odbioru', 'Pojazd', 'Numer'])
    expect(headers).not.toContain('Operator')
    expect(new Set(headers).size).toBe(headers.length)
  })

  it('of a page that stands under headings itself has these once', async () => {
    const headers = await headersOf('catalogue.orderTypes', {})
    expect(new Set(headers).size).toBe(headers.length)
  })
})
