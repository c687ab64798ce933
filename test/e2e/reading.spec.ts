/** A reading, from a sensor to the map on screen, with no reload between. */
import { connectAsync } from 'mqtt'
import type { PositionDelta } from '../../modules/iot/schema.ts'
import type { HubMessage } from '../../src/contract/hub.ts'
import { expect, type Page, password, type TestServer, test } from './fixtures/test.ts'

const imei = '350000000000019'
const zamosc = { lat: 50.7231, lon: 23.252 }
const szczecin = { lat: 53.4285, lon: 14.5528 }

/** What a sensor does: it signs in with its secret and says where it is. Resolves when the broker has acknowledged. */
async function sendReading(server: TestServer, reading: { lat: number; lon: number; battery: number }): Promise<void> {
  const url = `mqtt://127.0.0.1:${server.mqttPort}`
  const sensor = await connectAsync(url, { username: imei, password, clientId: `e2e-${imei}` })
  const payload = JSON.stringify({ ts: new Date().toISOString(), ...reading })
  await sensor.publishAsync(`containers/${imei}/telemetry`, payload, { qos: 1 })
  await sensor.endAsync()
}

/** What the hub says to the page about one container, from now on. */
function heard(page: Page, id: number): { latitude: number | null; longitude: number | null }[] {
  const list: { latitude: number | null; longitude: number | null }[] = []
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as HubMessage
      if (message.kind === 'items' && message.channel === 'iot.positions')
        list.push(...(message.items as PositionDelta[]).filter(delta => delta.id === id))
    })
  )
  return list
}

test('a sensor publishes, and its container moves on the map that is open', async ({ aWindow, server }) => {
  const { accessToken } = await server.signIn('office', 'technician@example.com')
  const found = await server.call<{ data: { id: number; containerNumber: string }[] }>(
    'office',
    accessToken,
    'GET',
    `/IoT/containers-list?page=1&limit=5&allFields=${imei}`
  )
  const container = found.data[0]!
  await sendReading(server, { ...zamosc, battery: 3.91 })

  const page = await aWindow({ area: 'office', as: 'technician@example.com', path: '/store/containers' })
  const deltas = heard(page, container.id)
  await page.goto(`${server.office}/store/map?q=${encodeURIComponent(container.containerNumber)}`)
  const entry = page.getByRole('option', { name: container.containerNumber })
  await expect(entry).toContainText('3,91 V')
  await entry.click()
  const panel = page.getByRole('complementary', { name: container.containerNumber })
  const nearest = panel.locator('dl > div').filter({ hasText: 'Najbliższy punkt odbioru' })
  const before = await nearest.innerText()

  await sendReading(server, { ...szczecin, battery: 3.52 })
  await expect(entry).toContainText('3,52 V')
  await expect(panel).toContainText('3,52 V')
  await expect(nearest).not.toHaveText(before)
  expect(deltas.at(-1)).toMatchObject({ latitude: szczecin.lat, longitude: szczecin.lon })
})
