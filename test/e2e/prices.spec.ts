/** Prices as they are kept in the back office, and the public list as strangers read it. */
import { addDays, dayOf, yearAfter } from '../../src/contract/days.ts'
import { command, press } from './fixtures/orders.ts'
import { expect, phone, rowsOf, test } from './fixtures/test.ts'
import { admin, openFirst } from './screens.ts'

const dayText = (day: string): string => day.split('-').reverse().join('.')

test.describe('special prices', () => {
  test.use({ expected: [/status of 422/] })

  test('are set in the panel of a client as rows: 1000 for a year from today; a day that is taken is refused at its row', async ({
    aWindow
  }) => {
    const page = await aWindow({ ...admin, path: '/clients/active' })
    await openFirst(page)
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('heading', { name: 'Ceny specjalne' })).toBeVisible()
    await press(panel.getByRole('toolbar'), 'Ustal ceny specjalne')
    const form = page.getByRole('dialog')
    const add = form.getByRole('button', { name: 'Dodaj cenę specjalną' })
    await add.waitFor()
    const [before, today] = [await form.getByLabel('Cena netto').count(), dayOf(new Date())]
    for (const at of [before, before + 1]) {
      await add.click()
      await expect(form.getByLabel('Cena netto').nth(at)).toHaveValue('1000,00')
      await expect(form.getByLabel('Od dnia').nth(at)).toHaveValue(dayText(today))
      await expect(form.getByLabel('Do dnia').nth(at)).toHaveValue(dayText(yearAfter(today)))
      await form.getByLabel('Pozycja cennika').nth(at).selectOption({ label: 'Kontener 36 m³' })
    }
    const send = form.getByRole('button', { name: 'Ustal ceny specjalne' })
    await send.click()
    await expect(form.getByText('Wybrana data jest już zajęta').first()).toBeVisible()
    await expect(form.getByLabel('Od dnia').nth(before + 1)).toHaveAttribute('aria-invalid', 'true')
    await form
      .getByLabel('Pozycja cennika')
      .nth(before + 1)
      .selectOption({ label: 'Kontener 18 m³' })
    await send.click()
    await expect(form).toBeHidden()
    await expect(panel.getByText('Kontener 36 m³')).toBeVisible()
    await expect(panel.getByText('Kontener 18 m³')).toBeVisible()
    await panel.getByRole('tab', { name: 'Historia' }).click()
    await expect(panel.getByText(/Dodano: Kontener 36 m³ 1000,00 zł/)).toBeVisible()
  })
})

test('a general price has prices by postal digits once that is ticked, and whole złoty only', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/priceList/generalPriceList' })
  await rowsOf(page).filter({ hasText: 'Opony osobowe' }).click()
  const form = await command(page, 'Edytuj')
  await expect(form.getByLabel('Cena netto (zł)')).toHaveValue('450')
  await expect(form.getByLabel('Kody 7')).toBeHidden()
  await form.getByLabel('Według kodu pocztowego').check()
  await form.getByLabel('Kody 7').fill('480,50')
  await form.getByLabel('Kody 8').fill('470')
  const send = form.getByRole('button', { name: 'Zapisz zmiany' })
  await send.click()
  await expect(form.getByText('Wpisz same cyfry.').first()).toBeVisible()
  await expect(form.getByLabel('Kody 7')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Kody 8')).not.toHaveAttribute('aria-invalid')
  await form.getByLabel('Kody 7').fill('480')
  await send.click()
  await expect(page.getByText('Edycja przebiegła pomyślnie')).toBeVisible()
  const row = rowsOf(page).filter({ hasText: 'Opony osobowe' })
  await expect(row).toContainText('480,00 zł')

  // a price from a later day on changes nothing yet, is shown, and can be withdrawn
  const day = dayText(addDays(dayOf(new Date()), 40))
  await row.click()
  const later = await command(page, 'Edytuj')
  await later.getByLabel('Cena netto (zł)').fill('500')
  await later.getByLabel('Ważna od').fill(day)
  await later.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(later).toBeHidden()
  await expect(row.getByText('Zaplanowano zmianę cen')).toBeAttached()
  await row.dblclick()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(`${day}: 500,00 zł`)).toBeVisible()
  await expect(row).toContainText('450,00 zł')
  await press(panel.getByRole('toolbar'), 'Wycofaj planowaną zmianę')
  await page.getByRole('dialog').getByRole('button', { name: 'Wycofaj planowaną zmianę' }).click()
  await expect(page.getByText('Wycofano planowaną zmianę cen')).toBeVisible()
  await expect(row.getByText('Zaplanowano zmianę cen')).toHaveCount(0)
  await panel.getByRole('tab', { name: 'Historia cen' }).click()
  await expect(panel.getByText('Kody 7x-xxx')).toBeVisible()
  await expect(panel.getByText('500,00 zł')).toHaveCount(0)
})

test('a visitor opens the public price list from the sign-in, chooses a language by its flag, and a region', async ({
  aWindow
}) => {
  const page = await aWindow({ area: 'portal', path: '/authorization', locale: 'pl-PL' })
  await page.getByRole('link', { name: 'Cennik' }).click()
  await expect(page.getByRole('heading', { name: 'Cennik', level: 1 })).toBeVisible()
  await expect(page.getByText('Obowiązuje od 01.09.2021')).toBeVisible()
  await expect(page.getByText('800,00 zł netto za tonę (Mg)')).toBeVisible()
  const table = page.getByRole('table', { name: 'Pojazd: cena za odbiór' })
  await expect(table.getByRole('row').filter({ hasText: 'Bus 3,5 t' })).toContainText('2x-xxx')
  const count = await table.getByRole('row').count()
  await page.getByLabel('Region według kodu pocztowego').selectOption({ label: '2x-xxx – Lublin, Kielce' })
  await expect(table.getByRole('row')).toHaveCount(4)
  expect(count).toBeGreaterThan(4)
  await expect(page).toHaveURL(/\/price-list\?region=2$/)
  await expect(page.getByRole('img', { name: /^Mapa Polski/ })).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Preisliste', level: 1 })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Transporter 3,5 t' })).toBeVisible()
})

test('on a phone the public price list has cards', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', path: '/price-list', locale: 'pl-PL', size: phone })
  // not those of all regions at once: the code is asked for first
  await expect(page.getByText('Wpisz kod pocztowy albo wybierz region')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bus 3,5 t', level: 3 })).toHaveCount(0)
  await page.getByLabel('Kod pocztowy miejsca odbioru').fill('22-100')
  await expect(page).toHaveURL(/\/price-list\?region=2$/)
  await expect(page.getByRole('heading', { name: 'Bus 3,5 t', level: 3 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
