/** A working day of the office: several orders planned at once, their sheets and the report, and the fleet. */
import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { cellsOf, partsOf } from '../helper/xlsx.ts'
import { alert, command, dayIn, open, placed, row } from './fixtures/orders.ts'
import { expect, type Page, rowsOf, type TestServer, test } from './fixtures/test.ts'

test.use({ expected: [/status of (409|422|500)/] })
test.describe.configure({ timeout: 120_000 })

const admin = { area: 'office', as: 'admin@example.com' } as const

/** Later than the next working day, for which other tests plan: on a Friday that is three days ahead. */
const farDay = dayIn(24)

/** Orders that wait for a vehicle. */
async function accepted(server: TestServer, count: number): Promise<string[]> {
  const { accessToken } = await server.signIn('office', admin.as)
  const numbers: string[] = []
  for (let at = 0; at < count; at++) {
    const number = await placed(server, 'container', `stop ${at + 1}`)
    const path = `/api/Admin/Orders?page=1&limit=1&allFields=${encodeURIComponent(number)}`
    const { data } = await server.call<{ data: { id: number }[] }>('office', accessToken, 'GET', path)
    await server.call('office', accessToken, 'PUT', `/api/Admin/Orders/${data[0]?.id}/accept`)
    numbers.push(number)
  }
  return numbers
}

interface Vehicles {
  readonly data: readonly { readonly proposed?: string }[]
}

/** Chooses exactly these rows. */
async function choose(page: Page, numbers: readonly string[]): Promise<void> {
  const [first = '', ...others] = numbers
  await row(page, first).click()
  for (const number of others) await row(page, number).click({ modifiers: ['ControlOrMeta'] })
}

test('orders are planned at once by the keyboard, with load beside capacity and the stops of the day', async ({
  aWindow,
  server
}) => {
  const numbers = await accepted(server, 3)
  const { accessToken } = await server.signIn('office', admin.as)
  const [one = '', two = '', three = ''] = numbers
  const page = await aWindow({ ...admin, path: '/orders/accepted' })
  const bar = page.getByRole('region', { name: 'Skieruj do realizacji' })
  const vehicle = bar.getByRole('combobox', { name: 'Pojazd' })
  const send = bar.getByRole('button', { name: /^Skieruj do realizacji/ })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription('Najpierw zaznacz pozycje na liście.')

  await choose(page, [one, two])
  await expect(send).toHaveText(/\(2\)$/)
  await expect(bar).toContainText('propozycja: ')
  // another vehicle is proposed for that day while the field has the focus: what is typed then replaces it
  let answer = (): void => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  const isProposal = ({ pathname, searchParams }: URL): boolean =>
    pathname.endsWith('/matched-vehicles') &&
    searchParams.get('day') === farDay &&
    searchParams.has('OrdersId') &&
    !searchParams.has('VehicleId')
  const proposeLast = async (route: Route): Promise<void> => {
    await held
    const { pathname, search } = new URL(route.request().url())
    const answered = await server.call<Vehicles>('office', accessToken, 'GET', `${pathname}${search}`)
    const rest = answered.data.map(({ proposed: _, ...vehicle }) => vehicle)
    await route.fulfill({ json: { ...answered, data: [...rest.slice(0, -1), { ...rest.at(-1), proposed: 'room' }] } })
  }
  await page.route(isProposal, proposeLast, { times: 1 })
  await bar.getByLabel('Termin odbioru').fill(farDay)
  await expect(bar).not.toContainText('propozycja: ')
  await vehicle.focus()
  answer()
  await expect(bar).toContainText('propozycja: ')
  await page.keyboard.press('Delete')
  await expect(vehicle).toHaveValue('')
  await send.click()
  await expect(vehicle).toHaveAccessibleDescription('Wybierz datę i pojazd')

  await vehicle.focus()
  await vehicle.press('ArrowDown')
  const offered = bar.getByRole('option')
  await expect(offered.first()).toContainText(/ z \d+(,\d+)? t/)
  const plate = (await offered.first().locator('strong').innerText()).trim()
  const asked = page.waitForRequest(request => {
    const { pathname, searchParams } = new URL(request.url())
    const typed = searchParams.get('DriverNameOrRegistrationNumber')
    return pathname === '/api/Admin/Vehicles/matched-vehicles' && typed === plate.toLowerCase()
  })
  await vehicle.pressSequentially(plate.toLowerCase())
  await asked
  await expect(offered).toHaveCount(1)
  await vehicle.press('Enter')
  await expect(vehicle).toHaveValue(new RegExp(plate))
  await expect(bar).toContainText(/\d+(,\d+)? z \d+(,\d+)? t/)
  await expect(bar).toContainText('tego dnia bez odbiorów')
  await send.click()
  await expect(alert(page, 'Pomyślnie skierowano do realizacji 2 zamówienia')).toBeVisible()
  await expect(row(page, one)).toHaveCount(0)
  await expect(row(page, two)).toHaveCount(0)

  await row(page, three).click()
  await expect(vehicle).toHaveValue(new RegExp(plate))
  await expect(bar).toContainText('tego dnia 2 odbiory')
  await bar.getByText(/^Trasa tego dnia/).click()
  const route = bar.getByRole('list', { name: /^Trasa tego dnia/ })
  await expect(route.getByRole('listitem')).toHaveCount(2)
  await expect(route).toContainText(one)
  await expect(route).toContainText(two)
  await send.click()
  await expect(row(page, three)).toHaveCount(0)

  // what is done next is led to from the page itself, too
  const success = alert(page, 'Pomyślnie skierowano do realizacji').last()
  await success.hover()
  await open(page, 'W realizacji')
  for (const number of numbers) await expect(row(page, number)).toContainText(plate)
  await success.getByRole('button', { name: /^Powiadom/ }).click()
  for (const number of numbers) await expect(page.getByRole('dialog')).toContainText(number)
})

test('a preview shows the sheets of two orders before they are printed', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/orders/in-progress' })
  const chosen = [rowsOf(page).nth(0), rowsOf(page).nth(1)]
  const numbers = await Promise.all(chosen.map(one => one.getByRole('gridcell').nth(1).innerText()))
  await choose(page, numbers)
  const dialog = await command(page, 'Drukuj')
  await expect(dialog).toContainText('2 zamówienia, każde na osobnej stronie A4')
  const sheets = dialog.getByRole('region', { name: 'Podgląd wydruku' }).getByRole('article')
  await expect(sheets.filter({ hasText: 'Podpis klienta' })).toHaveCount(2)
  for (const number of numbers) await expect(sheets.filter({ hasText: number }).last()).toContainText('Podpis klienta')
  await dialog.getByRole('button', { name: 'Zamknij' }).last().click()
  await expect(dialog).toBeHidden()
})

test('the report of orders is a spreadsheet with all orders that match', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('office', admin.as)
  const list = '/api/Admin/Orders?page=1&limit=1&OrderStatus=3'
  const { total } = await server.call<{ total: number }>('office', accessToken, 'GET', list)
  const page = await aWindow({ ...admin, path: '/orders/all' })
  const dialog = await command(page, 'Raport zamówień')
  await dialog.getByRole('button', { name: 'Raport zamówień' }).click()
  await expect(dialog.getByText('To pole jest wymagane do pobrania raportu').first()).toBeVisible()
  await dialog.getByLabel('Status').selectOption('Zrealizowane')
  await dialog.getByLabel('Utworzone od').fill('01.01.2020')
  await dialog.getByLabel('Sortuj według').selectOption({ index: 1 })
  await dialog.getByLabel('Język raportu').selectOption('polski')

  await page.route('**/api/Admin/Orders/report?*', route => route.fulfill({ status: 500 }), { times: 1 })
  const reloaded = page.waitForRequest(asked => /\/api\/Admin\/Orders\?/.test(asked.url()))
  await dialog.getByRole('button', { name: 'Raport zamówień' }).click()
  const failure = alert(page, 'Błąd podczas pobierania raportu')
  await expect(failure).toBeVisible()
  await expect(dialog).toBeHidden()
  await reloaded

  await command(page, 'Raport zamówień')
  await dialog.getByLabel('Status').selectOption('Zrealizowane')
  await dialog.getByLabel('Utworzone od').fill('01.01.2020')
  await dialog.getByLabel('Sortuj według').selectOption({ index: 1 })
  await dialog.getByLabel('Język raportu').selectOption('polski')
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Raport zamówień' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const cells = cellsOf(partsOf(await readFile(await file.path())))
  expect(cells.length - 1).toBe(total)
  await expect(alert(page, 'Pomyślnie pobrano raport')).toBeVisible()
  await expect(dialog).toBeHidden()
  // it is true no more
  await expect(failure).toBeHidden()
})

test('an operator is added once, and the same name again is refused', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/config/operators' })
  const form = await command(page, 'Dodaj operatora')
  const send = form.getByRole('button', { name: 'Dodaj operatora' })
  await send.click()
  await expect(form.getByText('Podaj nazwę operatora').first()).toBeVisible()
  await form.getByLabel('Nazwa').fill('Guma Podlasie sp. z o.o.')
  await send.click()
  await expect(alert(page, 'Dodano operatora „Guma Podlasie sp. z o.o.”')).toBeVisible()
  await expect(row(page, 'Guma Podlasie')).toHaveCount(1)
  await command(page, 'Dodaj operatora')
  await form.getByLabel('Nazwa').fill('guma podlasie SP. Z O.O.')
  await send.click()
  await expect(form.getByText('Operator o podanej nazwie istnieje').first()).toBeVisible()
})

test('a vehicle needs a proper plate, a model, a brand and a driver', async ({ aWindow }) => {
  const page = await aWindow({ ...admin, path: '/config/vehicles' })
  const form = await command(page, 'Dodaj pojazd')
  const send = form.getByRole('button', { name: 'Dodaj pojazd' })
  await send.click()
  for (const sentence of [
    'podaj markę samochodu',
    'Podaj model samochodu',
    'Podaj numer rejestracyjny',
    'podaj kierowcę'
  ])
    await expect(form.getByText(sentence).first()).toBeVisible()
  const plate = form.getByLabel('Numer rejestracyjny')
  await plate.fill('12 LCH')
  await send.click()
  const proper = 'Poprawna forma numeru rejestracyjnego to XX XXXXX, XXX XXXXX lub XXX XXXX'
  await expect(form.getByText(proper).first()).toBeVisible()
  await plate.fill('lch 7a7a7')
  await expect(plate).toHaveValue('LCH 7A7A7')
  await form.getByLabel('Marka').fill('Scania')
  await form.getByLabel('Model').fill('R 450')
  await form.getByLabel('Kierowca').selectOption({ index: 1 })
  await form.getByRole('group', { name: 'Kontener' }).getByLabel('Wszystkie').check()
  await send.click()
  await expect(alert(page, 'Dodano pojazd LCH 7A7A7')).toBeVisible()
  await expect(row(page, 'LCH 7A7A7')).toContainText('Scania')
  await command(page, 'Dodaj pojazd')
  await form.getByLabel('Marka').fill('MAN')
  await form.getByLabel('Model').fill('TGS')
  await plate.fill('LCH 7A7A7')
  await form.getByLabel('Kierowca').selectOption({ index: 1 })
  await send.click()
  await expect(form.getByText('Pojazd o podanym numerze rejestracyjnym już istnieje').first()).toBeVisible()
})

test('the form of a driver says what each field asks for', async ({ aWindow, server }) => {
  const page = await aWindow({ ...admin, path: '/config/drivers' })
  const form = await command(page, 'Dodaj kierowcę')
  const send = form.getByRole('button', { name: 'Dodaj kierowcę' })
  await form.getByLabel('Telefon').fill('12')
  await form.getByLabel('Adres e-mail').fill('nobody')
  await send.click()
  for (const sentence of [
    'Żeby dodać kierowce podaj Imię',
    'Żeby dodać kierowce podaj nazwisko',
    'niepoprawny numer telefonu',
    'Podaj poprawny email'
  ])
    await expect(form.getByText(sentence).first()).toBeVisible()
  await form.getByLabel('Imię').fill('Zenon')
  await form.getByLabel('Nazwisko').fill('Zawrotny')
  await form.getByLabel('Telefon').fill('600700801')
  await form.getByLabel('Adres e-mail').fill('zenon@opony.example.com')
  await send.click()
  await expect(alert(page, 'Dodano kierowcę: Zenon Zawrotny. Zaproszenie wyślemy e-mailem.')).toBeVisible()
  await expect(row(page, 'Zawrotny')).toContainText('600 700 801')
  expect((await server.mailbox.to('zenon@opony.example.com')).text).toContain('/setnewPassword#token=')
})

test('a company is searched for by more than two characters, 350 ms after the last key', async ({ aWindow }) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/orders/new' })
  // before the form is drawn: it could not take back a timer of the true clock
  await office.clock.install()
  await office.getByRole('button', { name: 'Złóż zamówienie' }).click()
  const form = office.getByRole('dialog', { name: 'Złóż zamówienie' })
  const company = form.getByRole('combobox', { name: 'Klient' })
  await company.fill('Ch')
  const tooShort = form.getByText('Wpisz co najmniej 3 znaki')
  await expect(tooShort).toBeVisible()
  const found = form.getByRole('listbox', { name: 'Klient' }).getByRole('option')
  await expect(found).toHaveCount(0)
  const asked: string[] = []
  office.on('request', request => {
    if (/Companies\?.*limit=20.*allFields=Che/.test(request.url())) asked.push(request.url())
  })
  await office.clock.pauseAt((await office.evaluate(() => Date.now())) + 1_000)
  await company.fill('Cheł')
  await office.clock.runFor(349)
  await expect(tooShort).toBeVisible()
  expect(asked).toEqual([])
  await office.clock.runFor(1)
  await expect.poll(() => asked.length).toBe(1)
  await office.clock.resume()
  // other companies are found by their places
  await found.filter({ hasText: 'Chełm' }).first().click()
  await expect(company).toHaveValue(/Chełm/)
})
