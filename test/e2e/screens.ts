/** Screens of the frame, the accounts, the map and the lists, and how one comes to them. */
import { press as pressIn } from './fixtures/orders.ts'
import type { Area } from './fixtures/server.ts'
import { aNewAdministrator, ownPassword } from './fixtures/staff.ts'
import { expect, type Page, rowsOf, signInOn, type TestServer } from './fixtures/test.ts'

export interface Screen {
  readonly name: string
  readonly area: Area
  readonly as?: string
  readonly path: string
  readonly locale?: string
  /** Does what leads to the screen, and waits until it stands. */
  readonly lead?: (page: Page, server: TestServer) => Promise<void>
  /** Only a desk, or only a phone, shows it. */
  readonly only?: 'desk' | 'phone'
  /** Its window is loaded for it, and again after it. */
  readonly alone?: boolean
  readonly expected?: RegExp
}

export const admin = { area: 'office', as: 'admin@example.com' } as const
export const technician = { area: 'office', as: 'technician@example.com' } as const
export const client = { area: 'portal', as: 'client.admin@example.com' } as const
export const stranger = (area: Area) => ({ area })

/** The first row is opened: by two clicks on a desk, by a tap on a phone's card. */
export async function openFirst(page: Page): Promise<void> {
  const card = page.locator('.parts-card-title').first()
  const row = rowsOf(page).first()
  await card.or(row).first().waitFor()
  if (await card.isVisible()) await card.click()
  else await row.dblclick()
  await page.getByRole('complementary').getByRole('tabpanel').waitFor()
}
export const tab = (name: string) => async (page: Page) => {
  await openFirst(page)
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
export const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click()
/** The code of a form may come later than all answers. */
const pressForForm = (name: string) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog', { name }).waitFor()
}

const priceListStands = async (page: Page) => page.locator('.price-list-foot').waitFor()

export const screens: Screen[] = [
  { name: 'authorization-office', ...stranger('office'), path: '/authorization' },
  { name: 'authorization-portal', ...stranger('portal'), path: '/authorization', locale: 'de-DE' },
  { name: 'price-list', ...stranger('portal'), path: '/price-list', lead: priceListStands },
  { name: 'price-list-estonian', ...stranger('portal'), path: '/price-list', locale: 'et-EE', lead: priceListStands },
  { name: 'price-list-region', ...stranger('office'), path: '/price-list?region=2', lead: priceListStands },
  { name: 'forgot', ...stranger('portal'), path: '/authorization', lead: press('Nie pamiętasz hasła?') },
  { name: 'sign-up', ...stranger('office'), path: '/authorization', lead: press('Poproś o konto') },
  {
    name: 'external-code',
    ...stranger('office'),
    path: '/authorization',
    alone: true,
    lead: async (page, server) => {
      // as after an identity provider that has asked for one factor, of an account that has a second one
      const answer = { json: { data: { ticket: 'of a test' } } }
      await page.route('**/api/Authorization/external/complete', route => route.fulfill(answer))
      await page.goto(`${server.office}/authorization?code=a&state=b`)
      await expect(page.getByLabel('Kod')).toBeVisible()
    }
  },
  { name: 'set-new-password', ...stranger('portal'), path: '/setnewPassword#token=a-token' },
  { name: 'set-new-password-without-token', ...stranger('portal'), path: '/setnewPassword' },
  { name: 'unavailable', ...stranger('office'), path: '/unavailable' },
  { name: 'driver', area: 'office', as: 'driver@example.com', path: '/driver/app' },
  { name: 'no-such-page', ...admin, path: '/nothing/here', alone: true },
  {
    name: 'menu-open',
    ...admin,
    path: '/orders/new',
    only: 'phone',
    lead: press('Otwórz menu')
  },
  { name: 'dashboard', ...admin, path: '/', lead: page => page.locator('.dash-types').waitFor() },
  {
    name: 'bell-open',
    ...admin,
    path: '/',
    lead: async page => {
      await page.getByRole('button', { name: /^Powiadomienia: [1-9]/ }).click()
      await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible()
    }
  },
  { name: 'client-panel-places', ...admin, path: '/clients/active', lead: tab('Punkty odbioru') },
  { name: 'client-panel-files', ...admin, path: '/clients/active', lead: tab('Pliki') },
  { name: 'account-menu', ...admin, path: '/orders/new', lead: press('Moje konto') },
  {
    name: 'account-settings-client',
    ...client,
    // the address in letters
    path: '/client/dashboard?settings=notifications',
    lead: async page => {
      await expect(page.getByRole('checkbox', { name: 'Termin odbioru ustalony lub zmieniony, SMS' })).toBeVisible()
      await expect(page).toHaveURL(/\/client\/dashboard$/)
    }
  },
  {
    name: 'special-price-form',
    ...admin,
    path: '/clients/active',
    lead: async page => {
      await openFirst(page)
      await pressIn(page.getByRole('complementary').getByRole('toolbar'), 'Ustal ceny specjalne')
      await page.getByRole('dialog').getByRole('button', { name: 'Dodaj cenę specjalną' }).click()
      await expect(page.getByRole('dialog').getByLabel('Do dnia').last()).toBeVisible()
    }
  },
  {
    name: 'price-form',
    ...admin,
    path: '/priceList/generalPriceList',
    lead: async page => {
      await openFirst(page)
      await page.getByRole('complementary').getByRole('button', { name: 'Edytuj' }).first().click()
      await expect(page.getByRole('dialog').getByLabel('Kody 9')).toBeVisible()
    }
  },
  {
    name: 'price-history-tab',
    ...admin,
    path: '/priceList/generalPriceList',
    lead: async page => {
      await rowsOf(page).filter({ hasText: 'Opony ciężarowe' }).dblclick()
      await page.getByRole('tab', { name: 'Historia cen' }).click()
      await expect(page.getByRole('complementary').getByText('Zacznie obowiązywać')).toBeVisible()
    }
  },
  {
    name: 'price-withdraw-planned',
    ...admin,
    path: '/priceList/generalPriceList',
    lead: async page => {
      await rowsOf(page).filter({ hasText: 'Opony ciężarowe' }).click()
      await page.getByRole('button', { name: 'Wycofaj planowaną zmianę' }).click()
      await expect(page.getByRole('dialog').locator('option:checked')).toContainText('470,00 zł')
    }
  },
  { name: 'order-form-office', ...admin, path: '/orders/new', lead: pressForForm('Złóż zamówienie') },
  { name: 'order-panel', ...admin, path: '/orders/new', lead: openFirst },
  { name: 'order-panel-history', ...admin, path: '/orders/accepted', lead: tab('Historia') },
  { name: 'order-panel-additional', ...admin, path: '/orders/canceled', lead: tab('Dodatkowe informacje') },
  {
    name: 'order-refused',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Złóż zamówienie' }).click()
      await page.getByRole('button', { name: 'Uzupełnij' }).click()
      await expect(page.getByText('Wybierz klienta').first()).toBeVisible()
    }
  },
  {
    name: 'inactive',
    ...stranger('office'),
    path: '/authorization',
    lead: async (page, server) => {
      const { email } = await aNewAdministrator(server)
      await signInOn(page, email, ownPassword)
      await expect(page.getByText(email)).toBeVisible()
    }
  },
  { name: 'orders-none-found', ...admin, path: '/orders/all?q=no+such+order' },
  {
    name: 'orders-many-chosen',
    ...admin,
    path: '/orders/new',
    only: 'desk',
    lead: async page => {
      await rowsOf(page).nth(0).click()
      await rowsOf(page)
        .nth(2)
        .click({ modifiers: ['Shift'] })
      await expect(page.getByText('Zaznaczono 3 pozycje')).toBeVisible()
    }
  },
  {
    name: 'list-failed',
    ...admin,
    path: '/store/map',
    alone: true,
    expected: /status of 500/,
    lead: async (page, server) => {
      await page.route('**/api/Admin/Orders?**', route =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Błąd', status: 500, detail: 'Wystąpił nieznany błąd.' })
        })
      )
      await page.goto(`${server.office}/orders/new`)
      await expect(page.getByRole('heading', { name: 'Nie udało się wczytać' })).toBeVisible()
    }
  },
  { name: 'rejected-reading-panel', ...technician, path: '/store/rejected-readings', lead: openFirst },
  { name: 'container-panel', ...technician, path: '/store/containers', lead: openFirst },
  {
    name: 'sensor-secret',
    ...technician,
    path: '/store/containers',
    lead: async page => {
      await openFirst(page)
      await pressIn(page.getByRole('complementary').getByRole('toolbar'), 'Nadaj hasło czujnikowi')
      await page.getByRole('dialog').getByRole('button', { name: 'Nadaj hasło czujnikowi' }).click()
      await expect(page.getByLabel('Do skopiowania', { exact: true })).toHaveText(/^[\w-]{43}$/)
    }
  },
  {
    name: 'container-edit',
    ...technician,
    path: '/store/containers',
    lead: async page => {
      await openFirst(page)
      await page.getByRole('complementary').getByRole('button', { name: 'Edytuj' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
  },
  { name: 'document-panel', ...admin, path: '/store/docs', lead: openFirst },
  { name: 'document-form', ...admin, path: '/store/docs', lead: press('Dodaj dokument') },
  {
    name: 'document-form-chosen',
    ...admin,
    path: '/store/docs',
    lead: async page => {
      await page.getByRole('button', { name: 'Dodaj dokument', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Typ dokumentu').selectOption({ label: 'Protokół przekazania (PP)' })
      await expect(page.getByRole('dialog').getByLabel('Magazyn wewnętrzny')).toBeVisible()
    }
  },
  { name: 'stock-level-panel', ...admin, path: '/store/list', lead: openFirst },
  {
    name: 'portal-order-form',
    ...client,
    path: '/client/orders',
    locale: 'en-GB',
    lead: pressForForm('Place an order')
  },
  { name: 'portal-order-panel', ...client, path: '/client/orders', locale: 'de-DE', lead: openFirst },
  {
    name: 'portal-languages',
    ...client,
    path: '/client/orders',
    only: 'phone',
    lead: press('Język')
  }
]
