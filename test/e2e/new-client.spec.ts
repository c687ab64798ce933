/** The order of a caller who is no client yet: one form from any page, or from the client that is not found. */
import { alert } from './fixtures/orders.ts'
import { expect, test } from './fixtures/test.ts'

test('K opens the form on another page; client, place and order are made by it, and the panels lead to each other', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/reports' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('k')
  const form = page.getByRole('dialog', { name: 'Nowy klient i zamówienie' })
  await form.getByRole('checkbox', { name: 'To osoba prywatna' }).check()
  await expect(form.getByLabel('NIP lub numer VAT')).toHaveCount(0)
  const name = `Ewa Lis ${Date.now()}`
  await form.getByLabel('Imię i nazwisko').fill(name)
  await form.getByLabel('Ulica i numer').fill('Lubelska 7')
  await form.getByLabel('Kod pocztowy').fill('22-100')
  await form.getByLabel('Miejscowość').fill('Chełm')
  await form.getByLabel('Telefon na miejscu odbioru').fill('501502503')
  await expect(form.getByText('netto').first()).toBeVisible()
  await form.getByRole('button', { name: 'Nowy klient i zamówienie' }).click()
  await expect(alert(page, 'Dodano klienta i złożono zamówienie')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: name })
  await row.dblclick()
  await page.getByRole('complementary').getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/clients\/active/)
  const panel = page.getByRole('complementary')
  await panel.getByRole('tab', { name: 'Zamówienia' }).click()
  await expect(panel.getByRole('row').filter({ hasText: 'Lubelska 7' })).toHaveCount(1)
})

test('a client that is not found is offered to be added', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new?do=orders.place' })
  const place = page.getByRole('dialog', { name: 'Złóż zamówienie' })
  await place.getByRole('combobox', { name: 'Klient' }).fill('nikogo takiego nie ma')
  await place.getByRole('option', { name: 'Nowy klient i zamówienie' }).click()
  const form = page.getByRole('dialog', { name: 'Nowy klient i zamówienie' })
  await expect(form.getByText('Po wpisaniu numeru firmę uzupełni rejestr.')).toBeVisible()
})

test('a place that is not found is offered to be added to its client, or the client is another one', async ({
  aWindow,
  server
}) => {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  type Rows = { readonly data: readonly { readonly name: string; readonly companyName: string }[] }
  const all = (path: string) => server.call<Rows>('office', accessToken, 'GET', `${path}IsActive=true&limit=1000`)
  const places = (await all('/api/Admin/reception-places?')).data.map(({ companyName }) => companyName)
  const clients = (await all('/api/Admin/Companies?Verified=true&')).data
  const hasSeveral = (name: string) => places.indexOf(name) !== places.lastIndexOf(name)
  const name = clients.map(client => client.name).find(hasSeveral)

  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new?do=orders.place' })
  const form = page.getByRole('dialog', { name: 'Złóż zamówienie' })
  const box = (label: string) => form.getByRole('combobox', { name: label })
  const optionsOf = (label: string) => form.getByRole('listbox', { name: label }).getByRole('option')
  await box('Klient').fill(name ?? '')
  await optionsOf('Klient').first().click()
  await expect(box('Klient')).toHaveValue(new RegExp(name ?? ''))
  // a client with departments asks for one first; which of the two boxes comes is known once the client's departments are
  const department = box('Oddział')
  await expect(
    department.or(form.getByRole('combobox', { name: 'Punkt odbioru', disabled: false })).first()
  ).toBeVisible()
  if (await department.isVisible()) await department.selectOption({ index: 1 })
  await box('Punkt odbioru').fill('nigdzie takiej ulicy')
  await expect(optionsOf('Punkt odbioru')).toHaveText(['Dodaj punkt odbioru', 'Nowy klient i zamówienie'])
  await optionsOf('Punkt odbioru').first().click()
  // the order that was begun is left only if the person says so
  await page.getByRole('dialog', { name: 'Porzucić zmiany?' }).getByRole('button', { name: 'Porzuć' }).click()
  await expect(page).toHaveURL(/\/clients\/active\?.*tab=places/)
  await expect(page.getByRole('dialog', { name: 'Dodaj punkt odbioru' })).toBeVisible()
})
