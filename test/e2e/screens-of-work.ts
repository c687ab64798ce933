/** Screens of orders, from the form to the report. Planning is in screens-of-planning.ts. */
import type { Locator } from '@playwright/test'
import {
  choiceOf,
  choose,
  chooseItem,
  command,
  isoDayIn,
  placed,
  planned,
  press as pressIn,
  whole
} from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, rowsOf, type TestServer } from './fixtures/test.ts'
import { admin, client, openFirst, type Screen, tab } from './screens.ts'

/** Chooses the first rows that have the text: by clicks on a desk, by their boxes on a phone's cards. */
export async function chooseFirst(page: Page, count = 1, text = ''): Promise<void> {
  const box = page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox', { name: 'Wybierz' })
  const row = rowsOf(page).filter({ hasText: text })
  await box.or(row).first().waitFor()
  if (await box.first().isVisible()) for (let at = 0; at < count; at++) await box.nth(at).check()
  else for (let at = 0; at < count; at++) await row.nth(at).click({ modifiers: at > 0 ? ['ControlOrMeta'] : [] })
}
/** The form or view of a command of the first rows. */
export const ask =
  (name: string, count = 1, text = '') =>
  async (page: Page) => {
    await chooseFirst(page, count, text)
    await expect(await command(page, name)).toBeVisible()
  }
/** The form that finishes an order of its own, whole: what the first of the list is like depends on who came before. */
async function askFinish(page: Page, server: TestServer, type: 'vehicle' | 'container' = 'vehicle'): Promise<Locator> {
  const number = await placed(server, type, 'to be finished')
  await planned(server, number)
  // the list was asked for before there was the order
  await goWithin(page, `/orders/in-progress?q=${encodeURIComponent(number)}`)
  await settled(page)
  await chooseFirst(page, 1, number)
  // the bar has its commands by what is chosen, and is measured then
  await settled(page)
  await command(page, 'Zakończ')
  const form = page.getByRole('dialog', { name: 'Zakończ' })
  await whole(form)
  return form
}
/** The open submenu of a command of the chosen rows. */
async function menuOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).first().click()
  return page.getByRole('menu')
}
/** Sends a form without a field that it needs; what is wrong stands beside it. */
export async function refused(form: Locator, send: string, field: string): Promise<void> {
  await form.getByLabel(field).fill('')
  await form.getByRole('button', { name: send, exact: true }).click()
  await expect(form.locator('[data-fault]').first()).toBeVisible()
}

export const screensOfWork: Screen[] = [
  {
    name: 'orders-search-of-a-million',
    ...admin,
    path: '/orders/all',
    alone: true,
    lead: async (page, server) => {
      const { accessToken } = await server.signIn('office', 'admin@example.com')
      const orders = await server.call<object>('office', accessToken, 'GET', '/api/Admin/Orders?limit=35')
      const many = { ...orders, total: 10_000, totalCapped: true }
      await page.route(/\/api\/Admin\/Orders\?.*allFields=/, route => route.fulfill({ json: many }))
      await goWithin(page, '/orders/all?q=Opony')
      await expect(page.getByText('jest ich więcej, na liście są najnowsze')).toBeVisible()
    }
  },
  {
    name: 'bell-empty',
    ...admin,
    path: '/config/operators',
    alone: true,
    lead: async page => {
      const none = { data: [0, 1].map(notificationType => ({ notificationType, count: 0 })) }
      await page.route('**/api/Notifications', route => route.fulfill({ json: none }))
      await page.reload()
      await page.getByRole('button', { name: 'Powiadomienia: 0' }).click()
      await expect(page.getByText('Brak powiadomień')).toBeVisible()
    }
  },
  {
    name: 'not-confirmed-panel',
    ...admin,
    path: '/config/notConfirmedUsers',
    lead: async page => {
      await chooseFirst(page)
      await (await menuOf(page, 'Zatwierdź')).getByRole('menuitem', { name: 'Zatwierdź jako Kierowca' }).click()
      await expect(page.getByRole('dialog', { name: 'Użytkownik' })).toBeVisible()
    }
  },
  { name: 'order-panel-comments', ...admin, path: '/orders/in-progress', lead: tab('Komentarze') },
  {
    name: 'order-comments',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => {
      await tab('Komentarze')(page)
      const id = new URL(page.url()).searchParams.get('panel')
      const { accessToken } = await server.signIn('office', 'admin@example.com')
      for (const body of [{ content: 'Dzwonić przed wyjazdem.', internal: true }, { content: 'Będziemy we wtorek.' }])
        await server.call('office', accessToken, 'POST', `/api/Admin/Orders/${id}/add-comment`, body)
      await expect(page.getByText('Będziemy we wtorek.').first()).toBeVisible()
    }
  },
  {
    name: 'order-finish-unlikely',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => {
      const form = await askFinish(page, server, 'container')
      // the dialog moves the focus to a field that comes late: nobody has left the one before it
      await expect(form.locator('[data-fault]')).toHaveCount(0)
      await form.getByLabel('Tonaż').fill('3456,45')
      await form.getByLabel('Odebrana ilość').fill('5')
      await expect(form.getByRole('checkbox', { name: /przekracza ładowność/ })).toBeVisible()
      await form.getByLabel(/^Ilość/).fill('2')
      await expect(form.getByText(/^Kwota się zmienia\. Dotychczas: .* netto, .* brutto$/)).toBeVisible()
    }
  },
  { name: 'order-panel-details', ...admin, path: '/orders/in-progress', lead: tab('Szczegóły zamówienia') },
  { name: 'order-panel-sent', ...admin, path: '/orders/in-progress', lead: tab('Wysłane wiadomości') },
  { name: 'order-edit-new', ...admin, path: '/orders/new', lead: ask('Edytuj') },
  { name: 'order-edit-accepted', ...admin, path: '/orders/accepted', lead: ask('Edytuj') },
  {
    name: 'order-finish',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => void (await askFinish(page, server))
  },
  {
    name: 'order-missing-data',
    ...admin,
    path: '/orders/new',
    lead: async page => {
      await page.getByRole('button', { name: 'Złóż zamówienie' }).click()
      await page
        .getByRole('dialog', { name: 'Złóż zamówienie' })
        .getByRole('button', { name: 'Złóż zamówienie' })
        .click()
      await expect(page.getByRole('dialog', { name: 'Brakuje danych' })).toBeVisible()
    }
  },
  {
    name: 'order-print',
    ...admin,
    path: '/orders/in-progress',
    lead: async page => {
      await ask('Drukuj', 2)(page)
      const sheets = page.getByRole('dialog').getByRole('article')
      await expect(sheets.filter({ hasText: 'Podpis klienta' })).toHaveCount(2)
    }
  },
  {
    name: 'order-cancel',
    ...admin,
    path: '/orders/accepted',
    lead: async page => {
      await ask('Anuluj zamówienie')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
      await expect(dialog.getByText('Wybierz powód anulowania').first()).toBeVisible()
    }
  },
  {
    name: 'order-correct-refused',
    ...admin,
    path: '/orders/completed',
    lead: async page => {
      await ask('Popraw')(page)
      await refused(page.getByRole('dialog', { name: 'Popraw' }), 'Popraw', 'Tonaż')
    }
  },
  { name: 'order-correct', ...admin, path: '/orders/completed', lead: ask('Popraw') },
  {
    name: 'order-optima-number',
    ...admin,
    path: '/orders/completed',
    lead: ask('Wpisz numer księgowy', 1, 'Nie wysłano')
  },
  {
    name: 'order-invoice-number',
    ...admin,
    path: '/orders/completed',
    alone: true,
    lead: async (page, server) => {
      // as where no accounting system sends the numbers
      const { accessToken } = await server.signIn('office', 'admin@example.com')
      const path = '/api/ui/pages/orders.completed'
      const text = JSON.stringify(await server.call('office', accessToken, 'GET', path))
      const json: unknown = JSON.parse(text.replaceAll(/"disabled":"[^"]+",?/g, ''))
      await page.route(`**${path}`, route => route.fulfill({ json }))
      await page.reload()
      await ask('Wpisz numer faktury', 1, 'Ma numer księgowy')(page)
    }
  },
  {
    name: 'order-report',
    ...admin,
    path: '/orders/all',
    lead: async page => expect(await command(page, 'Raport zamówień')).toBeVisible()
  },
  {
    name: 'portal-order-edit',
    ...client,
    path: '/client/orders',
    locale: 'en-GB',
    lead: async (page, server) => {
      await placed(server, 'container', 'to be edited', 2)
      await page.reload()
      await openFirst(page)
      await pressIn(page.getByRole('complementary').getByRole('toolbar'), 'Edit', 'More actions')
      await expect(page.getByRole('dialog').getByRole('button', { name: /Save/ })).toBeVisible()
    }
  },
  ...(
    [
      ['pl-PL', 'pl', 'Złóż zamówienie', 'Punkt odbioru', 'Skąd ta cena?'],
      ['de-DE', 'de', 'Auftrag erteilen', 'Abholstelle', 'Warum dieser Preis?']
    ] as const
  ).flatMap(([locale, language, place, where, why]): Screen[] => [
    { name: `portal-orders-${locale}`, ...client, path: '/client/orders', locale },
    {
      name: `portal-dashboard-${locale}`,
      ...client,
      path: '/client/dashboard',
      locale,
      lead: async (page, server) => {
        await planned(server, await placed(server, 'container', 'for the home page'))
        const wish = { wishedDate: isoDayIn(7), wishedPart: 2, urgent: true }
        await placed(server, 'tonnage', 'for the home page', 3, wish)
        await expect(page.locator('.portal-next[data-planned]').first()).toBeVisible()
      }
    },
    {
      name: `portal-price-${locale}`,
      ...client,
      path: '/client/orders',
      locale,
      lead: async (page, server) => {
        await page.getByRole('button', { name: place }).click()
        const form = page.getByRole('dialog', { name: place })
        const choice = await choiceOf(server, 'container')
        await choose(form, where, choice.place)
        await chooseItem(form, { type: 'container', language, item: choice.item })
        const price = form.getByRole('button', { name: why, expanded: false })
        await price.click()
        await expect(form.getByRole('listitem').first()).toBeVisible()
      }
    }
  ])
]
