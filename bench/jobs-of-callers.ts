/** The jobs of whoever calls or orders, and of a technician. */
import { alert } from '../test/e2e/fixtures/orders.ts'
import { rowsOf } from '../test/e2e/fixtures/test.ts'
import { button } from './jobs-hand.ts'
import { dialog, firstRow, type Job, newOrders, select } from './jobs-parts.ts'

const client = { area: 'portal', as: 'client.admin@example.com', phone: true } as const

export const callerJobs: readonly Job[] = [
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
