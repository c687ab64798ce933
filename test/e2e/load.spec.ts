/**
 * One load from the client's order to the waste register, in the browser: its card is read from the demo's register and finds the order, the driver's
 * confirmation is fetched, the load is weighed, the receipt confirmed with the ticket's mass, the transport confirmed, the order finished with
 * number and tonnes of the card, and the client's statement of masses issued, which names order, card and ticket.
 */
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import {
  alert,
  choiceOf,
  choose,
  chooseItem,
  command,
  dayIn,
  open,
  opened,
  row,
  speaker,
  told,
  turnTo,
  whole
} from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, type Page, phone, type TestServer, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 180_000 })

const plate = 'LCH 4KPO1'
const say = speaker('pl')

/** A vehicle that no other order has, so that no other one can be the card's. */
async function aVehicle(server: TestServer, orderTypeItemId: number): Promise<void> {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  const call = <T>(method: string, path: string, body?: object): Promise<{ data: T }> =>
    server.call('office', accessToken, method, `/api/Admin/${path}`, body)
  const [other] = (await call<{ driverId: number }[]>('GET', 'Vehicles/listbox')).data
  const orderTypeItems = [{ orderTypeItemId, isActive: true }]
  await call('POST', 'Vehicles', {
    brand: 'MAN',
    model: 'TGS',
    registerNumber: plate,
    payload: 10,
    driverId: other?.driverId,
    orderTypeItems
  })
}

/** The client orders two tonnes on a phone; the order's number. */
async function order(client: Page, server: TestServer): Promise<string> {
  const { place, item } = await choiceOf(server, 'tonnage')
  await client.getByRole('button', { name: say('orders.place.label') }).click()
  const form = client.getByRole('dialog', { name: say('orders.place.label') })
  await choose(form, say('orders.order.receptionPlace'), place)
  await chooseItem(form, { type: 'tonnage', language: 'pl', item })
  await form.getByRole('textbox', { name: say('orders.order.quantity.tonnes') }).fill('2')
  await form.getByRole('button', { name: say('orders.place.label') }).click()
  await expect(form).toBeHidden()
  const sentence = client.getByText(new RegExp(say('orders.place.done', { number: 'Z/\\d{4}/\\d{6}' })))
  return /Z\/\d{4}\/\d{6}/.exec(await sentence.innerText())?.[0] ?? ''
}

/** Accepted, and planned for today in the vehicle. */
async function plan(office: Page, number: string): Promise<void> {
  await row(office, number).click()
  await command(office, 'Przyjmij zamówienie')
  await expect(row(office, number)).toHaveCount(0)
  await open(office, 'Przyjęte')
  await row(office, number).click()
  const bar = office.getByRole('region', { name: 'Skieruj do realizacji' })
  await bar.getByLabel('Termin odbioru').fill(dayIn(0))
  await bar.getByRole('combobox').fill(plate)
  await bar.getByRole('option').filter({ hasText: plate }).click()
  // another test may have planned something for the driver today
  await settled(office)
  const doubt = bar.getByRole('checkbox', { name: 'Zaplanuj mimo to' })
  if (await doubt.isVisible()) await doubt.check()
  await bar.getByRole('button', { name: /^Skieruj do realizacji/ }).click()
  await expect(alert(office, 'Pomyślnie skierowano do realizacji zamówienie')).toBeVisible()
  await expect(row(office, number)).toHaveCount(0)
}

/** The load of the order is weighed: 2,480 kg. */
async function weigh(office: Page, number: string): Promise<void> {
  // the group of the menu is closed at first
  await office.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Magazyn', exact: true }).click()
  await open(office, 'Kwity wagowe')
  await office.getByRole('button', { name: 'Dodaj kwit', exact: true }).click()
  const form = office.getByRole('dialog', { name: 'Dodaj kwit' })
  const vehicle = form.getByRole('combobox', { name: 'Pojazd', exact: true })
  const own = vehicle.locator('option').filter({ hasText: plate })
  await vehicle.selectOption(await own.getAttribute('value'))
  await form.getByRole('combobox', { name: 'Magazyn', exact: true }).selectOption({ index: 1 })
  // the vehicle's tare has been asked for by then
  await settled(office)
  await form.getByRole('textbox', { name: 'Brutto', exact: true }).fill('12480')
  await form.getByRole('textbox', { name: 'Tara', exact: true }).fill('10000')
  await form.getByRole('button', { name: 'Dodaj zamówienie', exact: true }).click()
  await choose(form, 'Zamówienie', number)
  await form.getByRole('button', { name: 'Dodaj kwit', exact: true }).click()
  await expect(alert(office, 'netto 2480 kg')).toBeVisible()
}

/** The client's statement of this month's masses is issued; the panel of it. */
async function issueStatement(office: Page, client: string): Promise<Locator> {
  await open(office, 'Zestawienia mas')
  await office.getByRole('button', { name: 'Wystaw zestawienie', exact: true }).click()
  const form = office.getByRole('dialog', { name: 'Wystaw zestawienie' })
  await choose(form, 'Klient', client)
  await form.getByRole('button', { name: 'ten miesiąc', exact: true }).click()
  await expect(form.getByRole('textbox', { name: 'Według kodów odpadów' })).toHaveValue(/16 01 03/)
  await form.getByRole('button', { name: 'Wystaw zestawienie', exact: true }).click()
  const sentence = alert(office, 'Wystawiono zestawienie')
  await expect(sentence).toBeVisible()
  const number = /ZM\/\d{4}\/\d+/.exec(await sentence.innerText())?.[0] ?? ''
  await row(office, number).first().dblclick()
  return office.getByRole('complementary', { name: `Zestawienie mas ${number}` })
}

/** The card of an order in its list, which is come to anew, so that nothing is chosen yet. */
async function chooseCard(office: Page, number: string): Promise<Locator> {
  await open(office, 'W realizacji')
  await open(office, 'Karty przekazania')
  const card = row(office, number)
  await card.click()
  await expect(card).toHaveAttribute('aria-selected', 'true')
  return card
}

test('a load goes from the order through card, scale and register to the finished order', async ({
  aWindow,
  server
}) => {
  const { itemId } = await choiceOf(server, 'tonnage')
  await aVehicle(server, itemId)
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new' })
  const client = await aWindow({ area: 'portal', as: 'client@example.com', size: phone, path: '/client/orders' })
  const number = await order(client, server)
  await expect(row(office, number)).toBeVisible()
  await plan(office, number)

  // the card of this order is in the register, and is found by client, plate and day
  await server.readRegister()
  const card = await chooseCard(office, number)
  await expect(card).toContainText('w transporcie')
  await expect(card).toContainText(plate.replace(' ', ''))
  const download = office.waitForEvent('download')
  await command(office, 'Pobierz potwierdzenie (PDF)')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^KPO-\d{4}-\d+\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await weigh(office, number)

  await chooseCard(office, number)
  const receipt = await command(office, 'Potwierdź przejęcie')
  await expect(receipt.getByRole('textbox', { name: 'Masa przejęta' })).toHaveValue('2,48')
  await receipt.getByRole('button', { name: 'Potwierdź przejęcie', exact: true }).click()
  await expect(card).toContainText('przejęcie potwierdzone')
  await chooseCard(office, number)
  const transport = await command(office, 'Potwierdź transport')
  await transport.getByRole('button', { name: 'Potwierdź transport', exact: true }).click()
  await expect(card).toContainText('transport potwierdzony')

  await open(office, 'W realizacji')
  await row(office, number).click()
  const finish = await command(office, 'Zakończ')
  await whole(finish)
  await expect(finish.getByLabel('Numer KPO')).toHaveValue(/^KPO\/\d{4}\/\d{7}$/)
  await expect(finish.getByLabel('Tonaż')).toHaveValue('2,48')
  await finish.getByLabel('Operator').selectOption({ index: 1 })
  await finish.getByRole('button', { name: 'Zakończ', exact: true }).click()
  await expect(alert(office, 'Pomyślnie zakończono zamówienie')).toBeVisible()
  await open(office, 'Zrealizowane')
  const panel = await opened(office, number)
  const details = await turnTo(panel, 'Szczegóły zamówienia')
  await expect(told(details, 'Numer KPO')).toHaveText(/^KPO\/\d{4}\/\d{7}$/)
  await expect(told(details, 'Tonaż')).toContainText('2,48')
  const kpo = await told(details, 'Numer KPO').innerText()
  const name = await panel.locator('a[href^="/clients/active"]').innerText()

  const statement = await turnTo(await issueStatement(office, name), 'Wiersze')
  const line = statement.getByRole('row').filter({ hasText: number })
  await expect(line).toContainText(kpo)
  await expect(line).toContainText(/2\s?480\s?kg/)
})
