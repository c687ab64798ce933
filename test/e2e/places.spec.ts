/** A client's new place, from the portal's form to the staff's verification. */
import { desk, expect, rowsOf, test } from './fixtures/test.ts'

test('a client adds a place, which waits; staff verify it by an order type from the list that the bell opens', async ({
  aWindow
}) => {
  const street = `Testowa ${Date.now() % 100_000}`
  const portal = await aWindow({
    area: 'portal',
    as: 'client.admin@other.example.com',
    path: '/client/receptionPlaces',
    size: desk
  })
  await portal.getByRole('button', { name: 'Dodaj punkt odbioru', exact: true }).click()
  const form = portal.getByRole('dialog', { name: 'Dodaj punkt odbioru' })
  await form.getByLabel('Oddział').selectOption({ index: 1 })
  await form.getByLabel('Miejscowość').fill('Kraków')
  await form.getByLabel('Ulica i numer').fill(street)
  await form.getByLabel('Kod pocztowy').pressSequentially('30001')
  await expect(form.getByLabel('Kod pocztowy')).toHaveValue('30-001')
  await form.getByLabel('Numer BDO').fill('12a')
  await form.getByRole('button', { name: 'Dodaj punkt odbioru' }).click()
  await expect(form.getByLabel('Numer BDO')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Numer BDO').fill('000123456')
  await form.getByRole('button', { name: 'Dodaj punkt odbioru' }).click()
  await expect(portal.getByText('Dodano punkt odbioru')).toBeVisible()
  const row = rowsOf(portal).filter({ hasText: street })
  await expect(row.locator('.badge')).toHaveText('Czeka na weryfikację')

  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/pickuppoints/inactive', size: desk })
  const waiting = rowsOf(office).filter({ hasText: street })
  await waiting.click()
  await office.getByRole('button', { name: 'Zweryfikuj' }).click()
  await office.getByRole('menuitem', { name: 'Kontener' }).click()
  await expect(office.getByText('Zweryfikowano punkt odbioru')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expect(row.locator('.badge')).toHaveText('Aktywny')
})

test('staff set the position of a place: by a click on the map, and by the keyboard at the map’s centre', async ({
  aWindow
}) => {
  const office = await aWindow({
    area: 'office',
    as: 'admin@example.com',
    path: '/clients/receptionPlaces',
    size: desk
  })
  await rowsOf(office).first().click()
  await office.getByRole('button', { name: 'Edytuj' }).first().click()
  const form = office.getByRole('dialog')
  const [latitude, longitude] = [form.getByLabel('Szerokość geograficzna'), form.getByLabel('Długość geograficzna')]
  const degrees = async () => Number((await longitude.inputValue()).replace(',', '.'))
  await form.getByRole('button', { name: 'Wyczyść' }).click()
  await expect(latitude).toHaveValue('')
  await form.getByRole('button', { name: 'Wybierz na mapie' }).click()
  const map = form.getByRole('region', { name: 'Mapa do wyboru położenia' })
  await map.click({ position: { x: 60, y: 60 } })
  await expect(latitude).toHaveValue(/^\d\d,\d+$/)
  const clicked = await degrees()
  await form.getByRole('button', { name: 'Ustaw w środku mapy' }).press('Enter')
  await expect.poll(degrees).toBeGreaterThan(clicked)
  const centre = await degrees()
  await map.focus()
  await map.press('ArrowRight')
  await expect(async () => {
    await form.getByRole('button', { name: 'Ustaw w środku mapy' }).press('Enter')
    expect(await degrees()).toBeGreaterThan(centre)
  }).toPass()
  await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(office.getByText('Zapisano punkt odbioru')).toBeVisible()
})
