/**
 * A walk through the own account's security: the second factor is set up by the text of its secret, asked for at the next sign-in and
 * when the session ends in the middle of work, and a recovery code stands in; another device is signed out from the list.
 */
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { look } from './fixtures/look.ts'
import { aNewAdministrator, ownPassword } from './fixtures/staff.ts'
import { desk, expect, signInOn, test } from './fixtures/test.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

// What is refused on purpose: a code that is wrong or missing, and a session that was ended.
test.use({ expected: [/status of 40[01]/] })

test('a second factor is set up, asked for, and replaced by a recovery code', async ({ aWindow, server, pictures }) => {
  const { id, email, asAdmin } = await aNewAdministrator(server, {
    firstName: 'Ada',
    lastName: 'Kod',
    phone: '501502503'
  })
  const page = await aWindow({ area: 'office', path: '/', size: desk })
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Adres e-mail').fill(email)
    await page.getByLabel('Hasło', { exact: true }).fill(ownPassword)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
  }
  const openSecurity = async () => {
    await page.getByRole('button', { name: 'Moje konto' }).click()
    await page.getByRole('button', { name: 'Ustawienia konta' }).click()
    return page.getByRole('dialog', { name: 'Ustawienia konta' })
  }
  await signIn()
  let dialog = await openSecurity()
  await expect(dialog.getByText('To urządzenie')).toBeVisible()
  await dialog.getByRole('button', { name: 'Włącz weryfikację dwuetapową' }).click()
  await look(page, 'security-password-again', pictures)
  await dialog.getByRole('textbox', { name: /^Hasło/ }).fill('not the password')
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await expect(dialog.getByText('To hasło jest nieprawidłowe.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Hasło/ }).fill(ownPassword)
  await dialog.getByRole('button', { name: 'Dalej' }).click()
  await expect(dialog.getByRole('img', { name: 'Kod QR' })).toBeVisible()
  await look(page, 'security-set-up', pictures)
  const secret = bytesOf((await dialog.locator('code').innerText()).replaceAll(' ', ''))
  const code = (away = 0): string => codeAt(secret, stepAt(new Date()) + away)
  await dialog.getByRole('textbox', { name: 'Kod' }).fill('000000')
  await dialog.getByRole('button', { name: 'Włącz', exact: true }).click()
  await expect(dialog.getByText('Ten kod jest nieprawidłowy').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Kod' }).fill(code(-1))
  await dialog.getByRole('button', { name: 'Włącz', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(11)
  const [recovery = ''] = await dialog.locator('.recovery-codes code').allInnerTexts()
  await look(page, 'security-codes', pictures)
  await dialog.getByRole('button', { name: 'Mam je zapisane' }).click()
  await expect(dialog.getByText('Niewykorzystane kody odzyskiwania: 10.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Wyloguj ze wszystkich urządzeń' }).click()

  await signIn()
  await page.getByRole('textbox', { name: 'Kod' }).fill(code())
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  dialog = await openSecurity()
  await expect(dialog.getByText('To urządzenie')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zamknij' }).click()

  // The session ends elsewhere in the middle of typing: the recovery code stands in, and nothing typed is lost.
  await page.goto(`${server.office}/config/operators`)
  await page.getByRole('button', { name: 'Dodaj operatora' }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj operatora' })
  await form.getByLabel('Nazwa').fill('Recykling w połowie')
  await server.call('office', asAdmin, 'POST', `/api/Admin/Users/${id}/sessions/end`)
  const again = page.getByRole('dialog', { name: 'Sesja wygasła' })
  await again.getByLabel('Hasło', { exact: true }).fill(ownPassword)
  await again.getByRole('button', { name: 'Zaloguj się' }).click()
  await again.getByRole('textbox', { name: 'Kod' }).fill(recovery)
  await again.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(again).toBeHidden()
  await form.getByRole('button', { name: 'Dodaj operatora' }).click()
  await expect(page.getByText('Dodano operatora „Recykling w połowie”')).toBeVisible()
})

test('the own password is changed from the profile, and the phone with it; another device is signed out', async ({
  aWindow,
  server,
  pictures
}) => {
  const { email } = await aNewAdministrator(server, { firstName: 'Ada', lastName: 'Hasło', phone: '501502503' })
  const page = await aWindow({ area: 'office', path: '/' })
  await signInOn(page, email, ownPassword)
  const elsewhere = await aWindow({ area: 'office', path: '/' })
  await signInOn(elsewhere, email, ownPassword)
  await expect(elsewhere.getByRole('button', { name: 'Moje konto' })).toBeVisible()

  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Profil' }).click()
  const profile = page.getByRole('dialog', { name: 'Profil' })
  await profile.getByRole('button', { name: 'Zmień hasło' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ustawienia konta' })
  await expect(dialog.getByText('Od 12 do 128 znaków')).toBeVisible()
  await look(page, 'own-password', pictures)
  await dialog.getByLabel('Obecne hasło').fill(ownPassword)
  await dialog.getByLabel('Nowe hasło').fill('Opony-Kontener-2026')
  await dialog.getByRole('button', { name: 'Zmień hasło' }).click()
  await expect(dialog.getByText('To hasło łatwo odgadnąć').first()).toBeVisible()
  await look(page, 'own-password-common', pictures)
  const fresh = 'Tygrys lampa igła 27'
  await dialog.getByLabel('Nowe hasło').fill(fresh)
  await dialog.getByRole('button', { name: 'Zmień hasło' }).click()
  await expect(page.getByText('Hasło zostało zmienione. Inne urządzenia wylogowano.')).toBeVisible()
  await expect(elsewhere.getByRole('dialog', { name: 'Sesja wygasła' })).toBeVisible()
  expect((await server.mailbox.to(email)).subject).toBe('Opony: zmieniono hasło')
  await dialog.getByRole('button', { name: 'Zamknij' }).click()

  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Profil' }).click()
  await profile.getByLabel('Telefon').fill('600700800')
  await look(page, 'own-phone', pictures)
  await profile.getByRole('textbox', { name: /^Hasło/ }).fill(fresh)
  await profile.getByRole('button', { name: 'Zapisz' }).click()
  await expect(profile).toBeHidden()
})
