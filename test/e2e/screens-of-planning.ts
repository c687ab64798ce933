/** Screens of planning: orders get a vehicle and a day, routes, and the messages to drivers. */
import type { Locator } from '@playwright/test'
import { dayIn, press as pressIn } from './fixtures/orders.ts'
import { expect, type Page } from './fixtures/test.ts'
import { admin, type Screen } from './screens.ts'
import { ask, chooseFirst, refused } from './screens-of-work.ts'

/**
 * The called-off routes of the planner's day: one of an ordinary name, one of long ones. Answered here, because a real one would stay in
 * the day that other tests share.
 */
async function calledOff(page: Page): Promise<Locator> {
  const day = (from: number): string => dayIn(from).split('.').toReversed().join('-')
  const route = (id: number, more: object) => ({ id, version: 1, number: id, calledOff: true, ...more })
  const data = [
    route(1, { day: day(0), registerNumber: 'LCH 12345', driver: 'Jan Kowalski', orders: 1 }),
    route(2, { day: day(3), registerNumber: 'WGM 7H871', driver: 'Włodzimierz Brzęczyszczykiewicz', orders: 12 })
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
      await refused(
        page.getByRole('dialog', { name: 'Zmień termin lub pojazd' }),
        'Zmień termin lub pojazd',
        'Termin odbioru'
      )
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
