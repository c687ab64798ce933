/** Screens of what is common to all pages: the collapsed menu, search and keys, views and columns of a list, alerts, conflicts. */
import { choiceOf, command, placed, row } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, rowsOf, type TestServer } from './fixtures/test.ts'
import { admin, press, type Screen } from './screens.ts'

async function openViews(page: Page): Promise<void> {
  // a row that comes while the menu opens moves the button, and the menu closes
  await settled(page)
  await page.getByRole('button', { name: 'Widok:' }).click()
  await expect(page.getByRole('menu', { name: 'Widok' }).getByRole('menuitem').first()).toBeVisible()
}

async function search(page: Page, text: string): Promise<void> {
  await settled(page)
  await page.keyboard.press('Control+k')
  // at once: the palette is fetched, and none of these letters runs a key of the page
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(text)
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
}

/** The form of an order that somebody else changed since it was opened, once it was sent. */
async function conflict(page: Page, server: TestServer): Promise<void> {
  const number = await placed(server, 'tonnage', 'as it was ordered', 3)
  const { placeId, itemId } = await choiceOf(server, 'tonnage')
  await goWithin(page, `/orders/new?q=${encodeURIComponent(number)}`)
  await settled(page)
  await row(page, number).click()
  const form = await command(page, 'Edytuj')
  await form.getByLabel('Dodatkowe informacje').fill('Dzwonić godzinę wcześniej')
  const { accessToken } = await server.signIn('portal', 'client@example.com')
  type Orders = { data: { id: number }[] }
  const found = `/api/Admin/Orders?allFields=${encodeURIComponent(number)}`
  const { data } = await server.call<Orders>('portal', accessToken, 'GET', found)
  const note = 'Brama zamknięta po 15:00'
  const body = { receptionPlace: placeId, orderTypeItemId: itemId, quantity: 4, additionalInfo: note }
  await server.call('portal', accessToken, 'PUT', `/api/Admin/Orders/${data[0]?.id}`, body)
  await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(page.getByRole('dialog', { name: 'Ktoś był szybszy' })).toBeVisible()
}

export const screensOfFrame: Screen[] = [
  {
    name: 'menu-rail',
    ...admin,
    path: '/orders/new',
    only: 'desk',
    alone: true,
    lead: async page => {
      await press('Zwiń menu')(page)
      // the next page of this window has its menu again
      await page.evaluate(() => localStorage.removeItem('opony.side'))
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Zamówienia' }).click()
      await expect(page.getByRole('link', { name: 'W realizacji' })).toBeVisible()
    }
  },
  { name: 'palette', ...admin, path: '/orders/new', lead: page => search(page, '') },
  { name: 'palette-found', ...admin, path: '/orders/new', lead: page => search(page, 'centrum opon') },
  {
    name: 'keys',
    ...admin,
    path: '/orders/in-progress',
    lead: async page => {
      await settled(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Skróty klawiszowe' })).toBeVisible()
    }
  },
  { name: 'views-menu', ...admin, path: '/orders/in-progress', lead: openViews },
  {
    name: 'view-dialog',
    ...admin,
    path: '/orders/in-progress?f.Overdue=true',
    lead: async page => {
      await openViews(page)
      await page.getByRole('menuitem', { name: 'Zapisz' }).click()
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Nazwa' })).toBeVisible()
    }
  },
  { name: 'columns', ...admin, path: '/orders/in-progress', only: 'desk', lead: press('Kolumny') },
  {
    name: 'filters-open',
    ...admin,
    path: '/orders/in-progress?f.Overdue=true',
    lead: page => page.getByRole('button', { name: /^Filtry/ }).click()
  },
  {
    name: 'filters-of-days',
    ...admin,
    path: '/config/audit?f.From=2026-11-02',
    lead: async page => {
      await page.getByRole('button', { name: /^Filtry/ }).click()
      const filters = page.getByRole('group', { name: 'Filtry', exact: true })
      await filters.getByLabel('Do', { exact: true }).fill('31.02.2026')
      await filters.getByLabel('Osoba').focus()
      await expect(filters.getByRole('alert')).toHaveText('Wpisz istniejącą datę.')
    }
  },
  {
    name: 'filters-calendar',
    ...admin,
    path: '/config/audit?f.From=2026-11-02',
    lead: async page => {
      await page.getByRole('button', { name: /^Filtry/ }).click()
      await page
        .getByRole('group', { name: 'Filtry', exact: true })
        .getByRole('button', { name: /kalendarza/ })
        .first()
        .click()
      await expect(page.getByRole('grid', { name: 'listopad 2026' })).toBeVisible()
    }
  },
  {
    name: 'alerts',
    ...admin,
    path: '/orders/new',
    alone: true,
    expected: /status of 500/,
    lead: async page => {
      await rowsOf(page).first().click()
      await page.route('**/api/Admin/Orders/*/accept', route =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            ...{ type: 'about:blank', title: 'Błąd', status: 500, requestId: '0f8d' },
            detail: 'Wystąpił nieznany błąd.'
          })
        })
      )
      await command(page, 'Przyjmij zamówienie')
      await expect(page.getByRole('region', { name: 'Komunikaty' }).getByRole('listitem')).toBeVisible()
    }
  },
  {
    name: 'offline',
    ...admin,
    path: '/orders/new',
    alone: true,
    expected: /ERR_FAILED/,
    lead: async page => {
      await settled(page)
      await page.route('**/api/Admin/Orders?**', route => route.abort())
      await goWithin(page, '/orders/accepted')
      await expect(page.locator('.offline')).toBeVisible()
    }
  },
  { name: 'conflict', ...admin, path: '/config/operators', expected: /status of 4(09|22)/, lead: conflict }
]
