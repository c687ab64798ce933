/** The jobs that `jobs.ts` plays: what a person does on the page, step by step, and what it cost before. */
import { expect, type Locator, type Page } from '@playwright/test'
import { alert, isoDayIn } from '../test/e2e/fixtures/orders.ts'
import type { Area } from '../test/e2e/fixtures/server.ts'
import { rowsOf } from '../test/e2e/fixtures/test.ts'
import { button, type Cost, type Hand } from './jobs-hand.ts'

export interface Job {
  readonly name: string
  readonly before: Partial<Cost>
  /** The most that it may cost, where less than before is wanted. */
  readonly most?: number
  readonly area?: Area
  readonly as?: string
  readonly phone?: boolean
  /** What the browser remembers of earlier days. */
  readonly remembered?: Readonly<Record<string, string>>
  readonly path: string
  /** What is there once the page can be worked with. */
  readonly ready: (page: Page) => Locator
  readonly play: (hand: Hand) => Promise<void>
}

const client = { area: 'portal', as: 'client.admin@example.com', phone: true } as const

const firstRow = (page: Page): Locator => rowsOf(page).first()
export const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name ? { name } : {})
const planning = (page: Page): Locator => page.getByRole('region', { name: 'Skieruj do realizacji' })
const planned = (page: Page): Locator => alert(page, 'Pomyślnie skierowano do realizacji')

export const told = (page: Page): Locator => alert(page, 'Wysyłamy powiadomieni')

/** Waits for the field of a finish that comes last; the machine may have other work. */
export const whole = (form: Locator): Promise<void> =>
  expect(form.getByRole('combobox', { name: 'Kierowca' })).toHaveValue(/\S/, { timeout: 30_000 })

/** The first so many rows. */
async function select(hand: Hand, count: number): Promise<void> {
  await hand.click(rowsOf(hand.page).nth(0))
  if (count > 1) await hand.click(rowsOf(hand.page).nth(count - 1), 'Shift')
}

/** Waits for the vehicle that is proposed; gives what the field says. */
async function proposal(page: Page): Promise<string> {
  const box = planning(page).getByRole('combobox', { name: 'Pojazd' })
  await planning(page).getByText('propozycja').waitFor()
  return box.inputValue()
}

/**
 * The first rows to a vehicle, on the day that is offered: to the one that is proposed, or, where that is the `other` one already,
 * to the next of the list. Gives its name.
 */
async function plan(hand: Hand, count: number, other = ''): Promise<string> {
  await select(hand, count)
  const form = planning(hand.page)
  if ((await proposal(hand.page)) === other) {
    await hand.click(form.getByRole('combobox', { name: 'Pojazd' }))
    await hand.click(form.getByRole('option').nth(1))
  }
  const taken = await form.getByRole('combobox', { name: 'Pojazd' }).inputValue()
  await hand.click(button(form, /^Skieruj do realizacji/))
  await planned(hand.page).waitFor()
  // the next rows are proposed a vehicle anew
  await form.getByText('propozycja').waitFor({ state: 'detached' })
  return taken
}

const vehicleOf = (page: Page): Locator => planning(page).getByRole('combobox', { name: 'Pojazd' })
const tile = (page: Page): Locator => page.getByRole('link', { name: /Nowe zamówienia/ })
const heading = (page: Page): Locator => page.getByRole('row').filter({ hasText: '6 zamówień' })
const newOrders = '/orders/new'
const accepted = '/orders/accepted'
const inProgress = '/orders/in-progress'
/** The note of the orders that one vehicle has driven. */
export const driven = 'twelve-of-a-route'

const board = (page: Page): Locator => page.locator('.board')
const onBoard = {
  path: `/orders/day?f.RealizationDate=${isoDayIn(9)}`,
  remembered: { 'opony.board.orders.day': 'on' },
  ready: (page: Page) => board(page).getByRole('row').first()
} as const

/** Gives the ticks that the form asks for, if it opens at all, and sends it. */
async function tickAll(hand: Hand, name: string): Promise<void> {
  const { page } = hand
  await dialog(page).or(planned(page)).first().waitFor()
  if (!(await dialog(page).isVisible())) return
  const send = button(dialog(page), new RegExp(`^${name}`))
  await send.waitFor()
  for (const tick of await dialog(page).getByRole('checkbox').all()) await hand.click(tick)
  await hand.click(send)
}

/** In the order in which a day goes: each leaves what the next takes up. */
export const jobs: readonly Job[] = [
  {
    name: 'dashboard → new orders',
    before: { clicks: 1 },
    path: '/',
    ready: tile,
    play: async hand => {
      await hand.click(tile(hand.page))
      await firstRow(hand.page).waitFor()
    }
  },
  {
    name: 'the same by keys',
    before: { keys: 5 },
    path: '/',
    ready: tile,
    play: async hand => {
      await hand.press('g', 'n')
      await firstRow(hand.page).waitFor()
    }
  },
  {
    name: 'accept 10',
    before: { clicks: 3 },
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      await select(hand, 10)
      await hand.click(button(hand.page, 'Przyjmij zamówienie'))
      await alert(hand.page, 'Pomyślnie przyjęto').waitFor()
    }
  },
  {
    name: 'the same by keys',
    before: { keys: 18 },
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      await hand.toRows()
      await hand.press('Home', 'Space', ...Array.from({ length: 9 }, () => 'Shift+ArrowDown'), 'a')
      await alert(hand.page, 'Pomyślnie przyjęto').waitFor()
    }
  },
  {
    name: 'undo it',
    before: { keys: 1 },
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await firstRow(page).click()
      await page.keyboard.press('a')
      await alert(page, 'Pomyślnie przyjęto').waitFor()
      await hand.press('Control+z')
      await alert(page, 'Cofnięto').waitFor()
    }
  },
  {
    name: 'from the menu: plan 6 in two vehicles and notify the drivers',
    before: { clicks: 19, typed: 1 },
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await hand.click(page.getByRole('link', { name: 'Przyjęte' }))
      await vehicleOf(page).waitFor()
      await plan(hand, 3, await plan(hand, 3))
      await hand.click(button(page, 'Powiadom kierowców'))
      await dialog(page).getByText('2 kierowców, 6 zamówień').waitFor()
      await hand.click(button(dialog(page), 'Powiadom kierowcę'))
      await told(page).waitFor()
    }
  },
  {
    name: 'print 6 (the same)',
    before: { clicks: 2 },
    path: `${inProgress}?view=day`,
    ready: firstRow,
    play: async hand => {
      await hand.scrollTo(heading(hand.page))
      await hand.click(button(heading(hand.page), 'Drukuj'))
      await dialog(hand.page).getByRole('article').nth(5).waitFor()
      await hand.click(button(dialog(hand.page), 'Drukuj'))
    }
  },
  {
    name: 'plan 3 to a vehicle',
    before: { clicks: 8, typed: 1 },
    path: accepted,
    ready: vehicleOf,
    play: async hand => void (await plan(hand, 3))
  },
  {
    name: 'plan 3 more to another',
    before: { clicks: 6 },
    path: accepted,
    ready: vehicleOf,
    play: async hand => void (await plan(hand, 3))
  },
  {
    name: 'plan 3 by keys',
    before: { keys: 30 },
    path: accepted,
    ready: vehicleOf,
    play: async hand => {
      await hand.toRows()
      await hand.press('Home', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown')
      await proposal(hand.page)
      // its letter leads to the vehicle; there Enter sends
      await hand.press('d', 'Enter')
      await planned(hand.page).waitFor()
    }
  },
  {
    name: 'on the board: plan 4 to a vehicle',
    before: { clicks: 7 },
    most: 5,
    ...onBoard,
    play: async hand => {
      const { page } = hand
      const waiting = board(page).getByRole('region', { name: 'Do zaplanowania' }).getByRole('row')
      // the newest, which are the bench's own: more than the vehicle may carry, so that a tick is asked for
      const count = await waiting.count()
      await hand.click(waiting.nth(count - 4))
      await hand.click(waiting.nth(count - 1), 'Shift')
      await hand.drag(
        waiting.nth(count - 1),
        page.getByRole('region', { name: 'Wolne pojazdy' }).locator('[data-place]').first()
      )
      await tickAll(hand, 'Skieruj do realizacji')
      await planned(page).waitFor()
    }
  },
  {
    name: 'on the board: an urgent order onto a route, and its driver told',
    before: { clicks: 12 },
    most: 6,
    ...onBoard,
    play: async hand => {
      const { page } = hand
      const [waiting, route] = [
        board(page).getByRole('region', { name: 'Do zaplanowania' }),
        board(page).locator('.board-columns > .board-column').first()
      ]
      await hand.drag(waiting.getByRole('row').first(), route)
      await tickAll(hand, 'Skieruj do realizacji')
      await planned(page).waitFor()
      await hand.command(route.getByRole('toolbar'), 'Powiadom kierowcę')
      await dialog(page).getByText('1 kierowca, 5 zamówień').waitFor()
      await hand.click(button(dialog(page), 'Powiadom kierowcę'))
      await told(page).waitFor()
    }
  },
  {
    name: 'finish one',
    before: { clicks: 5, typed: 3 },
    path: `${inProgress}?sort=number`,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      // the oldest, one of the demo's, which has its internal store, as those before had
      await hand.click(firstRow(page))
      await hand.click(button(page, 'Zakończ'))
      const form = dialog(page, 'Zakończ')
      await whole(form)
      await form.getByLabel('Magazyn wewnętrzny').locator('option').nth(1).waitFor({ state: 'attached' })
      await hand.type(form.getByLabel('Tonaż'), '1,2')
      await hand.type(form.getByLabel('Numer KPO'), 'KPO/2026/0000777')
      // what is filled in already costs nothing
      for (const name of ['Operator', 'Magazyn wewnętrzny']) {
        const box = form.getByLabel(name)
        if ((await box.inputValue()) === '') await hand.choose(box)
      }
      await hand.click(button(form, 'Zakończ'))
      await alert(page, 'zakończono').waitFor()
    }
  },
  {
    name: 'finish 12, one form after the other',
    before: { clicks: 60, typed: 36 },
    // to choose them and open the first form, then two values and one button a form
    most: 39,
    path: `${inProgress}?q=${driven}`,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await select(hand, 12)
      await hand.command(page.locator('.parts-tools'), 'Zakończ')
      for (let at = 1; at <= 12; at++) {
        const form = dialog(page).filter({ has: page.getByRole('heading', { name: `(${at} z 12)` }) })
        await whole(form)
        await hand.type(form.getByLabel('Tonaż'), '1,2')
        await hand.type(form.getByLabel('Numer KPO'), `KPO/2026/${100 + at}`)
        for (const name of ['Operator', 'Magazyn wewnętrzny']) {
          const box = form.getByLabel(name)
          await box.locator('option').nth(1).waitFor({ state: 'attached' })
          if ((await box.inputValue()) === '') await hand.choose(box)
        }
        await hand.click(form.locator('button[type=submit]'))
      }
      await dialog(page).waitFor({ state: 'detached' })
      await rowsOf(page).first().waitFor({ state: 'detached' })
    }
  },
  {
    name: 'hand 12 over to the accounting',
    before: { clicks: 24 },
    most: 2,
    path: `/orders/completed?q=${driven}`,
    ready: page => rowsOf(page).nth(11),
    play: async hand => {
      const { page } = hand
      await hand.click(page.getByRole('checkbox', { name: 'Zaznacz wszystkie wczytane' }))
      await hand.command(page.locator('.parts-tools'), 'Synchronizuj')
      await alert(page, 'w kolejce do systemu księgowego').waitFor()
    }
  },
  {
    name: 'correct',
    before: { clicks: 4 },
    path: '/orders/completed',
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await select(hand, 1)
      await hand.click(button(page, 'Popraw'))
      await whole(dialog(page))
      await hand.type(dialog(page).getByLabel('Tonaż'), '1,3')
      await hand.click(button(dialog(page), 'Popraw'))
      await dialog(page).waitFor({ state: 'detached' })
    }
  },
  {
    name: 'order of an unknown caller',
    before: { clicks: 24, typed: 14 },
    most: 15,
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await hand.press('k')
      const form = dialog(page, 'Nowy klient i zamówienie')
      await hand.type(form.getByLabel('NIP lub numer VAT'), '5252344078')
      // the register fills in the company and its address
      await form.getByText('Znaleziono w rejestrze').waitFor()
      await hand.type(form.getByLabel('Telefon na miejscu odbioru'), '501502503')
      await hand.click(button(form, 'Nowy klient i zamówienie'))
      await alert(page, 'Dodano klienta').waitFor()
    }
  },
  {
    name: 'cancel',
    before: { clicks: 5 },
    path: newOrders,
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      await select(hand, 1)
      await hand.command(page.locator('.parts-tools'), 'Anuluj zamówienie')
      await hand.click(dialog(page).getByRole('radio').first())
      await hand.click(button(dialog(page), 'Anuluj zamówienie'))
      await alert(page, 'Pomyślnie anulowano').waitFor()
    }
  },
  {
    name: 'client: first order',
    before: { clicks: 4 },
    ...client,
    path: '/client/orders',
    ready: page => button(page, 'Złóż zamówienie'),
    play: async hand => {
      const { page } = hand
      await hand.click(button(page, 'Złóż zamówienie'))
      const form = dialog(page)
      await form.getByRole('radio').first().waitFor({ state: 'attached' })
      if ((await form.getByRole('radio', { checked: true }).count()) === 0)
        await hand.click(form.getByRole('radiogroup').getByText('Pojazd', { exact: true }))
      const item = form.getByRole('combobox', { name: 'Co odbieramy?' })
      if ((await item.inputValue()) === '') await hand.choose(item)
      await hand.click(button(form, 'Złóż zamówienie'))
      await form.waitFor({ state: 'detached' })
    }
  },
  {
    name: 'client: the same again',
    before: { clicks: 2 },
    ...client,
    path: '/client/dashboard',
    ready: page => button(page, /^Zamów ponownie/),
    play: async hand => {
      await hand.click(button(hand.page, /^Zamów ponownie/))
      await dialog(hand.page).getByText('netto').first().waitFor()
      await hand.click(dialog(hand.page).locator('button[type=submit]'))
      await dialog(hand.page).waitFor({ state: 'detached' })
    }
  },
  {
    name: 'client: cancel',
    before: { clicks: 3 },
    ...client,
    path: '/client/orders?status=1',
    ready: page => page.locator('.parts-card-title').first(),
    play: async hand => {
      const { page } = hand
      await hand.click(page.locator('.parts-card-title').first())
      await hand.command(page.getByRole('complementary').getByRole('toolbar'), 'Anuluj zamówienie')
      await hand.click(button(dialog(page), /^Anuluj|^Potwierdź|^Tak/))
      await alert(page, 'anulowano').waitFor()
    }
  },
  {
    name: 'technician: the weakest container → map → trail playing',
    before: { clicks: 6 },
    as: 'technician@example.com',
    path: '/store/containers',
    ready: firstRow,
    play: async hand => {
      const { page } = hand
      // the worst stand first, once the list is sorted by battery
      await hand.click(page.getByRole('columnheader').getByRole('button', { name: 'Bateria' }))
      await rowsOf(page)
        .first()
        .filter({ hasText: /Słaba|Krytyczna/ })
        .waitFor()
      await select(hand, 1)
      await hand.click(button(page, 'Zobacz na mapie'))
      await hand.click(button(page, 'Odtwórz'))
      await button(page, 'Zatrzymaj').waitFor()
    }
  }
]
