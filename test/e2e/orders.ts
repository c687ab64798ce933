/** What the browser tests of orders do again and again: rows and cards, forms by their labels, the stages of a life. */

import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import type { House } from './server.ts'
import { expect, type Page, rowsOf } from './test.ts'

const itemTypes = { vehicle: 1, tonnage: 2, container: 3 } as const
export type ItemType = keyof typeof itemTypes
export type Language = 'pl' | 'en' | 'de'

const rooms = ['src/kernel', 'modules/orders', 'modules/pricing']
const words = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...rooms.map(room =>
      JSON.parse(readFileSync(new URL(`../../${room}/messages/${language}.json`, import.meta.url), 'utf8'))
    )
  )

/** The sentences of a language; what they say of the order is put in as it is. */
export function speaker(language: Language): (key: string, params?: Readonly<Record<string, string>>) => string {
  const known = words(language)
  return (key, params = {}) => {
    const sentence = known[key]
    if (!sentence) throw new Error(`Nobody says ${key}`)
    return sentence.replace(/\{(\w+)(?:, number)?\}/g, (_, name: string) => params[name] ?? '')
  }
}

/** A row of the office's grid. */
export const row = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text })

/** A card of the list on a phone. */
export const card = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })

/** The button of a bar, wherever it stands: in it, or in its menu where the bar is too short. */
export async function press(bar: Locator, name: string): Promise<void> {
  const button = bar.getByRole('button', { name, exact: true })
  const more = bar.getByRole('button', { name: 'Więcej poleceń' })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await more.click()
  await bar.getByRole('menuitem', { name, exact: true }).click()
}

/** Runs a command of the list on the rows that are chosen, and gives its dialog, if it opens one. */
export async function command(page: Page, name: string): Promise<Locator> {
  await press(page.getByRole('toolbar', { name: 'Polecenia' }), name)
  return page.getByRole('dialog', { name })
}

/** Goes to a list of the office by its menu. */
export async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** The panel of an order, opened from its row. */
export async function opened(page: Page, number: string): Promise<Locator> {
  await row(page, number).dblclick()
  const panel = page.getByRole('complementary', { name: `Zamówienie ${number}` })
  await expect(panel).toBeVisible()
  return panel
}

export async function turnTo(panel: Locator, title: string): Promise<Locator> {
  await panel.getByRole('tab', { name: title, exact: true }).click()
  return panel.getByRole('tabpanel', { name: title, exact: true })
}

/** What a panel says under a label. */
export const told = (panel: Locator, label: string): Locator =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')

export const alert = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Komunikaty' }).getByRole('listitem').filter({ hasText: text }).last()

/** How much waits, as the bell says. */
export async function waiting(page: Page): Promise<number> {
  const bell = page.getByRole('button', { name: /^Powiadomienia: \d+$/ })
  return Number((await bell.getAttribute('aria-label'))?.match(/\d+/)?.[0])
}

/** A day from now on Warsaw's calendar, as people type it. */
export function dayIn(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('de-DE', {
    timeZone: 'Europe/Warsaw',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric'
  }).format(day)
}

interface Choice {
  /** The options' values in the form: their places in the answers. */
  readonly place: string
  readonly item: string
  readonly placeId: number
  readonly itemId: number
}

const company = 1

/** Where the demo's first company can order things of a type. */
export async function choiceOf(house: House, type: ItemType): Promise<Choice> {
  const { accessToken } = await house.signIn('portal', 'client@example.com')
  const get = <T>(path: string): Promise<{ data: T[] }> => house.call('portal', accessToken, 'GET', path)
  const places = await get<{ id: number; orderTypes: number[]; isActive: boolean }>(
    `/api/Admin/Companies/${company}/reception-places?departmentId=1`
  )
  const place = places.data.findIndex(({ orderTypes, isActive }) => isActive && orderTypes.includes(itemTypes[type]))
  const placeId = places.data[place]?.id ?? 0
  const items = await get<{ id: number; orderTypeId: number }>(`/api/Admin/OrderTypeItems?receptionPlaceId=${placeId}`)
  const item = items.data.findIndex(({ orderTypeId }) => orderTypeId === itemTypes[type])
  return { place: String(place), item: String(item), placeId, itemId: items.data[item]?.id ?? 0 }
}

/** Places an order without a browser; its number. */
export async function placed(house: House, type: ItemType, note: string, quantity = 1): Promise<string> {
  const { placeId, itemId } = await choiceOf(house, type)
  const { accessToken } = await house.signIn('portal', 'client@example.com')
  const body = { receptionPlace: placeId, orderTypeItemId: itemId, quantity, additionalInfo: note }
  const made = await house.call<{ data: { number: string } }>('portal', accessToken, 'POST', '/api/Admin/Orders', body)
  return made.data.number
}

/** Chooses the day and the first vehicle of the picker in the planning bar, for the chosen rows. */
export async function plan(page: Page, day: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Skieruj do realizacji' })
  await bar.getByLabel('Data realizacji').fill(day)
  await bar.getByRole('combobox').click()
  await bar.getByRole('option').first().click()
  await bar.getByRole('button', { name: /^Skieruj do realizacji/ }).click()
}
