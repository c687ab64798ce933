/** A client's own company in the portal, what the browser's Back means there, and a window zoomed to 400 %. */
import { expect, goWithin, test } from './fixtures/test.ts'
import { client } from './screens.ts'

test('an administrator of a client reads the company’s data, whom to ask, and where its places are', async ({
  aWindow
}) => {
  const page = await aWindow({ ...client, path: '/' })
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Moja firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Moja firma' })
  await expect(dialog.getByText('Numer BDO')).toBeVisible()
  await expect(dialog.getByText('NIP', { exact: true })).toBeVisible()
  await expect(dialog.getByText('zmienia nasze biuro')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Punkty odbioru' })).toHaveAttribute('href', '/client/receptionPlaces')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: '+48 82 600 70 80' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Użytkownicy' }).click()
  await expect(page).toHaveURL(/\/client\/users$/)
  await expect(dialog).toBeHidden()
})

test('a company of several branches reads them, and fetches its contracts', async ({ aWindow }) => {
  const page = await aWindow({ ...client, path: '/' })
  await page.route('**/api/Companies/MyCompany', async route => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const abroad = { country: 4, taxNumber: '100931558' }
    const departments = [{ id: 1, city: 'Lublin', street: 'Zana 11', postalCode: '20-601' }]
    await route.fulfill({ response, json: { data: { ...data, ...abroad, multiDepartment: true, departments } } })
  })
  const file = { fileExists: true, documentDate: '2026-03-02', blobFileName: 'a.pdf' }
  await page.route('**/api/Admin/Documents?*', route =>
    route.fulfill({
      json: {
        data: [
          { ...file, id: 1, description: 'UM/2026/7' },
          { ...file, id: 2, description: 'PP/2026/9', fileExists: false }
        ],
        total: 2
      }
    })
  )
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Moja firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Moja firma' })
  await expect(dialog.getByText('Zana 11, Lublin')).toBeVisible()
  // as people write it, under the name that it has in the company's country
  await expect(dialog.locator('div', { hasText: /^Numer VAT \(KMKR\)EE100931558$/ })).toBeVisible()
  await expect(dialog.getByText('PP/2026/9')).toHaveCount(0)
  const url = new URL('/files/a.pdf', page.url()).href
  await page.route('**/api/Storage/file-url?blobFileName=a.pdf', route => route.fulfill({ json: { data: { url } } }))
  await page.route(url, route =>
    route.fulfill({
      body: '%PDF-1.7',
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="umowa.pdf"' }
    })
  )
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'UM/2026/7' }).click()
  expect((await download).suggestedFilename()).toBe('umowa.pdf')
  await page.unrouteAll({ behavior: 'wait' })
})

test('Back closes an untouched form and stays on the page, and asks about a touched one', async ({ aWindow }) => {
  const page = await aWindow({ ...client, path: '/' })
  await page.getByRole('link', { name: 'Punkty odbioru' }).click()
  const add = page.getByRole('button', { name: 'Dodaj punkt odbioru' })
  const form = page.getByRole('dialog', { name: 'Dodaj punkt odbioru' })
  await add.click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/client\/receptionPlaces$/)

  await add.click()
  // Back in the same moment as the last keystroke, as on a slow phone
  await form.getByLabel('Miejscowość').evaluate((field: HTMLInputElement) => {
    field.focus()
    document.execCommand('insertText', false, 'Chełm')
    history.back()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Wróć do edycji' }).click()
  await expect(form.getByLabel('Miejscowość')).toHaveValue('Chełm')
})

test('Back leads from the second step of the registration to the first', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', path: '/authorization' })
  await page.getByRole('button', { name: 'Załóż konto' }).click()
  await page.getByLabel('NIP', { exact: true }).fill('5252344003')
  await page.getByRole('button', { name: 'Dalej' }).click()
  await expect(page.getByLabel('Imię')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Imię')).toBeHidden()
  await expect(page.getByLabel('NIP', { exact: true })).toHaveValue('5252344003')
})

test('zoomed to 400 % the page has the width, and a form its fields; at 200 % orders are cards', async ({
  aWindow
}) => {
  const size = { width: 320, height: 256 }
  const page = await aWindow({ ...client, path: '/', size })
  const heading = page.getByRole('heading', { level: 1 })
  const order = page.getByRole('button', { name: 'Złóż zamówienie' })
  const [main, title, button] = [page.getByRole('main'), heading, order].map(one => one.boundingBox())
  expect((await main)?.width).toBe(size.width)
  const [above, below] = [await title, await button]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await order.click()
  const end = page.getByRole('dialog').locator('.parts-form-end')
  await expect(end).toHaveCSS('position', 'static')

  await page.setViewportSize({ width: 720, height: 450 })
  await page.keyboard.press('Escape')
  await goWithin(page, '/client/orders')
  await expect(page.locator('.parts-cards')).toBeVisible()
})
