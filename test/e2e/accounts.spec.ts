/** Who may enter where, and how one comes in again. */
import { look } from './fixtures/look.ts'
import { choose, command, row } from './fixtures/orders.ts'
import { aNewAdministrator, ownPassword, tokenIn } from './fixtures/staff.ts'
import { expect, type Page, password, phone, signInOn, type TestServer, test } from './fixtures/test.ts'

/** The browser itself notes each call that was refused. */
const refused = [/^error: Failed to load resource: the server responded with a status of 40[013] /]

const path = (page: Page) => () => new URL(page.url()).pathname

/** The e-mail of a client's administrator at work whom no other test signs in as: the password changes for good. */
async function someClient(server: TestServer): Promise<string> {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const read = async <T>(url: string): Promise<readonly T[]> =>
    (await server.call<{ data: readonly T[] }>('office', accessToken, 'GET', `${url}limit=1000`)).data
  const active = await read<{ id: number }>('/api/Admin/Companies?Verified=true&IsActive=true&')
  const users = await read<{ email: string; companyId: number; state: number; isClientAdmin: boolean }>(
    '/api/Admin/Users?'
  )
  const found = users.find(
    ({ email, companyId, state, isClientAdmin }) =>
      state === 0 &&
      isClientAdmin &&
      !/@(other\.)?example\.com$/.test(email) &&
      active.some(({ id }) => id === companyId)
  )
  if (!found) throw new Error('The demo has no such client')
  return found.email
}

for (const { who, area, lands } of [
  { who: 'admin@example.com', area: 'office', lands: '/' },
  { who: 'technician@example.com', area: 'office', lands: '/store/service' },
  { who: 'driver@example.com', area: 'office', lands: '/driver/app' },
  { who: 'driver@example.com', area: 'portal', lands: '/driver/app' },
  { who: 'client.admin@example.com', area: 'portal', lands: '/client/dashboard' },
  { who: 'client@example.com', area: 'portal', lands: '/client/dashboard' }
] as const) {
  test(`${who} signs in on the ${area} and comes to ${lands}`, async ({ aWindow }) => {
    const page = await aWindow({ area })
    await expect.poll(path(page)).toBe('/authorization')
    await signInOn(page, who)
    await expect.poll(path(page)).toBe(lands)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('a page that the role may not open redirects to another', async ({ aWindow }) => {
  for (const { area, as, asked, lands } of [
    { area: 'office', as: 'technician@example.com', asked: '/orders/new', lands: '/store/service' },
    { area: 'office', as: 'driver@example.com', asked: '/store/map', lands: '/driver/app' },
    { area: 'office', as: 'admin@example.com', asked: '/client/orders', lands: '/' },
    { area: 'portal', as: 'client@example.com', asked: '/orders/new', lands: '/client/orders' },
    { area: 'portal', as: 'client@example.com', asked: '/client/users', lands: '/client/dashboard' }
  ] as const) {
    const page = await aWindow({ area, as, path: asked })
    await expect.poll(path(page), `${as} at ${asked}`).toBe(lands)
    await page.close()
  }
})

test.describe('with calls that are refused', () => {
  test.use({ expected: refused })

  test('the sign-in shows one message for the wrong host, a wrong password and an unknown account', async ({
    aWindow
  }) => {
    const attempts = [
      { area: 'office', email: 'client@example.com', secret: password },
      { area: 'office', email: 'admin@example.com', secret: 'not the password' },
      { area: 'office', email: 'nobody@example.com', secret: password },
      { area: 'portal', email: 'admin@example.com', secret: password }
    ] as const
    for (const { area, email, secret } of attempts) {
      const page = await aWindow({ area })
      await signInOn(page, email, secret)
      await expect(page.getByRole('alert')).toHaveText('Nieprawidłowy adres e-mail lub hasło.')
      await expect.poll(path(page)).toBe('/authorization')
      await page.close()
    }
  })

  test('a person whose session has ended signs in again in place, and the half-filled form is sent', async ({
    aWindow,
    server
  }) => {
    const email = 'client.admin@example.com'
    const page = await aWindow({ area: 'portal', locale: 'en-GB' })
    await signInOn(page, email)
    await page.getByRole('button', { name: 'Place an order' }).click()
    const form = page.getByRole('dialog', { name: 'Place an order' })
    await choose(form, 'Collection site')
    await form.getByLabel('What should we collect?').selectOption({ index: 1 })
    await form.getByLabel('Additional information').fill('Ring twice')

    await server.signOutEverywhere('portal', email)
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(again).toBeVisible()
    await expect(again.getByLabel('Email')).toHaveValue(email)
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toBeHidden()

    await expect(form.getByLabel('Additional information')).toHaveValue('Ring twice')
    await form.getByRole('button', { name: 'Place an order' }).click()
    await expect(page.getByText(/^Order Z\/.* has been placed$/)).toBeVisible()
  })

  test('the link of an e-mail sets a new password, and the old password is refused', async ({
    aWindow,
    server,
    pictures
  }) => {
    const email = await someClient(server)
    const page = await aWindow({ area: 'portal', locale: 'en-GB' })
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    const { text } = await server.mailbox.to(email)
    const link = text.match(/http\S+/)?.[0] ?? ''
    expect(link).toContain(`${server.portal}/setnewPassword#token=`)
    // no server is sent the token in an address; of a letter of an earlier version it is moved from there at once
    const token = tokenIn(text)
    const addresses: string[] = []
    page.on('request', request => addresses.push(request.url()))
    await page.goto(link)
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    expect(addresses.filter(url => url.includes(token))).toEqual([])
    await page.goto(`${server.portal}/price-list`)
    await page.goto(link.replace('#', '?'))
    await expect(page).toHaveURL(link)
    const fresh = 'Chair under the window 27'
    await expect(page.getByText('8 to 50 characters')).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('Tyres-2027!')
    await page.getByLabel('Repeat the password').fill('Tyres-2027!')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Three or four random words are better.')).toBeVisible()
    await look(page, 'new-password-common', pictures)
    await page.getByLabel('New password', { exact: true }).fill(fresh)
    await page.getByLabel('Repeat the password').fill('something else')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('The passwords don’t match')).toBeVisible()
    await page.getByLabel('Repeat the password').fill(fresh)
    await page.getByRole('button', { name: 'Set password' }).click()
    // who has set the password is signed in
    await expect.poll(path(page)).toBe('/client/dashboard')
    await expect(page.getByText('Your password has been reset')).toBeVisible()

    const later = await aWindow({ area: 'portal', locale: 'en-GB' })
    await signInOn(later, email)
    await expect(later.getByRole('alert')).toHaveText('Wrong email address or password.')
    await signInOn(later, email, fresh)
    await expect.poll(path(later)).toBe('/client/dashboard')
  })
})

/** Asks for an account of the staff, as the page of the back office does it. */
async function requestAccount(page: Page, email: string, lastName: string, pictures?: string): Promise<void> {
  await page.getByRole('button', { name: 'Poproś o konto' }).click()
  await page.getByLabel('Imię').fill('Nowa')
  await page.getByLabel('Nazwisko').fill(lastName)
  await page.getByLabel('Adres e-mail').fill(email)
  await page.getByLabel('Telefon').fill('600700800')
  await expect(page.getByLabel('Hasło', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(page.getByRole('heading', { name: 'Zgłoszenie przyjęte' })).toBeVisible()
  if (pictures) await look(page, 'sign-up-sent', pictures)
  await page.getByRole('button', { name: 'Wróć do logowania' }).click()
}

test('an administrator confirms or rejects a person who signs up; a confirmed person signs in by the link of the e-mail', async ({
  aWindow,
  server,
  pictures
}) => {
  const page = await aWindow({ area: 'office' })
  const [email, unwanted] = ['nowa.osoba@opony.example.com', 'niechciana@opony.example.com']
  await requestAccount(page, unwanted, 'Niechciana', pictures)
  await requestAccount(page, email, 'Osoba')

  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/config/notConfirmedUsers' })
  await row(office, unwanted).click()
  await look(office, 'sign-up-chosen', pictures)
  await command(office, 'Odrzuć')
  const question = office.getByRole('dialog', { name: 'Odrzuć' })
  await look(office, 'sign-up-reject', pictures)
  await question.getByRole('button', { name: 'Odrzuć' }).click()
  await expect(row(office, unwanted)).toHaveCount(0)
  await row(office, email).click()
  await command(office, 'Zatwierdź')
  await office.getByRole('menuitem', { name: 'Zatwierdź jako Serwisant' }).click()
  const form = office.getByRole('dialog', { name: 'Użytkownik' })
  await look(office, 'sign-up-confirm', pictures)
  await form.getByRole('button', { name: 'Zatwierdź' }).click()
  await expect(row(office, email)).toHaveCount(0)

  await page.goto(/http\S+setnewPassword\S+/.exec((await server.mailbox.to(email)).text)?.[0] ?? '')
  await page.getByLabel('Nowe hasło', { exact: true }).fill(ownPassword)
  await page.getByLabel('Powtórz hasło').fill(ownPassword)
  await page.getByRole('button', { name: 'Ustaw hasło' }).click()
  await expect.poll(path(page)).toBe('/store/service')
})

test('/inactive tells an account with incomplete data to wait, and a deactivated one that it is deactivated', async ({
  aWindow,
  server,
  pictures
}) => {
  const { id, email, asAdmin } = await aNewAdministrator(server)
  const page = await aWindow({ area: 'office' })
  await signInOn(page, email, ownPassword)
  await expect.poll(path(page)).toBe('/inactive')
  await expect(page.getByText(email)).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/authorization`)
  await expect.poll(path(page)).toBe('/inactive')
  await expect(page.getByRole('button', { name: 'Uzupełnij dane' })).toBeVisible()
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await expect.poll(path(page)).toBe('/authorization')
  await server.call('office', asAdmin, 'PUT', `/api/Admin/Users/admins/${id}/deactivate`)
  const later = await aWindow({ area: 'office' })
  await signInOn(later, email, ownPassword)
  await expect(later.getByRole('heading', { name: 'Konto jest nieaktywne' })).toBeVisible()
  await expect(later.getByRole('button', { name: 'Uzupełnij dane' })).toHaveCount(0)
  await look(later, 'inactive-deactivated', pictures)
})

test('a flag changes the language at once, and the browser remembers it', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal' })
  const html = page.locator('html')
  for (const [flag, language, title] of [
    ['Deutsch', 'de', 'Anmeldung'],
    ['Čeština', 'cs', 'Přihlášení'],
    ['Eesti', 'et', 'Sisselogimine'],
    ['Slovenčina', 'sk', 'Prihlásenie'],
    ['Polski', 'pl', 'Logowanie'],
    ['English', 'en', 'Sign in']
  ] as const) {
    await page.getByRole('button', { name: flag }).click()
    await expect(html).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await signInOn(page, 'client@example.com')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('the account’s popup signs the person out', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal' })
  await signInOn(page, 'client@example.com')
  await expect.poll(path(page)).toBe('/client/dashboard')
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await expect.poll(path(page)).toBe('/authorization')
})

test('a client who stays signed in comes back without the password, until signing out', async ({ aWindow, server }) => {
  const page = await aWindow({ area: 'portal', locale: 'en-GB' })
  await page.getByRole('checkbox', { name: 'Stay signed in on this device' }).check()
  await signInOn(page, 'client@example.com')
  await expect.poll(path(page)).toBe('/client/dashboard')

  // another tab of the browser has no session of its own
  const tab = await page.context().newPage()
  await tab.goto(`${server.portal}/client/orders`)
  await expect(tab.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await tab.getByRole('button', { name: 'My account' }).click()
  await tab.getByRole('button', { name: 'Account settings' }).click()
  const settings = tab.getByRole('dialog', { name: 'Account settings' })
  await expect(settings.getByRole('listitem').filter({ hasText: 'signed in until' })).toContainText('This device')
  await settings.getByRole('button', { name: 'Close' }).click()

  const context = page.context()
  // what it would be asking for in this moment would be refused, and the browser would write an error
  await page.close()
  await tab.getByRole('button', { name: 'My account' }).click()
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(path(tab)).toBe('/authorization')
  const later = await context.newPage()
  await later.goto(`${server.portal}/client/orders`)
  await expect(later.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('the sign-in on a phone says what is ordered here, as the side of a wide window does', async ({ aWindow }) => {
  const narrow = await aWindow({ area: 'portal', size: phone, path: '/authorization' })
  await expect(narrow.getByRole('main').getByText('Zamów odbiór zużytych opon w minutę.')).toBeVisible()
  const wide = await aWindow({ area: 'portal', path: '/authorization' })
  await expect(wide.getByText('Zamów odbiór zużytych opon w minutę.').first()).toBeVisible()
  await expect(wide.getByRole('main').getByText('Zamów odbiór zużytych opon w minutę.')).toBeHidden()
})
