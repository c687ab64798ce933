/** Screens of the registration, on the portal in the languages with the longest words and in the back office. */
import type { Page, TestServer } from './fixtures/test.ts'
import { admin, press, type Screen, stranger } from './screens.ts'

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
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const companies = '/api/Admin/Companies?limit=1000&IsActive=true'
  const { data } = await server.call<{
    data: { taxNumber: string | null; multiDepartment: boolean; country: number }[]
  }>('office', accessToken, 'GET', companies)
  const number = data.find(one => one.multiDepartment && one.country === 1 && one.taxNumber)?.taxNumber ?? ''
  await withNumber('NIP lub numer VAT', number, 'Dalej', 'Oddział')(page)
}

const refused = async (page: Page): Promise<void> => {
  await withNumber('NIP lub numer VAT', '5252344079', 'Dalej', 'NIP lub numer VAT')(page)
  await page.locator('[data-fault] .parts-fault').waitFor()
}

export const screensOfRegistration: Screen[] = [
  { name: 'register-number', ...stranger('portal'), path, locale: 'et-EE', lead: afresh },
  { name: 'register-number-refused', ...stranger('portal'), path, lead: refused },
  {
    name: 'register-company',
    ...stranger('portal'),
    path,
    lead: withNumber('NIP lub numer VAT', '5252344078', 'Dalej', 'Nazwa')
  },
  {
    name: 'register-company-german',
    ...stranger('portal'),
    path,
    locale: 'de-DE',
    lead: withNumber('Steuernummer', 'DE136695976', 'Weiter', 'E-Mail')
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
      await page.getByRole('dialog').getByLabel('NIP lub numer VAT').waitFor()
    }
  },
  {
    name: 'register-office-company',
    ...admin,
    path: '/clients/unverified',
    lead: async page => {
      await afresh(page)
      await press('Zarejestruj firmę')(page)
      await send('NIP lub numer VAT', '5252344078', 'Dalej', 'REGON')(page)
    }
  }
]
