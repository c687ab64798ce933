/** Clients' users in the browser: let in from the bell's list, managed in the client's panel, and the own profile. */
import { alert, command, press, row } from './fixtures/orders.ts'
import { password } from './fixtures/server.ts'
import { expect, type TestServer, test } from './fixtures/test.ts'

const office = { area: 'office', as: 'admin@example.com' } as const
/** What the bell counts of users to verify. */
async function waitingUsers(server: TestServer): Promise<number> {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  type Counts = { data: { notificationType: number; count: number }[] }
  const { data } = await server.call<Counts>('office', accessToken, 'GET', '/api/Notifications')
  return data.find(({ notificationType }) => notificationType === 3)?.count ?? 0
}

test('staff activate a waiting person from the list; the row turns green, and the bell counts one less', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ ...office, path: '/users/inactive' })
  const waiting = row(page, 'Czeka na aktywację')
  await expect(waiting.first()).toBeVisible()
  const before = await waitingUsers(server)
  const email = (await waiting.first().getByRole('gridcell').filter({ hasText: '@' }).innerText()).trim()
  await row(page, email).click()
  await command(page, 'Aktywuj')
  await expect(alert(page, 'Aktywowano użytkownika')).toBeVisible()
  await expect(row(page, email)).toHaveAttribute('data-tone', 'success')
  await expect(row(page, email)).toContainText('Aktywny')
  await expect.poll(() => waitingUsers(server)).toBe(before - 1)
})

test('a person changes the own profile from the popup, and the popup shows the new name', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office', as: 'technician@example.com', path: '/store/containers' })
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Profil', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Profil' })
  await form.getByLabel('Telefon').fill('12')
  await form.getByRole('button', { name: 'Zapisz' }).click()
  await expect(form.getByText('Numer telefonu ma dokładnie 9 cyfr.').first()).toBeVisible()
  await form.getByLabel('Telefon').fill('600700801')
  await form.getByRole('textbox', { name: 'Hasło' }).fill(password)
  await form.getByLabel('Imię').fill('Zenobia')
  await form.getByRole('button', { name: 'Zapisz' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await expect(page.getByText(/^Zenobia /)).toBeVisible()
})

test('staff invite a person in the client’s panel, and resend and delete the invitation there', async ({ aWindow }) => {
  const page = await aWindow({ ...office, path: '/clients/active' })
  await page.getByRole('row').nth(1).dblclick()
  await page.getByRole('tab', { name: 'Użytkownicy' }).click()
  const tab = page.getByRole('tabpanel', { name: 'Użytkownicy' })
  await press(tab.getByRole('toolbar'), 'Zaproś użytkownika')
  const form = page.getByRole('dialog', { name: 'Zaproś użytkownika' })
  await form.getByLabel('Imię').fill('Bożena')
  await form.getByLabel('Nazwisko').fill('Zapraszana')
  await form.getByLabel('Adres e-mail').fill('bozena.zapraszana@example.com')
  await form.getByRole('button', { name: 'Zaproś użytkownika' }).click()
  await expect(alert(page, 'Wysłano zaproszenie: bozena.zapraszana@example.com')).toBeVisible()
  const invited = tab.getByRole('row').filter({ hasText: 'Bożena Zapraszana' })
  await expect(invited).toContainText('Zaproszenie wysłane')
  await invited.click()
  const bar = tab.getByRole('toolbar')
  await expect(bar.getByRole('button', { name: 'Aktywuj' })).toBeHidden()
  await press(bar, 'Wyślij zaproszenie ponownie')
  await expect(alert(page, 'Ponownie wysłano zaproszenie')).toBeVisible()
  await invited.click()
  await press(bar, 'Usuń')
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(invited).toHaveCount(0)
})
