/** The dashboard and the reports as a manager goes through them on a Monday, against the real server and its worker. */
import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { cellsOf, partsOf } from '../helper/xlsx.ts'
import { hold } from './fixtures/hold.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, rowsOf, test } from './fixtures/test.ts'

// one call is answered by the test: the service is away
test.use({ expected: [/status of 503/] })

/** Rows of a file that the browser has saved, without the header. */
async function rowsIn(download: Download): Promise<number> {
  return cellsOf(partsOf(readFileSync(await download.path()))).length - 1
}

const saved = async (page: Page, press: () => Promise<void>): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('a manager opens a list by a number of the dashboard, and downloads the list', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com' })
  const chart = page.getByRole('article', { name: 'Zamówienia dzień po dniu' })
  await expect(chart.locator('svg.apexcharts-svg')).toBeVisible()
  await chart.getByText('Tabela').click()
  const yesterday = chart.getByRole('row').last()
  const card = page.locator('.dash-card').filter({ hasText: 'Nowe zamówienia' }).locator('.dash-number')
  await expect(yesterday.getByRole('cell').first()).toHaveText(await card.innerText())
  await expect(chart.getByRole('columnheader', { name: 'Chełm', exact: true })).toBeVisible()

  const silent = page.getByRole('link', { name: /^Brak sygnału/ })
  const count = Number(await silent.locator('.dash-amount').innerText())
  await silent.click()
  await expect(page.getByRole('status').getByText(new RegExp(`^(Znaleziono )?${count} `))).toBeVisible()
  const download = await saved(page, () => page.getByRole('button', { name: 'Pobierz jako Excel' }).click())
  expect(download.suggestedFilename()).toMatch(/^Kontenery .*\.xlsx$/)
  expect(await rowsIn(download)).toBe(count)
})

test('a download closes the panel of its report, and not that of a report that was opened meanwhile', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/report/reportList' })
  const report = (name: string) => rowsOf(page).getByText(name, { exact: true })
  const panel = (name: string) => page.getByRole('complementary', { name })
  const download = page.getByRole('button', { name: 'Pobierz raport' })
  await report('Cennik').dblclick()
  await expect(panel('Cennik')).toBeVisible()
  const list = await hold(page, ({ pathname }) => pathname === '/api/Admin/Reports')
  await saved(page, () => download.click())
  await expect(panel('Cennik')).toBeHidden()
  list()

  await report('Cennik').dblclick()
  const size = await hold(page, ({ pathname }) => /\/Reports\/\d+\/size$/.test(pathname))
  await download.click()
  await report('Klienci i punkty odbioru').click()
  await expect(panel('Klienci i punkty odbioru')).toBeVisible()
  await saved(page, async () => size())
  await settled(page)
  await expect(panel('Klienci i punkty odbioru')).toBeVisible()
})

test('a report is arranged, previewed, saved as a set and downloaded; a large one is announced by a notice once it is ready', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/report/reportList' })
  const panel = page.getByRole('complementary', { name: 'Klienci i punkty odbioru' })
  const openReport = async (): Promise<void> => {
    await rowsOf(page).filter({ hasText: 'Klienci i punkty odbioru' }).dblclick()
    await expect(page.getByLabel('Miejscowość zawiera')).toBeVisible()
  }
  await openReport()
  await page.getByLabel('Miejscowość zawiera').fill('e')
  await page.getByLabel('Grupuj według').selectOption({ label: 'Miejscowość' })
  await page.getByRole('checkbox', { name: 'Telefon' }).uncheck()
  await page.getByRole('button', { name: 'Podgląd' }).click()
  const preview = page.getByRole('dialog', { name: 'Podgląd' })
  await expect(preview.getByRole('columnheader').first()).toHaveText('Miejscowość')
  await expect(preview.getByText(/^Razem: /).first()).toBeVisible()
  await expect(preview.getByRole('columnheader', { name: 'Telefon' })).toBeHidden()
  await preview.getByRole('button', { name: 'Zamknij' }).click()

  await page.getByRole('button', { name: 'Zapisz zestaw' }).click()
  const name = `Miejscowości ${Date.now()}`
  await page.getByRole('dialog').getByLabel('Nazwa').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Zapisz zestaw' }).click()
  await expect(page.getByText('Zapisano zestaw')).toBeVisible()

  const download = await saved(page, () => page.getByRole('button', { name: 'Pobierz raport' }).click())
  await expect(page.getByText('Pomyślnie pobrano raport')).toBeVisible()
  await expect(panel).toBeHidden()
  expect(download.suggestedFilename()).toBe('Klienci i punkty odbioru.xlsx')
  expect(await rowsIn(download)).toBeGreaterThan(2)

  // what the server refuses is said, and the panel closes all the same
  await openReport()
  await page.route('**/api/Admin/Reports/9/size**', route => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Pobierz raport' }).click()
  await expect(page.getByText(/^Błąd podczas pobierania raportu/)).toBeVisible()
  await expect(panel).toBeHidden()
  await page.unroute('**/api/Admin/Reports/9/size**')

  // the form is as it was left; a set fills it in again
  await openReport()
  await expect(page.getByLabel('Miejscowość zawiera')).toHaveValue('e')
  await page.getByLabel('Miejscowość zawiera').fill('')
  await page.getByLabel('Zapisany zestaw').selectOption({ label: name })
  await expect(page.getByLabel('Miejscowość zawiera')).toHaveValue('e')
  await expect(page.getByRole('checkbox', { name: 'Telefon' })).not.toBeChecked()

  // only the demo's size is small: everything after it is the real worker, its notice and its file
  await page.route('**/api/Admin/Reports/9/size**', route =>
    route.fulfill({ json: { data: { rows: 10_000, isLarge: true } } })
  )
  await page.getByRole('button', { name: 'Pobierz raport' }).click()
  await expect(page.getByText(/powstaje w tle/)).toBeVisible()
  await expect(page.getByText(/^Raport jest gotowy: Klienci i punkty odbioru/)).toBeVisible({ timeout: 20_000 })
  await openReport()
  await page.getByRole('tab', { name: 'Pliki' }).click()
  const file = page.getByRole('tabpanel').getByText('Klienci i punkty odbioru.xlsx')
  await file.click()
  const made = await saved(page, () =>
    page.getByRole('tabpanel').getByRole('toolbar').getByRole('button', { name: 'Pobierz' }).click()
  )
  expect(await rowsIn(made)).toBe(await rowsIn(download))
})
