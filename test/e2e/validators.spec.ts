/** A walk: the checks are run from the panel, which shows how far they are; a finding is approved, and leads to its thing. */
import { press } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { desk, expect, rowsOf, test } from './fixtures/test.ts'
import { admin } from './screens.ts'

test('a check is run and watched, left and come back to; a finding is approved, and another leads to its container', async ({
  aWindow
}) => {
  const page = await aWindow({ ...admin, size: desk, path: '/validators/ContainersValidation' })
  await expect(rowsOf(page).first()).toBeVisible()

  await page.getByRole('button', { name: 'Uruchom sprawdzanie' }).click()
  const panel = page.getByRole('dialog', { name: 'Uruchom sprawdzanie' })
  const all = panel.getByRole('checkbox', { name: 'Wszystkie' })
  await expect(all).toHaveCount(3)
  for (const box of await all.all()) await box.uncheck()
  await panel.getByRole('button', { name: 'Uruchom sprawdzanie' }).click()
  await expect(panel.getByText('Wypełnij wszystkie pola', { exact: true })).toBeVisible()
  await all.first().check()
  await panel.getByRole('button', { name: 'Uruchom sprawdzanie' }).click()
  const progress = panel.getByRole('group', { name: 'Przebieg' })
  await expect(progress.getByRole('listitem').filter({ hasText: 'Brak odpowiedzi' })).toBeVisible()
  // until its call is answered the form has something unsaved, and asks
  await settled(page)
  await panel.getByRole('button', { name: 'Wróć' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Uruchom sprawdzanie' }).click()
  await expect(progress.getByText(/^Ostatnie sprawdzanie: /)).toBeVisible()
  await expect(progress.getByText(/^nowe: \d+, nieaktualne: \d+$/).first()).toBeVisible()
  await page.keyboard.press('Escape')

  // others are found meanwhile, by the run of the night: one is known by its container and what is wrong with it
  await settled(page)
  const cells = await rowsOf(page).first().getByRole('gridcell').allInnerTexts()
  const one = cells
    .flatMap(text => text.split('\n'))
    .filter(Boolean)
    .reduce((rows, text) => rows.filter({ hasText: text }), rowsOf(page))
  await one.dblclick()
  const finding = page.getByRole('complementary')
  await finding.getByRole('button', { name: 'Zatwierdź' }).click()
  await page.getByRole('dialog').getByLabel('Komentarz').fill('Uzgodnione z klientem')
  await page.getByRole('dialog').getByRole('button', { name: 'Zatwierdź' }).click()
  await expect(page.getByText(/^Zatwierdzono: /)).toBeVisible()
  await expect(one).toHaveCount(0)

  // a finding that leaves the list, the approved one too, hands its selection to the next: the number is read once all stands still
  await settled(page)
  const bar = page.locator('.parts-tools').getByRole('toolbar')
  const chosen = rowsOf(page).and(page.locator('[aria-selected=true]'))
  let number = ''
  await expect(async () => {
    await rowsOf(page).first().click()
    await settled(page)
    await expect(bar.getByRole('button').first()).toBeVisible({ timeout: 2_000 })
    number = (await chosen.getByText(/^K-\d+$/).textContent({ timeout: 2_000 })) ?? ''
  }).toPass()
  await press(bar, 'Przejdź do kontenera')
  await expect(page).toHaveURL(/\/store\/containers\?/)
  await expect(page.getByRole('complementary').getByRole('heading', { name: `Kontener ${number}` })).toBeVisible()
})
