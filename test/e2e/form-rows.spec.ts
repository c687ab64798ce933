/** Rows within a form: added, filled in, refused and taken away, on a desk and on a phone; and a box with a mask. */
import { dayOf, yearAfter } from '../../src/contract/days.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { PageMetadata } from '../../src/contract/page.ts'
import { speaker } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, goWithin, type Page, phone, rowsOf, type TestServer, test } from './fixtures/test.ts'
import { admin } from './screens.ts'

test.use({ expected: [/status of 422/] })

const say = speaker('pl')
const edit = say('companies.editCompany.label')
const save = say('companies.editCompany.submit')
const dayText = (day: string): string => day.split('-').reverse().join('.')

/** A form with rows, as one of special prices; its labels are those of other fields. */
const form: FormMetadata = {
  name: 'companies.editCompany',
  schema: {
    type: 'object',
    required: ['postalCode', 'prices'],
    properties: {
      postalCode: { type: 'string', format: 'postalCode', maxLength: 6 },
      prices: {
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          required: ['item', 'value', 'from', 'to'],
          properties: {
            id: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
            item: { type: 'integer' },
            value: { type: 'number', minimum: 0, maximum: 5000, format: 'money' },
            from: { type: 'string', format: 'day' },
            to: { type: 'string', format: 'day' }
          }
        }
      }
    }
  },
  fields: [
    { name: 'postalCode', label: 'companies.department.postalCode', mask: '99-999' },
    {
      name: 'prices',
      label: 'companies.companyPanel.places',
      rows: {
        initial: { value: 1000 },
        fields: [
          { name: 'id', label: 'not.labelled', control: 'hidden' },
          {
            name: 'item',
            label: 'companies.place.orderTypes',
            options: { call: '/api/test/items?client={id}', value: 'id', label: ['name'] }
          },
          { name: 'value', label: 'companies.company.shortName' },
          { name: 'from', label: 'companies.company.regon', initial: 'today' },
          { name: 'to', label: 'companies.company.bdoNumber', initial: 'yearFromToday' }
        ]
      }
    }
  ],
  load: '/api/test/prices/:id',
  derive: [],
  initial: {}
}
const label = {
  mask: say('companies.department.postalCode'),
  item: say('companies.place.orderTypes'),
  value: say('companies.company.shortName'),
  from: say('companies.company.regon'),
  to: say('companies.company.bdoNumber')
}
const held = { id: 7, item: 1, value: 950, from: '2026-01-01', to: '2026-12-31', itemName: 'x', version: 1 }

/** Opens the form for the first client; gives what is sent, and answers with what the server would refuse. */
async function openForm(page: Page, server: TestServer) {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const path = '/api/ui/pages/companies.active'
  const { data } = await server.call<{ data: PageMetadata }>('office', accessToken, 'GET', path)
  if (!('list' in data)) throw new Error('The active clients are no list')
  const commands = data.list.commands.map(one => (one.name === form.name ? { ...one, form } : one))
  await page.route(`**${path}`, route =>
    route.fulfill({ json: { data: { ...data, list: { ...data.list, commands } } } })
  )
  const names = ['Opony osobowe', 'Opony ciężarowe', 'Opony rolnicze']
  const items = names.map((name, at) => ({ id: at + 1, name }))
  await page.route('**/api/test/items?*', route => route.fulfill({ json: { data: items } }))
  await page.route('**/api/test/prices/*', route =>
    route.fulfill({ json: { data: { version: 4, postalCode: '22-100', prices: [held] } } })
  )
  const sent: unknown[] = []
  await page.route('**/api/Admin/Companies/*/update', route => {
    sent.push(route.request().postDataJSON())
    const refused = { PropertyName: 'prices[1].from', ErrorMessage: 'Wybrana data jest już zajęta' }
    const problem = { status: 422, code: 'pricing.taken', title: 'no', detail: 'no', Errors: [refused] }
    return sent.length === 1
      ? route.fulfill({ status: 422, json: problem })
      : route.fulfill({ json: { data: { id: 1, version: 5 } } })
  })
  await goWithin(page, '/clients/active')
  await settled(page)
  return sent
}

test('rows of a form are added, checked one by one, refused at their fields, and removed', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ ...admin, size: desk, path: '/nothing/here' })
  const sent = await openForm(page, server)
  await rowsOf(page).first().click()
  await page.getByRole('button', { name: edit }).click()
  const dialog = page.getByRole('dialog')
  const rowAt = (number: number) => dialog.getByRole('group', { name: `Pozycja ${number}`, exact: true })
  await expect(rowAt(1).getByLabel(label.value)).toHaveValue('950,00')
  await expect(rowAt(1).getByLabel(label.item)).toHaveValue('0')

  // typing fits into the mask, and stays where it is
  const box = dialog.getByLabel(label.mask)
  await box.fill('')
  await box.pressSequentially('20512')
  await expect(box).toHaveValue('20-512')
  await box.press('Home')
  await box.press('Delete')
  await expect(box).toHaveValue('05-12')
  await box.pressSequentially('3')
  await expect(box).toHaveValue('30-512')
  expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1)

  const today = dayOf(new Date())
  const add = dialog.getByRole('button', { name: 'Dodaj pozycję' })
  await add.click()
  await expect(rowAt(2).getByLabel(label.item)).toBeFocused()
  await expect(rowAt(2).getByLabel(label.value)).toHaveValue('1000,00')
  await expect(rowAt(2).getByLabel(label.from)).toHaveValue(dayText(today))
  await expect(rowAt(2).getByLabel(label.to)).toHaveValue(dayText(yearAfter(today)))
  await rowAt(2).getByLabel(label.value).fill('6000')
  await dialog.getByRole('button', { name: save }).click()
  const summary = dialog.getByRole('alert').first()
  await expect(summary.getByRole('link')).toHaveText([`Pozycja 2, ${label.item}`, `Pozycja 2, ${label.value}`])
  await expect(rowAt(2).getByLabel(label.item)).toBeFocused()
  await expect(rowAt(1).locator('.parts-fault')).toHaveCount(0)
  expect(sent).toEqual([])

  await rowAt(2).getByLabel(label.item).selectOption('Opony rolnicze')
  await rowAt(2).getByLabel(label.value).fill('12,5')
  await dialog.getByRole('button', { name: save }).click()
  await expect(rowAt(2).getByText('Wybrana data jest już zajęta')).toBeVisible()
  await expect(rowAt(2).getByLabel(label.from)).toBeFocused()
  const second = { id: null, item: 3, value: 12.5, from: today, to: yearAfter(today) }
  const { itemName: _, version: __, ...first } = held
  expect(sent).toEqual([{ postalCode: '30-512', prices: [first, second] }])

  await add.click()
  // there is room for three
  await expect(add).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Usuń pozycję 1' }).click()
  await expect(rowAt(1).getByLabel(label.value)).toHaveValue('12,50')
  await expect(dialog.getByRole('button', { name: 'Usuń pozycję 1' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Usuń pozycję 2' }).click()
  await dialog.getByRole('button', { name: save }).click()
  await expect(dialog).toHaveCount(0)
  expect(sent.at(-1)).toEqual({ postalCode: '30-512', prices: [second] })
})

test('on a phone the rows of a form are as wide as the form, and a reload keeps them', async ({ aWindow, server }) => {
  const page = await aWindow({ ...admin, size: phone, path: '/nothing/here' })
  const sent = await openForm(page, server)
  await page.locator('.parts-card-tick').first().click()
  await page.getByRole('button', { name: edit }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Dodaj pozycję' }).click()
  const second = dialog.getByRole('group', { name: 'Pozycja 2', exact: true })
  await second.getByLabel(label.item).selectOption('Opony rolnicze')
  const width = async (one: ReturnType<Page['locator']>) => (await one.boundingBox())?.width ?? 0
  expect(await width(second)).toBeGreaterThan(270)
  expect(await dialog.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
  expect((await dialog.getByRole('button', { name: 'Usuń pozycję 2' }).boundingBox())?.height).toBeGreaterThanOrEqual(
    44
  )
  await page.reload()
  await expect(second.getByLabel(label.item)).toHaveValue('2')
  await dialog.getByRole('button', { name: 'Usuń pozycję 2' }).click()
  await dialog.getByRole('button', { name: 'Usuń pozycję 1' }).click()
  await expect(dialog.getByRole('button', { name: 'Dodaj pozycję' })).toBeFocused()
  await expect(dialog.getByText('Brak pozycji')).toBeVisible()
  expect(sent).toEqual([])
})
