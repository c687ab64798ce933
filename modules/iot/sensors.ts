/**
 * The ingest role: messages of sensors arrive by the kernel's MQTT listener, the ingest stores them, and browsers are notified. The map
 * gets positions by the channel `positions`. Lists, which reload a whole page on a hint, get a hint at once and then every few seconds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type MqttListener, startMqttListener } from '../../src/kernel/mqtt/listener.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containers } from './containers/resource.ts'
import { type Ingest, startIngest } from './ingest/start.ts'
import type { Changed } from './ingest/types.ts'
import { locate } from './locate.ts'
import { positions } from './map.ts'
import type { PositionDelta } from './schema.ts'
import { watchAccess } from './sensor-access.ts'

const standbyMs = 1_500
const week = 7 * 24 * 3_600
const listsEveryMs = 5_000

const delta = ({ id, latitude, longitude, battery, batteryStatus, status, lastActiveAt }: Changed): PositionDelta => ({
  id,
  latitude,
  longitude,
  currentBatteryLevel: battery,
  currentBatteryStatus: batteryStatus,
  status,
  lastActiveDate: lastActiveAt.toISOString()
})

/** Notifies browsers of containers that have sent something. */
function openNotifier(services: Services) {
  const heard = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  const notifyLists = (): void => {
    timer = heard.size > 0 ? setTimeout(notifyLists, listsEveryMs) : undefined
    if (heard.size > 0)
      services.hints.send({ kind: 'changed', resourceType: containers.type, ids: [...heard], companyId: null })
    heard.clear()
  }
  return {
    notify(changed: readonly Changed[]): void {
      for (const { id } of changed) heard.add(id)
      positions.send(services, changed.map(delta))
      if (!timer) notifyLists()
    },
    stop(): void {
      clearTimeout(timer)
      heard.clear()
    }
  }
}

/**
 * Waits until this process listens, or for a moment if another process does. Throws if the port is taken, which the operator has to
 * correct; after any other error the listener continues to try.
 */
async function untilListening(listener: MqttListener, { settings, log }: Services): Promise<void> {
  try {
    await Promise.race([listener.ready, wait(standbyMs, undefined, { ref: false })])
    const port = listener.port()
    if (port !== undefined) log.info({ port }, 'sensors are heard by the embedded broker')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EADDRINUSE') return log.error({ err: error }, 'sensors cannot be heard yet')
    throw new Error(`Port ${settings.mqttPort} is taken. Stop what listens there, or set MQTT_PORT to a free one.`)
  }
}

function observeReadings({ metrics }: Services, ingest: Ingest, listener: MqttListener): void {
  metrics.total('opony_readings_total', 'Readings since start, by what became of them', 'outcome', () => {
    const { stored, late, repeated, overQuota } = ingest.stats()
    return { stored, late, repeated, overQuota }
  })
  const rejected = 'Readings rejected since start, by reason'
  metrics.total('opony_readings_rejected_total', rejected, 'reason', () => ingest.stats().rejected)
  metrics.gauge('opony_ingest_waiting', 'Messages of sensors that wait to be stored', () => ingest.stats().waiting)
  const connected = 'Whether this process hears the sensors, or another one does in its place'
  metrics.gauge('opony_broker_connected', connected, () => Number(listener.healthy()))
}

/** Starts listening. Returns a function that stops; once it resolves, everything that was acknowledged is stored. */
export async function beginListening(services: Services): Promise<() => Promise<void>> {
  const { settings, log, now, runtime } = services
  const { databaseUrl, mqttUrl, mqttPort, mqttMaxConnections, mqttMaxUnauthenticated, host } = settings
  const { mqttVersion: version, mqttClientId: clientId, mqttSessions: sessions } = settings
  const battery = { low: settings.batteryLowVolts, critical: settings.batteryCriticalVolts }
  const notifier = openNotifier(services)
  const ending = new AbortController()
  const ingest = startIngest({
    databaseUrl,
    settings: { battery, oldestDays: settings.readingsOldestDays },
    now,
    log,
    onPositions: notifier.notify,
    places: locate,
    quotas: { readingsADay: settings.sensorReadingsADay, rejectionsADay: settings.sensorRejectionsADay },
    onExceeded: imei => services.security.record({ kind: 'sensorOverQuota', subject: imei })
  })
  const listener = startMqttListener({
    databaseUrl,
    ...(mqttUrl ? { url: mqttUrl } : {}),
    port: mqttPort,
    host,
    maxConnections: mqttMaxConnections,
    maxUnauthenticated: mqttMaxUnauthenticated,
    version,
    clientId,
    sessions,
    sessionExpirySeconds: week,
    topicOf: imei => `containers/${imei}/telemetry`,
    authenticate: async (imei, secret) => {
      const known = await ingest.authenticate(imei, secret)
      if (!known) services.security.record({ kind: 'sensorRefused', subject: /^\d{15}$/.test(imei) ? imei : 'MQTT' })
      return known
    },
    // A reading is judged by the clock: while it is wrong, nothing is taken and nothing acknowledged, and sensors keep what they have.
    receive: async message => {
      if (!services.clock.isRight()) await services.clock.whenRight(ending.signal)
      await ingest.receive(message)
    },
    log
  })
  runtime.readiness.push({ name: 'broker', isReady: listener.healthy })
  runtime.mqttPort = () => listener.port()
  observeReadings(services, ingest, listener)
  const endWatching = watchAccess(services, ingest, listener)
  const end = async (): Promise<void> => {
    ending.abort()
    endWatching()
    await listener.stop()
    await ingest.stop()
    notifier.stop()
  }
  try {
    await untilListening(listener, services)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
