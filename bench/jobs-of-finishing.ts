/** The jobs of an evening: orders are finished, corrected and handed over to the accounting. */
import { alert } from '../test/e2e/fixtures/orders.ts'
import { rowsOf } from '../test/e2e/fixtures/test.ts'
import { button } from './jobs-hand.ts'
import { dialog, driven, firstRow, inProgress, type Job, select, whole } from './jobs-parts.ts'

export const finishingJobs: readonly Job[] = [
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
  }
]
