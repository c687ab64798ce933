/** Filters by a day, in a browser whose own days are written month first: typed as people write them, or picked from a month, by the keyboard. */
import { settled } from './fixtures/settled.ts'
import { desk, expect, type Page, phone, test } from './fixtures/test.ts'

const smallest = { width: 320, height: 640 }
const filterOf = (page: Page, key: string): string | null => new URL(page.url()).searchParams.get(`f.${key}`)

for (const size of [desk, phone, smallest])
  test(`a range of days is typed and picked without the mouse at ${size.width} px`, async ({ aWindow }) => {
    const page = await aWindow({
      ...{ area: 'office', as: 'admin@example.com', path: '/config/audit', size, locale: 'en-US' }
    })
    const open = page.getByRole('button', { name: /^Filtry/ })
    const filters = page.getByRole('group', { name: 'Filtry', exact: true })
    const [from, to] = [filters.getByLabel('Od', { exact: true }), filters.getByLabel('Do', { exact: true })]
    await open.focus()
    await page.keyboard.press('Enter')
    await expect(from).toBeFocused()
    await expect(from).toHaveAttribute('placeholder', 'DD.MM.RRRR')

    // as people write it, by Enter
    await page.keyboard.type('2.11.26')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('02.11.2026')
    await expect.poll(() => filterOf(page, 'From')).toBe('2026-11-02')

    // from the month of the other end, by the arrows
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(to).toBeFocused()
    await page.keyboard.type('12112026')
    await page.keyboard.press('Tab')
    await expect.poll(() => filterOf(page, 'To')).toBe('2026-11-12')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^czwartek, 12 listopada 2026/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(to).toHaveValue('20.11.2026')
    await expect(to).toBeFocused()
    await expect.poll(() => filterOf(page, 'To')).toBe('2026-11-20')
    // the calendar closes by Escape alone, the filters by the next one
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'listopad 2026' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^piątek, 20 listopada 2026/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(to).toBeFocused()
    await expect(filters).toBeVisible()

    // no day: it is said, the list stays, and nothing typed is lost
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('31.02.2026')
    await page.keyboard.press('Enter')
    await expect(filters.getByRole('alert')).toHaveText('Wpisz istniejącą datę.')
    await expect(to).toHaveValue('31.02.2026')
    await expect(to).toHaveAttribute('aria-invalid', 'true')
    expect(filterOf(page, 'To')).toBe('2026-11-20')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await expect.poll(() => filterOf(page, 'To')).toBe(null)
    await expect(filters.getByRole('alert')).toBeHidden()

    // what is typed when the filters are closed counts
    await page.keyboard.type('21.11')
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await expect(open).toBeFocused()
    await expect.poll(() => filterOf(page, 'To')).toMatch(/^\d{4}-11-21$/)
    await settled(page)
    await expect(page.getByRole('group', { name: 'Włączone filtry' }).getByRole('button')).toHaveCount(3)
  })

test('a click beside the filters applies a typed day, and a typed word is replaced by its day', async ({ aWindow }) => {
  const page = await aWindow({
    ...{ area: 'office', as: 'admin@example.com', path: '/orders/in-progress?f.RealizationDate=today', locale: 'en-US' }
  })
  const open = page.getByRole('button', { name: /^Filtry/ })
  const day = page.getByRole('group', { name: 'Filtry', exact: true }).getByLabel('Termin odbioru')
  await open.click()
  const today = new Intl.DateTimeFormat('de-DE', {
    ...{ timeZone: 'Europe/Warsaw', day: '2-digit', month: '2-digit', year: 'numeric' }
  }).format(new Date())
  await expect(day).toHaveValue(today)
  await day.fill('3.2.2027')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(day).toBeHidden()
  await expect.poll(() => filterOf(page, 'RealizationDate')).toBe('2027-02-03')
  // set from elsewhere while it is open
  await open.click()
  await expect(day).toHaveValue('03.02.2027')
  await page
    .getByRole('group', { name: 'Filtry', exact: true })
    .getByRole('button', { name: 'Wyczyść wszystko' })
    .click()
  await expect(day).toHaveValue('')
})
