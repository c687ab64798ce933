/** Screens of planning: orders get a vehicle and a day, routes, and the messages to drivers. */
import type { Locator } from '@playwright/test'
import { accepted, command, dayIn, isoDayIn, placed, press as pressIn } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, type TestServer } from './fixtures/test.ts'
import { admin, type Screen } from './screens.ts'
import { ask, chooseFirst, refused } from './screens-of-work.ts'

/**
 * The called-off routes of the planner's day: one of an ordinary name, one of long ones. Answered here, because a real one would stay in
 * the day that other tests share.
 */
async function calledOff(page: Page): Promise<Locator> {
  const route = (id: number, more: object) => ({ id, version: 1, number: id, calledOff: true, ...more })
  const data = [
    route(1, { day: isoDayIn(0), registerNumber: 'LCH 12345', driver: 'Jan Kowalski', orders: 1 }),
    route(2, { day: isoDayIn(3), registerNumber: 'WGM 7H871', driver: 'Włodzimierz Brzęczyszczykiewicz', orders: 12 })
  ]
  const notice = {
    ...{
      driverId: 7,
      driver: 'Jan Kowalski',
      address: '600700800',
      orders: [4],
      notified: 0,
      sent: [4],
      reassigned: 0
    },
    messages: [`Opony: odwolane odbiory ${dayIn(0)}, LCH 12345\nZ/2026/001204 (Kola i Felgi sp. z o.o.)`]
  }
  await page.route('**/api/Admin/Orders/called-off?**', answer => answer.fulfill({ json: { data, total: 2 } }))
  await page.route('**/api/Admin/Orders/called-off/1/notice?**', answer =>
    answer.fulfill({ json: { data: [notice], total: 1 } })
  )
  await page.reload()
  const routes = page.getByRole('list', { name: 'odwołane, kierowca nie wie' })
  await expect(routes.getByRole('listitem')).toHaveCount(2)
  return routes
}
/** A day (`YYYY-MM-DD`) for which something is planned. */
async function plannedDay(server: TestServer): Promise<string> {
  const { accessToken } = await server.signIn(admin.area, admin.as)
  type Orders = { data: { realizationDate: string }[] }
  const { data } = await server.call<Orders>(admin.area, accessToken, 'GET', '/api/Admin/Orders?OrderStatus=2&limit=10')
  const [order] = data
  if (!order) throw new Error('Nothing is planned')
  return order.realizationDate
}
/** A day that is over may be planned; the form warns of it. */
async function fillPastDay(form: Locator): Promise<void> {
  await form.getByLabel('Termin odbioru').fill(dayIn(-1))
  await expect(form.getByText('Ten dzień już minął.')).toBeVisible()
}
async function fillPlan(form: Locator): Promise<void> {
  await form.getByLabel('Termin odbioru').fill(dayIn(1))
  await form.getByRole('combobox', { name: 'Pojazd' }).click()
  await form.getByRole('option').first().click()
  await expect(form.getByText(/^tego dnia/).last()).toBeVisible()
}

/** The day as a board; the next screen begins with the list again. */
async function asBoard(page: Page, server: TestServer): Promise<Locator> {
  await goWithin(page, `/orders/day?f.RealizationDate=${await plannedDay(server)}`)
  await page.getByRole('button', { name: 'Tablica' }).click()
  await page.evaluate(() => localStorage.removeItem('opony.board.orders.day'))
  const board = page.locator('.board')
  await expect(board.getByRole('row').first()).toBeVisible()
  return board
}

/** An accepted order that is wished for another day than the one to be planned, with everything that a client may wish. */
async function chooseWished(page: Page, server: TestServer): Promise<void> {
  const number = await placed(server, 'container', 'a wish', 1, {
    wishedDate: isoDayIn(9),
    wishedPart: 1,
    urgent: true
  })
  await accepted(server, number)
  // the list was asked for before there was the order
  await goWithin(page, `/orders/accepted?q=${encodeURIComponent(number)}`)
  await settled(page)
  await chooseFirst(page, 1, number)
  await settled(page)
}
async function fillUnwished(form: Locator): Promise<void> {
  await expect(form.getByLabel('Termin odbioru')).toHaveValue(dayIn(9))
  await fillPlan(form)
  await expect(form.getByRole('checkbox', { name: /^Klient prosi o inny dzień/ })).toBeVisible()
}

export const screensOfPlanning: Screen[] = [
  { name: 'order-notify', ...admin, path: '/orders/in-progress', lead: ask('Powiadom kierowcę', 2) },
  {
    name: 'order-notify-other-driver',
    ...admin,
    path: '/orders/in-progress',
    alone: true,
    lead: async page => {
      const told = { driverId: 7, driver: 'Jan Kowalski', address: '600700800', notified: 0, reassigned: 2 }
      const notice = { ...told, orders: [4, 5], sent: [4, 5], messages: ['Opony: 2 odbiory'] }
      await page.route('**/api/Admin/Orders/notices?**', answer =>
        answer.fulfill({ json: { data: [notice], total: 1 } })
      )
      await ask('Powiadom kierowcę', 2)(page)
      await expect(page.getByRole('dialog').getByText('innego kierowcę niż przy planowaniu')).toBeVisible()
      await page.unroute('**/api/Admin/Orders/notices?**')
    }
  },
  {
    name: 'order-day',
    ...admin,
    path: '/orders/in-progress?view=day',
    lead: async page => expect(page.getByText(/^powiadomiono|km w linii prostej/).first()).toBeVisible()
  },
  {
    name: 'day-plan',
    ...admin,
    path: '/orders/day',
    lead: async (page, server) => {
      await goWithin(page, `/orders/day?f.RealizationDate=${await plannedDay(server)}`)
      await expect(page.getByText(/km w linii prostej/).first()).toBeVisible()
    }
  },
  {
    name: 'day-plan-beside',
    ...admin,
    path: '/orders/day',
    lead: async page => {
      const beside = page.getByRole('complementary', { name: 'Do zaplanowania' })
      const button = page.getByRole('button', { name: 'Do zaplanowania' })
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
      await expect(beside.getByRole('heading', { name: /Wolne pojazdy/ })).toBeVisible()
      const map = beside.getByRole('button', { name: 'Pokaż na mapie' })
      if (await map.isVisible()) await map.click()
      await expect(beside.getByLabel('Zamówienia do zaplanowania na mapie')).toBeVisible()
    }
  },
  {
    name: 'day-board',
    ...admin,
    path: '/orders/day',
    lead: async (page, server) => void (await asBoard(page, server))
  },
  {
    name: 'day-board-carried',
    ...admin,
    path: '/orders/day',
    lead: async (page, server) => {
      const board = await asBoard(page, server)
      const map = board.getByRole('button', { name: 'Pokaż na mapie' })
      if (await map.isVisible()) await map.click()
      await board
        .getByRole('button', { name: /^Przenieś/ })
        .first()
        .click()
      await page.keyboard.press('ArrowRight')
      await expect(board.locator('.board-carry')).toBeVisible()
    }
  },
  {
    name: 'order-day-called-off',
    ...admin,
    path: '/orders/in-progress?view=day',
    alone: true,
    lead: async page => void (await calledOff(page))
  },
  {
    name: 'order-called-off-notice',
    ...admin,
    path: '/orders/in-progress?view=day',
    alone: true,
    lead: async page => {
      const routes = await calledOff(page)
      await pressIn(routes.getByRole('toolbar').first(), 'Powiadom kierowcę')
      await expect(page.getByRole('dialog').getByText('Z/2026/001204')).toBeVisible()
    }
  },
  {
    name: 'order-route',
    ...admin,
    path: '/orders/in-progress?view=day',
    lead: async page => {
      // the first of the list is that of the day, the second of its first vehicle; called-off routes above it have their own
      await pressIn(page.getByRole('grid').getByRole('toolbar', { name: 'Polecenia dla grupy' }).nth(1), 'Trasa')
      await expect(page.getByRole('region', { name: 'Trasa na mapie' })).toBeVisible()
    }
  },
  { name: 'order-replan', ...admin, path: '/orders/in-progress', lead: ask('Zmień termin lub pojazd', 2) },
  {
    name: 'order-replan-refused',
    ...admin,
    path: '/orders/in-progress',
    expected: /status of 400/,
    lead: async page => {
      await ask('Zmień termin lub pojazd', 2)(page)
      const dialog = page.getByRole('dialog', { name: 'Zmień termin lub pojazd' })
      // what both orders share is filled in
      await dialog.getByLabel('Termin odbioru').fill('')
      await dialog.getByRole('combobox', { name: 'Pojazd' }).fill('')
      await refused(dialog, 'Zmień termin lub pojazd', 'Termin odbioru')
    }
  },
  {
    name: 'planning-bar',
    ...admin,
    path: '/orders/accepted',
    only: 'desk',
    lead: async page => {
      await chooseFirst(page, 2)
      await fillPlan(page.getByRole('region', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-dialog',
    ...admin,
    path: '/orders/accepted',
    only: 'phone',
    lead: async page => {
      await ask('Skieruj do realizacji', 2)(page)
      await fillPlan(page.getByRole('dialog', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-past-bar',
    ...admin,
    path: '/orders/accepted',
    only: 'desk',
    lead: async page => {
      await chooseFirst(page)
      await fillPastDay(page.getByRole('region', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-past-dialog',
    ...admin,
    path: '/orders/accepted',
    only: 'phone',
    lead: async page => {
      await ask('Skieruj do realizacji')(page)
      await fillPastDay(page.getByRole('dialog', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-unwished-bar',
    ...admin,
    path: '/orders/accepted',
    only: 'desk',
    lead: async (page, server) => {
      await chooseWished(page, server)
      await fillUnwished(page.getByRole('region', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-unwished-dialog',
    ...admin,
    path: '/orders/accepted',
    only: 'phone',
    lead: async (page, server) => {
      await chooseWished(page, server)
      await command(page, 'Skieruj do realizacji')
      await fillUnwished(page.getByRole('dialog', { name: 'Skieruj do realizacji' }))
    }
  },
  {
    name: 'planning-vehicles',
    ...admin,
    path: '/orders/accepted',
    only: 'desk',
    lead: async page => {
      await chooseFirst(page, 2)
      await page.getByRole('combobox', { name: 'Pojazd' }).click()
      await expect(page.getByRole('listbox', { name: 'Pojazd' }).getByRole('option').first()).toBeVisible()
    }
  }
]
