/**
 * Every screen, wide and narrow, light and dark: axe finds nothing against WCAG 2.2 AA, nothing sticks out sideways, the
 * console is silent. With PICTURES=1 each is also kept as a picture under test-results/pictures/, to be looked at.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Area } from './house.ts'
import { desk, expect, type House, type Page, password, phone, rowsOf, signInOn, test } from './test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

interface Screen {
  readonly name: string
  readonly area: Area
  readonly as?: string
  readonly path: string
  readonly locale?: string
  /** Does what leads to the screen, and waits until it stands. */
  readonly lead?: (page: Page, house: House) => Promise<void>
  /** Only a desk, or only a phone, shows it. */
  readonly only?: 'desk' | 'phone'
  readonly expected?: RegExp
}

const admin = { area: 'office', as: 'admin@example.com' } as const
const technician = { area: 'office', as: 'technician@example.com' } as const
const client = { area: 'portal', as: 'client.admin@example.com' } as const
const stranger = (area: Area) => ({ area })

/** The first row is opened: by two clicks on a desk, by a tap on a phone's card. */
async function openFirst(page: Page): Promise<void> {
  const card = page.locator('.parts-card-title').first()
  const row = rowsOf(page).first()
  await card.or(row).first().waitFor()
  if (await card.isVisible()) await card.click()
  else await row.dblclick()
  await page.getByRole('complementary').locator('dl').first().waitFor()
}
const tab = (name: string) => async (page: Page) => {
  await openFirst(page)
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}
const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click()

const screens: Screen[] = [
  { name: 'authorization-office', ...stranger('office'), path: '/authorization' },
  { name: 'authorization-portal', ...stranger('portal'), path: '/authorization', locale: 'de-DE' },
  { name: 'forgot', ...stranger('portal'), path: '/authorization', lead: press('Nie pamiętasz hasła?') },
  { name: 'sign-up', ...stranger('office'), path: '/authorization', lead: press('Załóż konto pracownika') },
  { name: 'set-new-password', ...stranger('portal'), path: '/setnewPassword?token=a-token' },
  { name: 'set-new-password-without-token', ...stranger('portal'), path: '/setnewPassword' },
  { name: 'unavailable', ...stranger('office'), path: '/unavailable' },
  { name: 'driver', area: 'office', as: 'driver@example.com', path: '/driver/app' },
  { name: 'no-such-page', ...admin, path: '/nothing/here' },
  {
    name: 'menu-open',
    ...admin,
    path: '/orders/new',
    only: 'phone',
    lead: press('Otwórz menu')
  },
  { name: 'account-menu', ...admin, path: '/orders/new', lead: press('Moje konto') },
  { name: 'order-form-office', ...admin, path: '/orders/new', lead: press('Złóż zamówienie') },
  { name: 'order-panel', ...admin, path: '/orders/new', lead: openFirst },
  { name: 'order-panel-history', ...admin, path: '/orders/accepted', lead: tab('Historia') },
  { name: 'order-panel-additional', ...admin, path: '/orders/canceled', lead: tab('Dodatkowe informacje') },
  {
    name: 'order-cancel',
    ...admin,
    path: '/orders/accepted',
    lead: async page => {
      await openFirst(page)
      const panel = page.getByRole('complementary')
      const more = panel.getByRole('button', { name: 'Więcej poleceń' })
      if (await more.isVisible()) await more.click()
      await page.getByRole('menuitem').or(panel.getByRole('button')).filter({ hasText: 'Anuluj zamówienie' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
      await expect(dialog.getByText('Wybierz powód anulowania').first()).toBeVisible()
    }
  },
  {
    name: 'order-refused',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Złóż zamówienie' }).click()
      await page.getByRole('button', { name: 'Rozumiem' }).click()
      await expect(page.getByText('Wybierz klienta').first()).toBeVisible()
    }
  },
  {
    name: 'inactive',
    ...stranger('office'),
    path: '/authorization',
    lead: async (page, house) => {
      const email = `waits.${page.viewportSize()?.width}@opony.example.com`
      const names = { firstName: 'Anna', lastName: 'Czekająca', phone: '600700800' }
      await house.call('office', '', 'POST', '/api/Authorization/sign-up', { email, password, ...names })
      await signInOn(page, email)
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
    expected: /status of 500/,
    lead: async (page, house) => {
      await page.route('**/api/Admin/Orders?**', route =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Błąd', status: 500, detail: 'Wystąpił nieznany błąd.' })
        })
      )
      await page.goto(`${house.office}/orders/new`)
      await expect(page.getByText('Nie udało się wczytać')).toBeVisible()
    }
  },
  { name: 'container-panel', ...technician, path: '/store/containers', lead: openFirst },
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
  { name: 'portal-order-form', ...client, path: '/client/orders', locale: 'en-GB', lead: press('Place an order') },
  { name: 'portal-order-panel', ...client, path: '/client/orders', locale: 'de-DE', lead: openFirst },
  {
    name: 'portal-languages',
    ...client,
    path: '/client/orders',
    only: 'phone',
    lead: press('Język')
  }
]

/** The pages that the metadata offers a role, each as a screen. */
async function pagesOf(house: House, { area, as }: { area: Area; as: string }): Promise<Screen[]> {
  const { accessToken } = await house.signIn(area, as)
  type Pages = { data: { groups: { pages: { id: string; route: string }[] }[] } }
  const { data } = await house.call<Pages>(area, accessToken, 'GET', '/api/ui/pages')
  return data.groups.flatMap(({ pages }) =>
    pages.map(({ id, route }) => ({ name: `${id}-${as.split('@')[0]}`, area, as, path: route }))
  )
}

/** Nothing waits any more: no skeleton, no spinner, all fonts, no animation on its way. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.locator('.skeleton, .loading, .parts-bone, [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

async function look(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    if (process.env.PICTURES) {
      await page.screenshot({
        path: `test-results/pictures/${name}-${width}-${colorScheme}.png`,
        animations: 'disabled'
      })
    }
    // of what axe knows, only the contrast depends on the theme
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules)
      : axe.withRules('color-contrast')
    ).analyze()
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target} ${html}`)}`)
    expect.soft(told, `${name}, ${width}, ${colorScheme}`).toEqual([])
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(sideways, `${name}, ${width}: sticks out`).toBeLessThanOrEqual(0)
}

test.describe.configure({ mode: 'parallel' })
test.use({ expected: [/status of 500/] })

for (const [size, only] of [
  [desk, 'desk'],
  [phone, 'phone']
] as const) {
  for (const screen of screens.filter(one => !one.only || one.only === only)) {
    test(`${screen.name} at ${size.width}`, async ({ aWindow, house }) => {
      const { area, as, path, locale, lead } = screen
      const page = await aWindow({ area, path, size, ...(as && { as }), ...(locale && { locale }) })
      await lead?.(page, house)
      await look(page, screen.name, size.width)
    })
  }
  // a technician sees no page that an administrator does not: out there, on a phone, it is looked at for its own role
  for (const whose of only === 'phone' ? [admin, technician, client] : [admin, client]) {
    test(`each page of ${whose.as} at ${size.width}`, async ({ aWindow, house }) => {
      const pages = await pagesOf(house, whose)
      expect(pages.length).toBeGreaterThan(0)
      test.setTimeout(20_000 * (pages.length + 1))
      const page = await aWindow({ ...whose, size })
      for (const { name, path } of pages) {
        await page.goto(house[whose.area] + path)
        await look(page, name, size.width)
      }
    })
  }
}
