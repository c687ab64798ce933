/**
 * The life of an order of each type, from the client's phone over the office to the invoice, in windows that nobody
 * reloads: the client's card and time-line show every step as it happens.
 */
import { signedInvoice } from '../helper/accounting.ts'
import { accept, begin, correct, finish, notify, realize } from './fixtures/life.ts'
import { alert, card, command, open, opened, row, speaker, told, turnTo } from './fixtures/orders.ts'
import { expect, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 120_000 })

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
