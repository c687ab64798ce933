/** Sensors that publish with QoS 1, keep each reading until it is acknowledged, and send it again after a lost connection. */
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { demoPassword } from '../../../seeds/demo/staff.ts'
import { ports, proxyHost } from '../layout.ts'

export interface Acknowledged {
  readonly imei: string
  readonly ts: number
  readonly at: number
}

export interface Sensors {
  readonly acknowledged: readonly Acknowledged[]
  unsent(): number
  /** Sends what is left. */
  stop(): Promise<void>
}

const reconnectMs = 500
/** A line on which nothing is acknowledged for so long is broken. */
const silenceMs = 8_000
const drainMs = 60_000

export function sensing(imeis: readonly string[], perSecond: number): Sensors {
  const acknowledged: Acknowledged[] = []
  const pending = imeis.map(() => new Map<number, number>())
  let isOver = false
  let until = Number.POSITIVE_INFINITY
  const pauseMs = (1_000 * imeis.length) / Math.max(perSecond, 0.001)

  const aSensor = async (imei: string, own: Map<number, number>): Promise<void> => {
    let last = 0
    let client: mqtt.MqttClient | undefined
    const publish = (line: mqtt.MqttClient, ts: number): void => {
      own.set(ts, Date.now())
      const text = JSON.stringify({ ts, lat: 52 + Math.random() / 100, lon: 21, battery: 3.7 })
      line.publish(`containers/${imei}/telemetry`, text, { qos: 1 }, error => {
        if (error || !own.delete(ts)) return
        acknowledged.push({ imei, ts, at: Date.now() })
      })
    }
    const connect = async (): Promise<void> => {
      const options = {
        username: imei,
        password: demoPassword,
        clientId: imei,
        reconnectPeriod: 0,
        connectTimeout: 4_000,
        keepalive: 5
      } as const
      const line = await mqtt.connectAsync(`mqtt://${proxyHost}:${ports.mqtt}`, options, false).catch(() => undefined)
      if (!line) return
      client = line
      line.on('error', () => undefined)
      line.on('close', () => {
        if (client === line) client = undefined
      })
      for (const ts of own.keys()) publish(line, ts)
    }
    const connecting = (async () => {
      while (!isOver || (own.size > 0 && Date.now() < until)) {
        if (!client) await connect()
        const oldest = Math.min(...own.values())
        if (client && Date.now() - oldest > silenceMs) client.stream.destroy()
        await wait(reconnectMs)
      }
      await client?.endAsync(true)
    })()
    while (!isOver) {
      last = Math.max(Date.now(), last + 1)
      if (client) publish(client, last)
      else own.set(last, Date.now())
      await wait(pauseMs)
    }
    await connecting
  }
  const done = perSecond > 0 ? imeis.map((imei, at) => aSensor(imei, pending[at] as Map<number, number>)) : []
  return {
    acknowledged,
    unsent: () => pending.reduce((sum, { size }) => sum + size, 0),
    async stop() {
      until = Date.now() + drainMs
      isOver = true
      await Promise.all(done)
    }
  }
}
