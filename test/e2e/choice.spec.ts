/** A searched choice: what it begins with, how it is searched by the keyboard, and what the browser remembers of it. */
import { choiceOf, choose } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, test } from './fixtures/test.ts'

const opened = async (page: Page) => {
  await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
  const form = page.getByRole('dialog', { name: 'Złóż zamówienie' })
  const [place, item] = [form.getByRole('combobox', { name: 'Punkt odbioru' }), form.getByLabel('Co odbieramy?')]
  await expect(item).toBeVisible()
  await settled(page)
  return { form, place, item, chosen: () => item.locator('option:checked').innerText() }
}
const remembered = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    ['receptionPlaceId', 'orderTypeItemId'].map(key => localStorage.getItem(`opony.remembered.${key}`))
  )

test('the first order proposes place and item 1, later ones those of the last order', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('portal', 'client@example.com')
  const path = '/api/Admin/Companies/1/reception-places?placeId=1'
  const { data } = await server.call<{ data: { street: string }[] }>('portal', accessToken, 'GET', path)
  const page = await aWindow({ area: 'portal', as: 'client@example.com' })
  const first = await opened(page)
  await expect(first.place).toHaveValue(new RegExp(data[0]?.street ?? 'no street'))
  const items = await server.call<{ data: { id: number; name: string }[] }>(
    'portal',
    accessToken,
    'GET',
    '/api/Admin/OrderTypeItems?receptionPlaceId=1'
  )
  expect(await first.chosen()).toBe(items.data.find(({ id }) => id === 1)?.name)

  const choice = await choiceOf(server, 'container')
  await choose(first.form, 'Punkt odbioru', choice.place)
  await first.form.getByText('Kontener', { exact: true }).click()
  await first.item.selectOption(choice.item)
  const name = await first.chosen()
  await first.form.getByRole('button', { name: 'Złóż zamówienie' }).click()
  await expect(first.form).toBeHidden()
  expect(await remembered(page)).toEqual([String(choice.placeId), String(choice.itemId)])
  const again = await opened(page)
  await expect(again.place).toHaveValue(choice.place)
  expect(await again.chosen()).toBe(name)
})

test('the default place is chosen where place 1 is not among the choices', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', as: 'client@example.com', path: '/client/orders' })
  await page.route('**/reception-places?*placeId=1*', route => route.fulfill({ json: { data: [], total: 0 } }))
  const answered = page.waitForResponse(answer => answer.url().includes('placeId=1'))
  const { place, item } = await opened(page)
  await answered
  await expect(place).toHaveValue(/, /)
  await expect(item).toBeEnabled()
})

test('a person finds one of many places by the keyboard alone', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', as: 'client@example.com', path: '/client/orders' })
  const places = Array.from({ length: 45 }, (_, at) => {
    return { id: at + 1, city: 'Łódź', street: `Zielona ${at + 1}`, postalCode: '90-001', isActive: at !== 7 }
  })
  const asked: string[] = []
  await page.route('**/reception-places?*', route => {
    const query = new URL(route.request().url()).searchParams
    asked.push(query.get('allFields') ?? '')
    const one = Number(query.get('placeId'))
    const term = (query.get('allFields') ?? '').toLowerCase()
    const found = places.filter(({ id, street }) => (one ? id === one : street.toLowerCase().includes(term)))
    return route.fulfill({ json: { data: found.slice(0, 20), total: found.length } })
  })
  await page.route('**/api/Admin/OrderTypeItems?*', route => route.fulfill({ json: { data: [], total: 0 } }))
  const { form, place } = await opened(page)
  await expect(place).toHaveValue('Łódź, Zielona 1, 90-001')
  await place.click()
  const list = form.getByRole('listbox', { name: 'Punkt odbioru' })
  await expect(list.getByRole('option')).toHaveCount(20)
  await expect(form.getByText('20 z 45. Wpisz więcej, aby zawęzić.')).toBeVisible()
  await expect(list.getByRole('option', { name: /Zielona 8.*\(Nieaktywny\)/ })).toBeDisabled()

  await page.keyboard.type('zielona 4')
  await expect(list.getByRole('option')).toHaveCount(7)
  expect(asked.filter(Boolean)).toEqual(['zielona 4'])
  await page.keyboard.press('ArrowDown')
  await expect(place).toHaveAttribute('aria-activedescendant', /option-1$/)
  await page.keyboard.press('Enter')
  await expect(place).toHaveValue('Łódź, Zielona 40, 90-001')
  await expect(list).toBeHidden()

  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(form).toBeVisible()

  // emptied, it stays empty
  await place.fill('')
  await place.press('Tab')
  await settled(page)
  await expect(place).toHaveValue('')
})
