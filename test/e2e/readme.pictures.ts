/**
 * The pictures of README.md, in docs/screens, light and dark: `npm run pictures readme` takes them anew. They are WebP, because as PNG each
 * would be several times as large. No test runs them; test/tooling/readme.test.ts holds their number and size.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../scripts/check.ts'
import { isoDayIn, placed, planned } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, phone, type TestServer, test } from './fixtures/test.ts'
import { admin, client, press, technician } from './screens.ts'

const folder = join(root, 'docs/screens')
const window = { width: 1440, height: 900 }
/** Sharp on any screen, at half the bytes of two dots a pixel. */
const scale = 1.5

/** Keeps the picture in both themes. */
async function keep(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? window
  const deviceScaleFactor = await page.evaluate(() => devicePixelRatio)
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await settled(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
    await writeFile(join(folder, `${name}-${theme}.webp`), Buffer.from(data, 'base64'))
  }
}

interface Order {
  readonly id: number
  readonly load: number
  readonly receptionPlace: string
}

/** As many orders as a vehicle takes in a day, from the first on: three, and ten tonnes. */
function tripOf(orders: readonly Order[]): readonly Order[] {
  const [first, second, third] = orders
  const loadOf = (some: readonly Order[]): number => some.reduce((sum, { load }) => sum + load, 0)
  const trips = [[first, second, third], [first, second], [first]].map(trip =>
    trip.filter(order => order !== undefined)
  )
  return trips.find(trip => loadOf(trip) <= 10) ?? trips[2] ?? []
}

/** Plans tomorrow: accepts what is new, and has two vehicles collect small orders, those near one another by one; the others are still to be planned. */
async function planTomorrow(server: TestServer): Promise<string> {
  const { accessToken } = await server.signIn(admin.area, admin.as)
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await server.call<{ data: T }>(admin.area, accessToken, method, `/api/Admin/${path}`, body)).data
  const inStatus = (status: number): Promise<Order[]> => call('GET', `Orders?OrderStatus=${status}&limit=200`)
  for (const { id } of await inStatus(0)) await call('PUT', `Orders/${id}/accept`, {})
  const postalCode = ({ receptionPlace }: Order): string => /\d\d-\d{3}/.exec(receptionPlace)?.[0] ?? ''
  const day = isoDayIn(1)
  const small = (await inStatus(1)).filter(({ load }) => load <= 5)
  let left = small.toSorted((one, other) => (postalCode(one) < postalCode(other) ? -1 : 1))
  for (let trip = 0; trip < 2 && left.length > 0; trip++) {
    const chosen = tripOf(left)
    const orderIds = chosen.map(({ id }) => id)
    const path = `Vehicles/matched-vehicles?OrdersId=${orderIds[0]}&day=${day}`
    const fitting = await call<{ id: number; orders?: number }[]>('GET', path)
    const used = await call<{ vehicleId: number | null }[]>(
      'GET',
      `Orders?OrderStatus=2&RealizationDate=${day}&limit=200`
    )
    const free = fitting.find(({ id }) => !used.some(({ vehicleId }) => vehicleId === id)) ?? fitting[0]
    await call('PUT', 'Orders/set-realization', { orderIds, vehicleId: free?.id, orderRealizationDate: day })
    left = left.filter(order => !chosen.includes(order))
  }
  return day
}

test('readme: a day with its board, and what is still to be planned', async ({ aWindow, server }) => {
  const page = await aWindow({ ...admin, path: '/orders/day', size: window, scale })
  await goWithin(page, `/orders/day?f.RealizationDate=${await planTomorrow(server)}`)
  await page.getByRole('button', { name: 'Tablica' }).click()
  await expect(page.locator('.board').getByRole('row').first()).toBeVisible()
  await page.getByRole('heading', { name: /^Do zaplanowania/ }).hover()
  await keep(page, 'day')
})

test('readme: the map', async ({ aWindow }) => {
  const page = await aWindow({ ...technician, path: '/store/map?view=52.1,19.4,7', size: window, scale })
  await press('Ustawienia mapy')(page)
  await page.getByRole('radio', { name: 'Zarys krajów' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: /na ekranie/ }).click()
  await expect(page.getByText('Natural Earth')).toBeVisible()
  await keep(page, 'map')
})

test('readme: the portal on a phone', async ({ aWindow, server }) => {
  await planned(server, await placed(server, 'container', 'Gate on the left', 2))
  await placed(server, 'tonnage', '', 3)
  const page = await aWindow({ ...client, size: phone, scale: 2, locale: 'en-GB' })
  await expect(page.getByRole('heading', { name: 'Under way' })).toBeVisible()
  await keep(page, 'portal')
})
