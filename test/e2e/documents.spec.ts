/** Documents in the browser: added at the side, approved and canceled, and what a refusal leaves. */
import { choose, dismissAlerts } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, rowsOf, type TestServer, test } from './fixtures/test.ts'

const admin = 'admin@example.com'
const opened = async (page: Page) => {
  await page.getByRole('button', { name: 'Dodaj dokument', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj dokument' })
  return { form, send: form.getByRole('button', { name: 'Dodaj dokument' }), type: form.getByLabel('Typ dokumentu') }
}
const row = (page: Page, text: string) => rowsOf(page).filter({ hasText: text })
const chosenRows = (page: Page) => page.locator('[role=row][aria-selected=true]')

/** A document in the buffer; its number. */
async function aDocument(server: TestServer, body: object): Promise<string> {
  const { accessToken } = await server.signIn('office', admin)
  const document = { documentDate: '2030-01-02', ...body }
  type Added = { data: { number: string } }
  return (await server.call<Added>('office', accessToken, 'POST', '/api/Admin/Documents', document)).data.number
}

test('a document is sent once its type is chosen, approved, and canceled by a correction', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office', as: admin, path: '/store/docs' })
  const { form, send, type } = await opened(page)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription('Najpierw wypełnij pole „Typ dokumentu”.')
  await type.selectOption({ label: 'Przyjęcie zewnętrzne (PZ)' })
  await expect(send).toHaveAttribute('aria-disabled', 'false')
  await form.getByLabel('Data dokumentu').fill('03.01.2030')
  await form.getByLabel('Magazyn wewnętrzny').selectOption({ label: 'Magazyn Chełm' })
  await form.getByLabel('Liczba kontenerów').fill('3')
  await form.getByLabel('Numer lub opis').fill('Dostawa na próbę')
  await send.click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Dokument został dodany')).toBeVisible()

  const first = row(page, '03.01.2030')
  await expect(first).toContainText('W buforze')
  await first.click()
  await page.getByRole('button', { name: 'Zatwierdź', exact: true }).click()
  await expect(first).toContainText('Zatwierdzony')
  await expect(chosenRows(page)).toHaveCount(0)
  await first.click()
  await page.getByRole('button', { name: 'Anuluj', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Anuluj', exact: true }).click()
  await expect(first).toContainText('Anulowany')
  await expect(chosenRows(page)).toHaveCount(0)
  await expect(row(page, 'Korekta').first()).toBeVisible()
})

test.describe(() => {
  test.use({ expected: [/status of (409|422)/] })

  test('a document that cannot be approved shows why, reloads the list and clears the selection', async ({
    aWindow,
    server
  }) => {
    const number = await aDocument(server, { documentType: 4, internalStoreId: 2, containersNumber: 5_000 })
    const page = await aWindow({ area: 'office', as: admin, path: '/store/docs' })
    await row(page, number).click()
    const reloaded = page.waitForResponse(answer => answer.url().includes('/api/Admin/Documents?'))
    await page.getByRole('button', { name: 'Zatwierdź', exact: true }).click()
    await expect(
      page.getByText(/Za mało wolnych kontenerów: Magazyn Płock – stan \d+, wolne \d+, potrzebne/)
    ).toBeVisible()
    await reloaded
    await expect(chosenRows(page)).toHaveCount(0)
    await expect(row(page, number)).toContainText('W buforze')
  })

  test('a document that cannot be added shows ‘Błąd’ and closes the panel, which keeps what was typed', async ({
    aWindow
  }) => {
    const page = await aWindow({ area: 'office', as: admin, path: '/store/docs' })
    const detail = 'Tego magazynu nie ma. Wybierz inny.'
    const problem = { type: 'about:blank', title: 'Błąd', status: 422, code: 'warehouse.noStore', detail }
    await page.route('**/api/Admin/Documents', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.continue()
    )
    const { form, send, type } = await opened(page)
    await type.selectOption({ label: 'Inwentaryzacja' })
    await form.getByLabel('Data dokumentu').fill('04.01.2030')
    await form.getByLabel('Numer lub opis').fill('Spis z natury')
    await send.click()
    await expect(page.getByText(`Błąd: ${detail}`)).toBeVisible()
    await expect(form).toBeHidden()
    await dismissAlerts(page)
    const again = await opened(page)
    await expect(again.form.getByLabel('Numer lub opis')).toHaveValue('Spis z natury')
  })
})

test('the form asks for the department only if the client has several, and for a reservation only if the store has one', async ({
  aWindow,
  server
}) => {
  const { accessToken } = await server.signIn('office', admin)
  type Companies = { data: { id: number; name: string; multiDepartment: boolean }[] }
  const path = '/api/Admin/Companies?limit=200&Verified=true&IsActive=true'
  const { data } = await server.call<Companies>('office', accessToken, 'GET', path)
  const page = await aWindow({ area: 'office', as: admin, path: '/store/docs' })
  const { form, type } = await opened(page)
  await type.selectOption({ label: 'Umowa' })
  const department = form.getByLabel('Oddział')
  const place = form.getByRole('combobox', { name: 'Punkt odbioru' })
  for (const several of [true, false]) {
    const company = data.find(({ multiDepartment }) => multiDepartment === several)
    await choose(form, 'Klient', company?.name ?? 'no such company')
    await settled(page)
    await expect(department).toHaveCount(several ? 1 : 0)
    if (several) await expect(place).toBeDisabled()
    else await expect(place).toBeEnabled()
  }
  await type.selectOption({ label: 'MM minus' })
  for (const [store, count] of [
    ['Magazyn Gdańsk', 0],
    ['Magazyn Chełm', 1]
  ] as const) {
    await form.getByLabel('Magazyn wewnętrzny').selectOption({ label: store })
    await settled(page)
    await expect(form.getByLabel('Rezerwacja')).toHaveCount(count)
  }
  await expect(form.getByLabel('Rezerwacja').getByRole('option').last()).toHaveText(/ \(RO\/\d+\/1\), zostało 2$/)
})

test('a document begins from its order, and the order fills in the form of a document', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('office', admin)
  const call = '/api/Admin/Orders?page=1&limit=1&OrderStatus=3&OrderType=3'
  const { data } = await server.call<{ data: { id: number; number: string }[] }>('office', accessToken, 'GET', call)
  const [order] = data
  if (!order) throw new Error('The demo has no completed order for containers')
  const page = await aWindow({
    area: 'office',
    as: admin,
    path: `/orders/completed?row=${order.id}&panel=${order.id}&tab=documents`
  })
  const panel = page.getByRole('complementary', { name: `Zamówienie ${order.number}` })
  await panel.getByRole('button', { name: 'Dodaj dokument' }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj dokument' })
  await expect(form.getByLabel('Liczba kontenerów z punktu do magazynu')).toHaveValue(/\d/)
  await expect(form.getByRole('combobox', { name: 'Zamówienie' })).toHaveValue(
    new RegExp(`^${order.number}, .*\\d{2}\\.\\d{2}\\.\\d{4}$`)
  )
  await expect(form.getByRole('combobox', { name: 'Punkt odbioru' })).toHaveValue(/\S/)
  await form.getByRole('button', { name: 'Dodaj dokument' }).click()
  await expect(form).toBeHidden()
  await expect(panel.getByRole('row').filter({ hasText: 'W buforze' }).first()).toBeVisible()
})
