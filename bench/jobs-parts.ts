/** What a job is, and what several jobs do with their pages. */
import { expect, type Locator, type Page } from '@playwright/test'
import { alert } from '../test/e2e/fixtures/orders.ts'
import type { Area } from '../test/e2e/fixtures/server.ts'
import { rowsOf } from '../test/e2e/fixtures/test.ts'
import type { Cost, Hand } from './jobs-hand.ts'

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

export const newOrders = '/orders/new'
export const inProgress = '/orders/in-progress'
/** The note of the orders that one vehicle has driven. */
export const driven = 'twelve-of-a-route'

export const firstRow = (page: Page): Locator => rowsOf(page).first()
export const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name ? { name } : {})
/** The notice that a driver is being notified. */
export const told = (page: Page): Locator => alert(page, 'Wysyłamy powiadomieni')

/** Waits for the field of a finish that comes last; the machine may have other work. */
export const whole = (form: Locator): Promise<void> =>
  expect(form.getByRole('combobox', { name: 'Kierowca' })).toHaveValue(/\S/, { timeout: 30_000 })

/** The first so many rows. */
export async function select(hand: Hand, count: number): Promise<void> {
  await hand.click(rowsOf(hand.page).nth(0))
  if (count > 1) await hand.click(rowsOf(hand.page).nth(count - 1), 'Shift')
}
