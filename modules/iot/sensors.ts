/**
 * The ingest role: sensors come in by the kernel's MQTT door, ingest stores what they say, browsers hear of it. Markers of
 * the map move by `positions`; lists, which would ask again for a whole page, are told at once and then every few seconds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Door, openDoor } from '../../src/kernel/mqtt/listener.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containers } from './containers.ts'
import { startIngest } from './ingest/start.ts'
import type { Changed } from './ingest/terms.ts'
import { locate } from './locate.ts'
import { positions } from './map.ts'
import type { PositionDelta } from './schema.ts'

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

/** Tells browsers of containers that were heard. */
function teller(services: Services) {
  const heard = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  const tellLists = (): void => {
    timer = heard.size > 0 ? setTimeout(tellLists, listsEveryMs) : undefined
    if (heard.size > 0)
      services.hints.send({ kind: 'changed', resourceType: containers.type, ids: [...heard], companyId: null })
    heard.clear()
  }
  return {
    tell(changed: readonly Changed[]): void {
      for (const { id } of changed) heard.add(id)
      positions.send(services, changed.map(delta))
      if (!timer) tellLists()
    },
    stop(): void {
      clearTimeout(timer)
      heard.clear()
    }
  }
}

/**
 * Waits until the door is open here, or for a moment where another process keeps it. What the operator has to mend (a port
 * that is taken) is thrown; anything else the door goes on trying.
 */
async function opened(door: Door, { settings, log }: Services): Promise<void> {
  try {
    await Promise.race([door.ready, wait(standbyMs, undefined, { ref: false })])
    const port = door.port()
    if (port !== undefined) log.info({ port }, 'sensors are heard by the embedded broker')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EADDRINUSE') return log.error({ err: error }, 'sensors cannot be heard yet')
    throw new Error(`Port ${settings.mqttPort} is taken. Stop what listens there, or set MQTT_PORT to a free one.`)
  }
}

/** Opens the door; gives the function that closes it, after which everything acknowledged is stored. */
export async function beginListening(services: Services): Promise<() => Promise<void>> {
  const { settings, log, now, runtime, metrics } = services
  const { databaseUrl, mqttUrl, mqttPort, host, batteryLowVolts, batteryCriticalVolts } = settings
  const telling = teller(services)
  const ingest = startIngest({
    databaseUrl,
    settings: { battery: { low: batteryLowVolts, critical: batteryCriticalVolts } },
    now,
    log,
    onPositions: telling.tell,
    places: locate
  })
  const door = openDoor({
    databaseUrl,
    ...(mqttUrl ? { url: mqttUrl } : {}),
    port: mqttPort,
    host,
    clientId: 'opony',
    sessionExpirySeconds: week,
    topicOf: imei => `containers/${imei}/telemetry`,
    authenticate: ingest.authenticate,
    receive: ingest.receive,
    log
  })
  runtime.readiness.push(door.healthy)
  runtime.mqttPort = () => door.port()
  metrics.observe('opony_readings', 'Readings since start, by what became of them', 'outcome', () => {
    const { stored, late, repeated, waiting } = ingest.stats()
    return { stored, late, repeated, waiting }
  })
  metrics.observe(
    'opony_readings_rejected',
    'Readings rejected since start, by reason',
    'reason',
    () => ingest.stats().rejected
  )
  const end = async (): Promise<void> => {
    await door.stop()
    await ingest.stop()
    telling.stop()
  }
  try {
    await opened(door, services)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
