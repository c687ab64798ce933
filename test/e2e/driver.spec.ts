/**
 * The driver's application on a phone, from the link that connects it: a day without signal, with the application killed in between, is in
 * the office once.
 */
import type { BrowserContext } from '@playwright/test'
import { EventKind } from '../../modules/driver/schema.ts'
import { aCab, action, aPhone, cab, doStop, inCab, office, stopOf, toldOf } from './fixtures/cab.ts'
import { look } from './fixtures/look.ts'
import { row, turnTo } from './fixtures/orders.ts'
import { expect, test } from './fixtures/test.ts'

test.describe.configure({ timeout: 120_000 })

const { arrived, loaded, signed, photo, failed } = EventKind

test.describe('without signal', () => {
  test.use({ expected: [/ERR_INTERNET_DISCONNECTED/] })

  test('three stops with signature and photo, the application killed and opened again, are in the office once each', async ({
    browser,
    server,
    aWindow
  }) => {
    const { link, orderIds } = await aCab(server, 3)
    const context = await browser.newContext(inCab)
    const page = await aPhone(context, server, link)
    await expect(page).toHaveURL(/\/driver\/app$/)
    for (const id of orderIds) await expect(stopOf(page, id)).toContainText('Do zrobienia')

    await context.setOffline(true)
    const [first = 0, second = 0, third = 0] = orderIds
    await doStop(page, first, '1,5')
    await doStop(page, second, '2')
    await page.close({ runBeforeUnload: false })

    const reopened = await context.newPage()
    await reopened.goto(`${server.portal}/driver/app`)
    await expect(stopOf(reopened, first)).toContainText('Odebrane')
    const line = reopened.getByRole('status').first()
    await expect(line).toContainText('Brak zasięgu')
    await expect(line).toContainText('8 wpisów')
    await expect(line).toContainText('2 zdjęcia')
    await doStop(reopened, third, '3')

    await context.setOffline(false)
    await expect(line).toContainText('Wszystko wysłane')
    const before = await Promise.all(orderIds.map(id => toldOf(server, id)))
    for (const told of before) expect(told.map(({ kind }) => kind).toSorted()).toEqual([arrived, loaded, signed, photo])

    // the client sees what was taken, the signature and the photo
    const client = await aWindow({
      area: 'portal',
      as: 'client@example.com',
      path: `/client/orders?row=${first}&panel=${first}`
    })
    const steps = await turnTo(client.getByRole('complementary'), 'Realizacja')
    await expect(steps).toContainText('załadowano: 1,5 t (osobowe: 40)')
    await expect(steps).toContainText('podpis: Anna Lis')
    const widths = () =>
      steps.locator('img').evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth > 0))
    await expect.poll(widths).toEqual([true, true])

    // signal that comes and goes tells nothing twice
    await context.setOffline(true)
    await context.setOffline(false)
    await reopened.reload()
    await expect(stopOf(reopened, third)).toContainText('Odebrane')
    await expect(line).toContainText('Wszystko wysłane')
    expect(await Promise.all(orderIds.map(id => toldOf(server, id)))).toEqual(before)
    await context.close()
  })
})

test('the last tap is taken back, and a stop that was not collected says why', async ({ browser, server }) => {
  const { link, orderIds } = await aCab(server, 1)
  const context = await browser.newContext(inCab)
  const page = await aPhone(context, server, link)
  const [id = 0] = orderIds
  await stopOf(page, id).click()
  await page.getByRole('button', { name: 'Jestem na miejscu' }).click()
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await expect(page.getByRole('button', { name: 'Jestem na miejscu' })).toBeVisible()
  await action(page, 'Nie odebrano').click()
  await page.getByRole('button', { name: 'Nie odebrano' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wybierz powód.')
  await page.getByLabel('zamknięte').check()
  await page.getByRole('button', { name: 'Nie odebrano' }).click()
  await expect(page.getByText('Nie odebrane: zamknięte')).toBeVisible()
  await expect.poll(async () => (await toldOf(server, id)).map(({ kind }) => kind)).toContain(failed)
  await context.close()
})

test('two phones report of one order, and the plan of the day shows at once what became of it', async ({
  browser,
  server,
  aWindow
}) => {
  const { link, orderIds, driverId } = await aCab(server, 1)
  const [id = 0] = orderIds
  const { data } = await office<{ data: { link: string } }>(server, 'POST', 'DriverDevices', { driverId, send: false })
  const { data: order } = await office<{ data: { number: string } }>(server, 'GET', `Orders/${id}/details`)
  const path = `/orders/day?q=${encodeURIComponent(order.number)}`
  const plan = await aWindow({ area: 'office', as: 'admin@example.com', path })
  const inPlan = row(plan, order.number)
  await expect(inPlan).toBeVisible()

  const contexts = await Promise.all([1, 2].map(() => browser.newContext(inCab)))
  const [first, second] = await Promise.all(
    [link, data.link].map((one, at) => aPhone(contexts[at] as BrowserContext, server, one))
  )
  if (!first || !second) throw new Error('there are two phones')
  await stopOf(first, id).click()
  await stopOf(second, id).click()
  await first.getByRole('button', { name: 'Jestem na miejscu' }).click()
  await expect(inPlan).toContainText('na miejscu')
  await action(second, 'Nie odebrano').click()
  await second.getByLabel('nie ma opon').check()
  await second.getByRole('button', { name: 'Nie odebrano' }).click()
  await expect(inPlan).toContainText('nie: brak opon')
  await action(first, 'Załadowano').click()
  await first.getByRole('button', { name: 'Załadowano', exact: true }).click()
  await expect(inPlan).toContainText('odebrane')
  expect((await toldOf(server, id)).map(({ kind }) => kind).toSorted()).toEqual([arrived, loaded, failed].toSorted())
  await Promise.all(contexts.map(context => context.close()))
})

test.describe('papers', () => {
  test.use({ expected: [/ERR_INTERNET_DISCONNECTED/] })

  test('of a stop are on the phone before the shift, and open without signal', async ({ browser, server }) => {
    const { link, orderIds } = await aCab(server, 1)
    const [id = 0] = orderIds
    const context = await browser.newContext(inCab)
    const pdf = '/api/Driver/cards/1/confirmation?state=1'
    let fetched = 0
    await context.route('**/api/Driver/day?*', async route => {
      const response = await route.fetch()
      if (response.status() !== 200) return route.fulfill({ response })
      const { data } = await response.json()
      for (const stop of data.routes.flatMap((one: { stops: { orderId: number; cards: unknown[] }[] }) => one.stops))
        if (stop.orderId === id) stop.cards = [{ id: 1, number: 'KPO/2026/17', state: 2, pdf }]
      return route.fulfill({ response, json: { data } })
    })
    await context.route(`**${pdf}`, route => {
      fetched += 1
      return route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.4' })
    })
    const page = await aPhone(context, server, link)
    await expect.poll(() => fetched).toBeGreaterThan(0)
    await context.setOffline(true)
    await stopOf(page, id).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'KPO/2026/17' }).click()
    await opened
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(fetched).toBe(1)
    await context.close()
  })
})

test('a phone whose connection was ended says so and keeps what it has', async ({ browser, server }) => {
  const { link, orderIds, driverId } = await aCab(server, 1)
  const context = await browser.newContext(inCab)
  const page = await aPhone(context, server, link)
  const devices = await office<{ data: { id: number; driverId: number; state: number }[] }>(
    server,
    'GET',
    'DriverDevices'
  )
  for (const device of devices.data.filter(one => one.driverId === driverId))
    await office(server, 'DELETE', `DriverDevices/${device.id}`)
  await stopOf(page, orderIds[0] ?? 0).click()
  await page.getByRole('button', { name: 'Jestem na miejscu' }).click()
  await expect(page.getByRole('alert')).toContainText('Biuro rozłączyło ten telefon')
  await expect(page.getByRole('status').first()).toContainText('1 wpis')
  // a new link connects it again, and what was kept is sent
  const { data } = await office<{ data: { link: string } }>(server, 'POST', 'DriverDevices', { driverId, send: false })
  await page.goto('about:blank')
  await page.goto(server.portal + new URL(data.link).pathname + new URL(data.link).hash)
  await expect(page.getByRole('status').first()).toContainText('Wszystko wysłane')
  await context.close()
})

test('the screens have no fault of access, at 320 and 360 px and sideways', async ({ browser, server, pictures }) => {
  const { link, orderIds } = await aCab(server, 1)
  const context = await browser.newContext(inCab)
  const stranger = await browser.newContext(inCab)
  const unknown = await stranger.newPage()
  await unknown.goto(`${server.portal}/driver/app`)
  await expect(unknown.getByRole('heading', { level: 1 })).toHaveText('Ten telefon nie jest połączony')
  await look(unknown, 'driver-unknown', pictures)
  await stranger.close()

  const page = await aPhone(context, server, link)
  const [id = 0] = orderIds
  for (const size of [{ width: 320, height: 640 }, cab, { width: 740, height: 360 }]) {
    await page.setViewportSize(size)
    await look(page, 'driver-day', pictures)
    await stopOf(page, id).click()
    await look(page, 'driver-stop', pictures)
    for (const [name, form] of [
      ['Załadowano', 'loaded'],
      ['Waga', 'weighed'],
      ['Podpis', 'signed'],
      ['Numer karty', 'card'],
      ['Rozładowano', 'unloaded'],
      ['Nie odebrano', 'failed']
    ] as const) {
      await action(page, name).click()
      await expect(page.getByRole('button', { name: 'Wróć' })).toBeVisible()
      await look(page, `driver-${form}`, pictures)
      await page.getByRole('button', { name: 'Wróć' }).click()
    }
    await page.getByRole('link', { name: 'Lista' }).click()
  }
  await context.close()
})

test('a driver who signs in by password is led to the application', async ({ aWindow }) => {
  const page = await aWindow({ area: 'portal', as: 'driver@example.com', size: cab })
  await expect(page).toHaveURL(/\/driver\/app$/)
  await expect(page.getByRole('link', { name: 'Dziś' })).toBeVisible()
})
