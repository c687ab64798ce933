/** Screens of the registration, on the portal in the languages with the longest words and in the back office. */
import { expect, type Page, rowsOf, type TestServer } from './fixtures/test.ts'
import { admin, press, type Screen, stranger, tab } from './screens.ts'

const path = '/authorization?register=1'

/** A registration that was begun in this window is forgotten. */
async function afresh(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('opony.registration'))
  await page.reload()
}

/** Sends a number, and waits for a field of what follows. */
const send = (label: string, number: string, next: string, then: string) => async (page: Page) => {
  await page.getByLabel(label).fill(number)
  await press(next)(page)
  await page.getByLabel(then).first().waitFor()
}

/** A number that the demo's registers answer for. */
const withNumber =
  (...asked: Parameters<typeof send>) =>
  async (page: Page) => {
    await afresh(page)
    await send(...asked)(page)
  }

/** Sends the number of a company that has several departments. */
export async function withSeveral(page: Page, server: TestServer): Promise<void> {
  await withNumber('NIP', await numberOfSeveral(server), 'Dalej', 'Oddział')(page)
}

async function numberOfSeveral(server: TestServer): Promise<string> {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const companies = '/api/Admin/Companies?limit=1000&IsActive=true'
  const { data } = await server.call<{
    data: { taxNumber: string | null; multiDepartment: boolean; country: number }[]
  }>('office', accessToken, 'GET', companies)
  return data.find(one => one.multiDepartment && one.country === 1 && one.taxNumber)?.taxNumber ?? ''
}

/** The form of a new client's order, with this number. */
async function newClient(page: Page, number = ''): Promise<void> {
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('k')
  await page.getByRole('dialog').getByLabel('NIP').fill(number)
}

const refused = async (page: Page): Promise<void> => {
  await withNumber('NIP', '5252344079', 'Dalej', 'NIP')(page)
  await page.locator('[data-fault] .parts-fault').waitFor()
}

export const screensOfRegistration: Screen[] = [
  { name: 'register-number', ...stranger('portal'), path, locale: 'et-EE', lead: afresh },
  { name: 'register-number-refused', ...stranger('portal'), path, lead: refused },
  {
    name: 'register-company',
    ...stranger('portal'),
    path,
    lead: withNumber('NIP', '5252344078', 'Dalej', 'Nazwa')
  },
  {
    name: 'register-company-german',
    ...stranger('portal'),
    path,
    locale: 'de-DE',
    lead: withNumber('USt-IdNr.', 'DE136695976', 'Weiter', 'E-Mail')
  },
  {
    name: 'register-person',
    ...stranger('portal'),
    path,
    locale: 'et-EE',
    lead: async page => {
      await afresh(page)
      await press('Olen eraisik')(page)
      await page.getByLabel('Eesnimi').waitFor()
    }
  },
  { name: 'register-join', ...stranger('portal'), path, lead: withSeveral },
  {
    name: 'register-office',
    ...admin,
    path: '/clients/unverified',
    lead: async page => {
      await afresh(page)
      await press('Zarejestruj firmę')(page)
      await page.getByRole('dialog').getByLabel('NIP').waitFor()
    }
  },
  {
    name: 'register-office-company',
    ...admin,
    path: '/clients/unverified',
    lead: async page => {
      await afresh(page)
      await press('Zarejestruj firmę')(page)
      await send('NIP', '5252344078', 'Dalej', 'REGON')(page)
    }
  },
  { name: 'new-client-form', ...admin, path: '/orders/new', lead: page => newClient(page) },
  {
    name: 'new-client-found',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await newClient(page, '5252344078')
      await page.getByText('Znaleziono w rejestrze').waitFor()
      await page.getByLabel('Odbiór z innego adresu').check()
      await page.getByLabel('Zaproś do portalu').check()
    }
  },
  {
    name: 'new-client-registered',
    ...admin,
    path: '/orders/new',
    lead: async (page, server) => {
      await newClient(page, await numberOfSeveral(server))
      await page.getByText('ma już ten numer').waitFor()
    }
  },
  {
    name: 'client-not-found',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await press('Złóż zamówienie')(page)
      await page.getByRole('combobox', { name: 'Klient' }).fill('nikogo takiego nie ma')
      await page.getByRole('option', { name: 'Nowy klient i zamówienie' }).waitFor()
    }
  },
  { name: 'client-panel-orders', ...admin, path: '/clients/active', lead: tab('Zamówienia') },
  {
    name: 'client-admit',
    ...admin,
    path: '/clients/unverified',
    lead: async page => {
      await rowsOf(page).first().click()
      await page.getByRole('button', { name: 'Przyjmij klienta' }).click()
      await page.getByRole('menuitem', { name: 'Tonaż' }).click()
      await expect(page.getByRole('dialog', { name: 'Przyjmij klienta' })).toBeVisible()
    }
  }
]
