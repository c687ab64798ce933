/** Who may enter where, and how one comes in again. */
import { choose } from './fixtures/orders.ts'
import { expect, type Page, password, signInOn, type TestServer, test } from './fixtures/test.ts'

/** The browser itself notes each call that was refused. */
const refused = [/^error: Failed to load resource: the server responded with a status of 40[13] /]

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
  { who: 'technician@example.com', area: 'office', lands: '/store/containers' },
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

test('nobody stays where their role has nothing to see', async ({ aWindow }) => {
  for (const { area, as, asked, lands } of [
    { area: 'office', as: 'technician@example.com', asked: '/orders/new', lands: '/store/containers' },
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

  test('the wrong host, the wrong password and an unknown account say one sentence', async ({ aWindow }) => {
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

  test('a session that ends is taken up again in place, and the half-filled form is sent', async ({
    aWindow,
    server
  }) => {
    const email = 'client.admin@example.com'
    const page = await aWindow({ area: 'portal', locale: 'en-GB' })
    await signInOn(page, email)
    await page.getByRole('button', { name: 'Place an order' }).click()
    const form = page.getByRole('dialog', { name: 'Place an order' })
    await choose(form, 'Collection site')
    await form.getByLabel('Item').selectOption({ index: 1 })
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

  test('a forgotten password is set anew by the letter, and the old one is worth nothing', async ({
    aWindow,
    server
  }) => {
    const email = await someClient(server)
    const page = await aWindow({ area: 'portal', locale: 'en-GB' })
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    const { text } = await server.mailbox.to(email)
    const link = text.match(/http\S+/)?.[0] ?? ''
    expect(link).toContain(`${server.portal}/setnewPassword?token=`)
    await page.goto(link)
    const fresh = 'Wymiana opon 2027'
    await page.getByLabel('New password', { exact: true }).fill(fresh)
    await page.getByLabel('Repeat the password').fill('something else')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('The passwords don’t match')).toBeVisible()
    await page.getByLabel('Repeat the password').fill(fresh)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password has been reset' })).toBeVisible()

    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInOn(page, email)
    await expect(page.getByRole('alert')).toHaveText('Wrong email address or password.')
    await signInOn(page, email, fresh)
    await expect.poll(path(page)).toBe('/client/dashboard')
  })
})

test('whoever signs up waits on /inactive until an administrator confirms', async ({ aWindow }) => {
  const page = await aWindow({ area: 'office' })
  const email = 'nowa.osoba@opony.example.com'
  const secret = 'Wymiana opon 2027'
  await page.getByRole('button', { name: 'Załóż konto pracownika' }).click()
  await page.getByLabel('Imię').fill('Nowa')
  await page.getByLabel('Nazwisko').fill('Osoba')
  await page.getByLabel('Adres e-mail').fill(email)
  await page.getByLabel('Telefon').fill('600700800')
  await page.getByLabel('Hasło', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Załóż konto' }).click()
  await expect(page.getByRole('heading', { name: 'Zgłoszenie przyjęte' })).toBeVisible()
  await page.getByRole('button', { name: 'Wróć do logowania' }).click()
  await signInOn(page, email, secret)
  await expect.poll(path(page)).toBe('/inactive')
  await expect(page.getByText(email)).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/authorization`)
  await expect.poll(path(page)).toBe('/inactive')
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await expect.poll(path(page)).toBe('/authorization')
})

test('a flag changes the language at once, and the choice is kept', async ({ aWindow }) => {
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

test('the popup of one’s account signs out', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal' })
  await signInOn(page, 'client@example.com')
  await expect.poll(path(page)).toBe('/client/dashboard')
  await page.getByRole('button', { name: 'Moje konto' }).click()
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await expect.poll(path(page)).toBe('/authorization')
})
