/** The jobs of a morning: orders are accepted, planned and printed, and their drivers notified. */
import type { Locator, Page } from '@playwright/test'
import { alert, isoDayIn } from '../test/e2e/fixtures/orders.ts'
import { button, type Hand } from './jobs-hand.ts'
import { dialog, firstRow, inProgress, type Job, newOrders, select, told } from './jobs-parts.ts'

const planning = (page: Page): Locator => page.getByRole('region', { name: 'Skieruj do realizacji' })
const planned = (page: Page): Locator => alert(page, 'Pomyślnie skierowano do realizacji')

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
const accepted = '/orders/accepted'

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

export const planningJobs: readonly Job[] = [
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
  }
]
