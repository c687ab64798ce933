/**
 * The life of an order of each type, from the client's phone over the office to the invoice, in windows that nobody
 * reloads: the client's card and time-line show every step as it happens.
 */
import type { Locator } from '@playwright/test'
import { signedInvoice } from '../helper/accounting.ts'
import {
  alert,
  card,
  choiceOf,
  choose,
  chooseItem,
  command,
  dayIn,
  type ItemType,
  type Language,
  open,
  opened,
  plan,
  row,
  speaker,
  told,
  turnTo,
  waiting,
  whole
} from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, phone, type TestServer, test, type WindowOptions } from './fixtures/test.ts'

test.describe.configure({ timeout: 120_000 })

const locales = { en: 'en-GB', de: 'de-DE', pl: 'pl-PL', sk: 'sk-SK', et: 'et-EE', cs: 'cs-CZ' } as const

interface Life {
  readonly office: Page
  readonly client: Page
  readonly number: string
  /** Waits until the client's card bears the status and the time-line the sentence. */
  sees(status: string, sentence: string, params?: Readonly<Record<string, string>>): Promise<void>
}

interface Ordered {
  readonly type: ItemType
  readonly language: Language
  /** The most of the type that may be ordered; so many are. */
  readonly most: number
}

/** How many is asked in the unit of the type; of a vehicle it is not asked. */
const quantityLabels: Partial<Record<ItemType, string>> = {
  tonnage: 'orders.order.quantity.tonnes',
  container: 'orders.order.quantity.containers'
}

/** The form of ordering is filled in on a phone: too many are refused, the price says where it comes from. */
async function fillIn(form: Locator, server: TestServer, { type, language, most }: Ordered): Promise<void> {
  const say = speaker(language)
  const { place, item } = await choiceOf(server, type)
  await choose(form, say('orders.order.receptionPlace'), place)
  await chooseItem(form, { type, language, item })
  const amount = form.locator('output')
  await expect(amount).toContainText(/\d+[.,]\d\d\szł/)
  const why = form.getByRole('button', { name: say('pricing.trace') })
  await expect(why).toHaveAttribute('aria-expanded', 'false')
  await why.click()
  await expect(form.getByRole('listitem').filter({ hasText: say('pricing.trace.taken') })).toHaveCount(1)

  const label = quantityLabels[type]
  // of a vehicle one alone may be ordered, which is not asked; what is collected says that it was one
  if (!label) {
    await expect(form.locator('[name=quantity]')).toHaveCount(0)
    return
  }
  const quantity = form.getByRole('textbox', { name: say(label), exact: true })
  await quantity.fill(String(most + 1))
  await form.getByRole('button', { name: say('orders.place.label') }).click()
  await expect(form.getByText(say('check.maximum', { max: String(most) })).first()).toBeVisible()
  await quantity.fill(String(most))
}

/** A client orders; the office's list has it at once, and the bell counts one more. */
async function begin(
  aWindow: (options: WindowOptions) => Promise<Page>,
  server: TestServer,
  what: Ordered
): Promise<Life> {
  const say = speaker(what.language)
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new' })
  const own = {
    area: 'portal',
    as: 'client@example.com',
    size: phone,
    locale: locales[what.language],
    path: '/client/orders'
  } as const
  const client = await aWindow(own)
  await expect(office.getByRole('grid', { name: 'Nowe' })).toBeVisible()
  const before = await waiting(office)

  await client.getByRole('button', { name: say('orders.place.label') }).click()
  const form = client.getByRole('dialog', { name: say('orders.place.label') })
  await fillIn(form, server, what)
  await form.getByRole('button', { name: say('orders.place.label') }).click()
  await expect(form).toBeHidden()
  const sentence = client.getByText(new RegExp(say('orders.place.done', { number: 'Z/\\d{4}/\\d{6}' })))
  const number = /Z\/\d{4}\/\d{6}/.exec(await sentence.innerText())?.[0] ?? ''

  await expect(row(office, number)).toBeVisible()
  await expect.poll(() => waiting(office)).toBe(before + 1)
  const story = await aWindow(own)
  await card(story, number).getByRole('button', { name: number, exact: true }).click()
  const panel = story.getByRole('complementary', { name: say('orders.panel.title', { number }) })
  const events = (await turnTo(panel, say('orders.panel.history'))).locator('.parts-timeline')
  const sees = async (status: string, key: string, params?: Readonly<Record<string, string>>): Promise<void> => {
    await expect(card(client, number)).toContainText(say(`orders.status.${status}`))
    await expect(events.getByRole('listitem').first()).toContainText(say(key, params))
  }
  await sees('placed', 'orders.place.history')
  return { office, client, number, sees }
}

async function accept(office: Page, number: string): Promise<void> {
  await row(office, number).click()
  await command(office, 'Przyjmij zamówienie')
  await expect(row(office, number)).toHaveCount(0)
}

/** From the accepted ones into tomorrow's route of the first vehicle, despite the doubt of this name; its route and place are seen. */
async function realize(office: Page, number: string, doubt?: RegExp): Promise<void> {
  await open(office, 'Przyjęte')
  await row(office, number).click()
  await plan(office, dayIn(1), doubt)
  await expect(alert(office, 'Pomyślnie skierowano do realizacji zamówienie')).toBeVisible()
  await expect(row(office, number)).toHaveCount(0)
  await open(office, 'W realizacji')
  await expect(row(office, number)).toContainText(dayIn(1))
}

async function notify(office: Page, number: string): Promise<void> {
  await row(office, number).click()
  const dialog = await command(office, 'Powiadom kierowcę')
  // the messages come after the form, and push its button down
  await expect(dialog.getByText('1 kierowca, 1 zamówienie')).toBeVisible()
  await dialog.getByRole('button', { name: 'Powiadom kierowcę' }).click()
  await expect(alert(office, 'Wysyłamy powiadomienie o 1 zamówieniu')).toBeVisible()
}

/** Finished: without its data first, which the summary says, then with all of them. */
async function finish(
  office: Page,
  number: string,
  quantity: number,
  received = `${quantity}/${quantity}`
): Promise<void> {
  await row(office, number).click()
  const dialog = await command(office, 'Zakończ')
  await whole(dialog)
  await dialog.getByLabel('Tonaż').fill('1,25')
  await dialog.getByRole('button', { name: 'Zakończ' }).click()
  await expect(dialog.getByRole('link', { name: 'Numer KPO' })).toBeVisible()
  await expect(office.getByRole('dialog', { name: 'Brakuje danych' })).toHaveCount(0)
  await dialog.getByLabel('Numer KPO').fill(`KPO/${number}`)
  await dialog.getByLabel('Odebrana ilość').fill(String(quantity))
  await dialog.getByLabel('Operator').selectOption({ index: 1 })
  await dialog.getByLabel('Magazyn wewnętrzny').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Zakończ' }).click()
  await expect(alert(office, 'Pomyślnie zakończono zamówienie')).toBeVisible()
  await expect(row(office, number)).toHaveCount(0)
  await open(office, 'Zrealizowane')
  await expect(row(office, number)).toContainText(received)
}

/** Corrected: without its tonnage first, which a dialog says and no summary beneath it, then with another one. */
async function correct(office: Page, number: string): Promise<void> {
  await row(office, number).click()
  const dialog = await command(office, 'Popraw')
  await expect(dialog.getByLabel('Tonaż')).toHaveValue('1,25')
  await dialog.getByLabel('Tonaż').fill('')
  await dialog.getByRole('button', { name: 'Popraw' }).click()
  const missing = office.getByRole('dialog', { name: 'Brakuje danych' })
  await expect(missing).toContainText('Uzupełnij wszystkie wymagane pola.')
  await expect(missing.getByRole('listitem')).toHaveText(['Tonaż'])
  await missing.getByRole('button', { name: 'Uzupełnij' }).click()
  await expect(dialog.getByLabel('Tonaż')).toBeFocused()
  await expect(dialog.getByRole('link', { name: 'Tonaż' })).toHaveCount(0)
  await dialog.getByLabel('Tonaż').fill('2,55')
  // what comes next may be a command of the same row, which must have its new version by then
  const reloaded = office.waitForResponse(answer => new URL(answer.url()).pathname === '/api/Admin/Orders')
  await dialog.getByRole('button', { name: 'Popraw' }).click()
  await expect(alert(office, 'Pomyślnie poprawiono zamówienie')).toBeVisible()
  await reloaded
  await settled(office)
  // the selection is cleared, and made anew for what comes next
  await expect(row(office, number)).toHaveAttribute('aria-selected', 'false')
  await row(office, number).click()
}

test('a vehicle: accepted, taken back and accepted again, driven, corrected, and given its number by hand', async ({
  aWindow,
  server
}) => {
  const { office, number, sees } = await begin(aWindow, server, { type: 'vehicle', language: 'en', most: 1 })
  await accept(office, number)
  await sees('accepted', 'orders.accept.history')
  await alert(office, 'Pomyślnie przyjęto zamówienie').getByRole('button', { name: 'Cofnij' }).click()
  await expect(row(office, number)).toBeVisible()
  await expect(alert(office, 'Cofnięto')).toBeVisible()
  await accept(office, number)
  await sees('accepted', 'orders.accept.history')

  await realize(office, number)
  await sees('planned', 'orders.realize.history.client')
  const panel = await opened(office, number)
  const details = await turnTo(panel, 'Szczegóły zamówienia')
  await expect(told(details, 'Trasa')).toHaveText(/^\d+$/)
  await expect(told(details, 'Kolejność na trasie')).toHaveText(/^\d+$/)
  await expect(told(details, 'Kierowca zna plan')).toHaveText('nie')
  await panel.getByRole('button', { name: 'Zamknij' }).click()
  await notify(office, number)
  await opened(office, number)
  await turnTo(panel, 'Szczegóły zamówienia')
  await expect(told(details, 'Kierowca zna plan')).toHaveText('tak')
  await expect(await turnTo(panel, 'Wysłane wiadomości')).toContainText(number)
  await panel.getByRole('button', { name: 'Zamknij' }).click()

  await finish(office, number, 1)
  await sees('collected', 'orders.finish.history.client')
  await correct(office, number)
  await sees('collected', 'orders.correct.history')
  const dialog = await command(office, 'Wpisz numer księgowy')
  await dialog.getByRole('button', { name: 'Wpisz numer księgowy' }).click()
  await expect(dialog.getByText('Podaj numer z systemu księgowego').first()).toBeVisible()
  await dialog.getByLabel('Numer księgowy').fill('RO/77/2026')
  await dialog.getByRole('button', { name: 'Wpisz numer księgowy' }).click()
  await expect(row(office, number)).toContainText('RO/77/2026')
  await expect(row(office, number)).toContainText('Ma numer księgowy')
})

test('tonnage: planned, restored and planned again, talked about, and finished', async ({ aWindow, server }) => {
  const { office, client, number, sees } = await begin(aWindow, server, { type: 'tonnage', language: 'de', most: 50 })
  await accept(office, number)
  await sees('accepted', 'orders.accept.history')
  await realize(office, number, /^Ponad ładowność/)
  await sees('planned', 'orders.realize.history.client')
  await row(office, number).click()
  await command(office, 'Przywróć do przyjętych')
  await expect(alert(office, 'Pomyślnie przywrócono do przyjętych zamówienie')).toBeVisible()
  await sees('accepted', 'orders.restore.history.client')
  await realize(office, number, /^Ponad ładowność/)
  await sees('planned', 'orders.realize.history.client')

  const panel = await opened(office, number)
  const talk = await turnTo(panel, 'Komentarze')
  await talk.getByRole('radio', { name: 'Dla klienta' }).check()
  await talk.getByRole('textbox', { name: 'Komentarz' }).fill('<b>Brama B</b> od rana')
  await talk.getByRole('textbox', { name: 'Komentarz' }).press('Control+Enter')
  await expect(talk.getByRole('listitem')).toContainText('<b>Brama B</b> od rana')
  await panel.getByRole('button', { name: 'Zamknij' }).click()
  const say = speaker('de')
  await card(client, number).getByRole('button', { name: number, exact: true }).click()
  const own = client.getByRole('complementary', { name: say('orders.panel.title', { number }) })
  const answers = await turnTo(own, say('orders.panel.comments'))
  await expect(answers).toContainText('<b>Brama B</b> od rana')
  await answers.getByLabel(say('orders.order.content')).fill('Ab acht Uhr ist offen')
  await answers.getByRole('button', { name: say('orders.addComment.label') }).click()
  await expect(answers.getByRole('listitem')).toHaveCount(2)
  await own.getByRole('banner').or(own.locator('header')).getByRole('button').click()

  // of an order by the tonne what was weighed was received
  await finish(office, number, 50, '1,25/50')
  await sees('collected', 'orders.finish.history.client')
  await correct(office, number)
  await sees('collected', 'orders.correct.history')
})

test('a container: handed to the accounting, and invoiced before both windows', async ({ aWindow, server }) => {
  const { office, number, sees } = await begin(aWindow, server, { type: 'container', language: 'pl', most: 2 })
  await accept(office, number)
  await realize(office, number)
  await notify(office, number)
  await finish(office, number, 2)
  await sees('collected', 'orders.finish.history.client')
  await correct(office, number)
  await command(office, 'Synchronizuj')
  await expect(alert(office, 'Zamówienie czeka w kolejce do systemu księgowego')).toBeVisible()
  await expect(alert(office, `Synchronizacja przebiegła pomyślnie: ${number}`)).toBeVisible({ timeout: 20_000 })
  await expect(row(office, number)).toContainText('Ma numer księgowy', { timeout: 20_000 })
  const booked = [...server.connector.booked.values()].find(({ document }) => document.number === number)
  await expect(row(office, number)).toContainText(booked?.number ?? 'no number')

  const invoice = { eventId: `e2e-${number.replaceAll('/', '-')}`, orderNumber: number, invoiceNumber: 'FV/12/2026' }
  await server.call('portal', '', 'POST', '/api/Accounting/invoices', signedInvoice(invoice, new Date()))
  await expect(row(office, number)).toHaveCount(0)
  await sees('invoiced', 'orders.invoiceReceived.history')
  await open(office, 'Zafakturowane')
  await expect(row(office, number)).toContainText('FV/12/2026')
})

test('staff cancel with a reason, and the client reads it', async ({ aWindow, server }) => {
  const { office, number, sees } = await begin(aWindow, server, { type: 'container', language: 'en', most: 2 })
  await row(office, number).click()
  const dialog = await command(office, 'Anuluj zamówienie')
  await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await expect(dialog.getByText('Wybierz powód anulowania').first()).toBeVisible()
  await dialog.getByRole('radio', { name: 'Brak dojazdu' }).check()
  await dialog.getByLabel('Komentarz').fill('Most jest zamknięty')
  await dialog.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await expect(alert(office, 'Pomyślnie anulowano zamówienie')).toBeVisible()
  await expect(row(office, number)).toHaveCount(0)
  await sees('canceled', 'orders.cancel.history', { reason: 'Brak dojazdu' })
  await open(office, 'Anulowane')
  await expect(row(office, number)).toContainText('Brak dojazdu')
})
