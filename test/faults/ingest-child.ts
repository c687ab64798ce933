/**
 * The ingest role alone, to be killed. `ACKNOWLEDGE=arrival` is the control: it says "safe" before anything is stored.
 * Prints `ready {port}` when sensors are heard.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { startIngest } from '../../modules/iot/ingest/start.ts'
import { startMqttListener } from '../../src/kernel/mqtt/listener.ts'

const log = { info: () => undefined, warn: console.error, error: console.error }
const { DATABASE_URL: databaseUrl = '', MQTT_URL: url, MQTT_PORT, ACKNOWLEDGE } = process.env
const ingest = startIngest({
  databaseUrl,
  settings: { battery: { low: 3.6, critical: 3.4 } },
  now: () => new Date(),
  log,
  onPositions: () => undefined
})
const listener = startMqttListener({
  databaseUrl,
  ...(url ? { url } : {}),
  port: Number(MQTT_PORT ?? 0),
  host: '127.0.0.1',
  maxConnections: 1_000,
  maxUnauthenticated: 1_000,
  clientId: 'opony-fault-test',
  sessionExpirySeconds: 3_600,
  topicOf: imei => `containers/${imei}/telemetry`,
  authenticate: ingest.authenticate,
  receive: async message => {
    const stored = ingest.receive(message)
    if (ACKNOWLEDGE === 'arrival') stored.catch(() => undefined)
    else await stored
  },
  log
})
await listener.ready
// Before the first subscription there is no session that could keep messages.
while (!listener.healthy()) await wait(5)
console.log(`ready ${listener.port() ?? url}`)
