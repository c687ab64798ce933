/**
 * The office's day on a phone, 360 px wide, played by taps: a planner on the way accepts, plans, tells the driver, finishes and corrects. What
 * each costs "before" is what it cost at the first count on a phone, in November 2026.
 */
import type { Locator, Page } from '@playwright/test'
import { alert } from '../test/e2e/fixtures/orders.ts'
import { button, type Hand } from './jobs-hand.ts'
import { dialog, type Job, told, whole } from './jobs-parts.ts'

const onPhone = { phone: true, ready: (page: Page) => cards(page).first() } as const

const cards = (page: Page): Locator => page.getByRole('main').getByRole('listitem')
const bar = (page: Page): Locator => page.getByRole('main').getByRole('toolbar').first()

/** Ticks the first so many cards. */
async function tick(hand: Hand, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await hand.click(cards(hand.page).nth(at).getByRole('checkbox', { name: 'Wybierz' }))
}

export const jobsOnPhone: readonly Job[] = [
  {
    ...onPhone,
    name: 'on a phone: accept 3',
    before: { clicks: 4 },
    path: '/orders/new',
    play: async hand => {
      await tick(hand, 3)
      await hand.command(bar(hand.page), 'Przyjmij zamówienie')
      await alert(hand.page, 'Pomyślnie przyjęto').waitFor()
    }
  },
  {
    ...onPhone,
    name: 'on a phone: plan 3 to a vehicle and notify the driver',
    before: { clicks: 8 },
    path: '/orders/accepted',
    play: async hand => {
      const { page } = hand
      await tick(hand, 3)
      await hand.command(bar(page), 'Skieruj do realizacji')
      const form = dialog(page, 'Skieruj do realizacji')
      await form.getByText('propozycja').waitFor()
      await hand.click(button(form, /^Skieruj do realizacji/))
      await alert(page, 'Pomyślnie skierowano do realizacji').waitFor()
      await hand.click(button(page, 'Powiadom kierowców'))
      await dialog(page).getByText('1 kierowca, 3 zamówienia').waitFor()
      await hand.click(button(dialog(page), 'Powiadom kierowcę'))
      await told(page).waitFor()
    }
  },
  {
    ...onPhone,
    name: 'on a phone: finish one',
    before: { clicks: 3, typed: 2 },
    path: '/orders/in-progress?sort=number',
    play: async hand => {
      const { page } = hand
      await tick(hand, 1)
      await hand.command(bar(page), 'Zakończ')
      const form = dialog(page, 'Zakończ')
      await whole(form)
      await hand.type(form.getByLabel('Tonaż'), '1,2')
      await hand.type(form.getByLabel('Numer KPO'), 'KPO/2026/0000778')
      for (const name of ['Operator', 'Magazyn wewnętrzny']) {
        const box = form.getByLabel(name)
        await box.locator('option').nth(1).waitFor({ state: 'attached' })
        if ((await box.inputValue()) === '') await hand.choose(box)
      }
      await hand.click(button(form, 'Zakończ'))
      await alert(page, 'zakończono').waitFor()
    }
  },
  {
    ...onPhone,
    name: 'on a phone: correct',
    before: { clicks: 3, typed: 1 },
    path: '/orders/completed',
    play: async hand => {
      const { page } = hand
      await tick(hand, 1)
      await hand.command(bar(page), 'Popraw')
      await whole(dialog(page))
      await hand.type(dialog(page).getByLabel('Tonaż'), '1,3')
      await hand.click(button(dialog(page), 'Popraw'))
      await dialog(page).waitFor({ state: 'detached' })
    }
  },
  {
    ...onPhone,
    name: 'on a phone: order of an unknown caller',
    before: { clicks: 2, typed: 2 },
    path: '/orders/new',
    play: async hand => {
      const { page } = hand
      await hand.command(bar(page), 'Nowy klient i zamówienie')
      const form = dialog(page, 'Nowy klient i zamówienie')
      await hand.type(form.getByLabel('NIP lub numer VAT'), '5261040828')
      await form.getByText('Znaleziono w rejestrze').waitFor()
      await hand.type(form.getByLabel('Telefon na miejscu odbioru'), '501502503')
      await hand.click(button(form, 'Nowy klient i zamówienie'))
      await alert(page, 'Dodano klienta').waitFor()
    }
  },
  {
    ...onPhone,
    name: 'on a phone: cancel',
    before: { clicks: 5 },
    path: '/orders/new',
    play: async hand => {
      const { page } = hand
      await tick(hand, 1)
      await hand.command(bar(page), 'Anuluj zamówienie')
      await hand.click(dialog(page).getByRole('radio').first())
      await hand.click(button(dialog(page), 'Anuluj zamówienie'))
      await alert(page, 'Pomyślnie anulowano').waitFor()
    }
  }
]
