/**
 * Simulated sensors: each moves its container along a route, there and back, rests at the ends, and uses up its battery.
 * They send to the broker as real sensors do, each with its own credentials and connection.
 */
import mqtt, { type MqttClient } from 'mqtt'

export interface Waypoint {
  readonly lat: number
  readonly lon: number
}

export interface SimulatedDevice {
  readonly imei: string
  readonly secret: string
  /** The points that it passes, in order; with one point it stays there. */
  readonly route: readonly Waypoint[]
}

export interface SimulatorOptions {
  /** `mqtt://host:port` of the broker. */
  readonly url: string
  readonly devices: readonly SimulatedDevice[]
  /** Milliseconds from one reading of a device to its next. */
  readonly every: number
  readonly now?: () => Date
}

export interface Simulator {
  /** Readings acknowledged by the broker since start. */
  sent(): number
  stop(): Promise<void>
}

const legSteps = 24
const restSteps = 6
const jitterDegrees = 0.00004
const fullVolts = 4.1
const emptyVolts = 3.3
const stepsOfBattery = 20_000

/**
 * Where a device is after `step` readings: along the legs of its route, resting at each end, and back.
 * @returns degrees, with the few metres by which receivers err, the same for the same step
 */
export function positionAt(route: readonly Waypoint[], step: number): Waypoint {
  const legs = Math.max(1, route.length - 1)
  const oneWay = legs * legSteps + restSteps
  const at = step % (2 * oneWay)
  const along = at < oneWay ? at : 2 * oneWay - 1 - at
  const driven = Math.min(along, legs * legSteps) / legSteps
  const leg = Math.min(Math.floor(driven), legs - 1)
  const from = route[leg] ?? { lat: 0, lon: 0 }
  const to = route[leg + 1] ?? from
  const share = driven - leg
  const err = (seed: number) => Math.sin(step * 12.9898 + seed) * jitterDegrees
  return {
    lat: round(from.lat + (to.lat - from.lat) * share + err(1)),
    lon: round(from.lon + (to.lon - from.lon) * share + err(2))
  }
}

/** Volts after `step` readings: a slow fall with a cell's noise, until the battery is changed. */
export function batteryAt(step: number): number {
  const used = (step % stepsOfBattery) / stepsOfBattery
  return Math.round((fullVolts - (fullVolts - emptyVolts) * used + Math.sin(step * 7.13) * 0.01) * 100) / 100
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Starts all devices, spread over one interval. They connect again when the broker was away. */
export function startSimulator({ url, devices, every, now = () => new Date() }: SimulatorOptions): Simulator {
  let sent = 0
  const timers = new Set<NodeJS.Timeout>()
  const clients = devices.map((device, index) => {
    const client = mqtt.connect(url, {
      protocolVersion: 4,
      username: device.imei,
      password: device.secret,
      clientId: device.imei,
      queueQoSZero: false,
      reconnectPeriod: 2_000
    })
    client.on('error', () => undefined)
    // Devices start at different points of their routes, with batteries of different ages.
    let step = index * 7
    const age = (index * 9_973) % stepsOfBattery
    const send = () => {
      if (client.connected) publish(client, device, step, age)
      step += 1
    }
    const first = setTimeout(
      () => {
        timers.delete(first)
        send()
        timers.add(setInterval(send, every))
      },
      (every * index) / devices.length
    )
    timers.add(first)
    return client
  })

  function publish(client: MqttClient, { imei, route }: SimulatedDevice, step: number, age: number): void {
    const reading = { ts: now().toISOString(), ...positionAt(route, step), battery: batteryAt(step + age) }
    client.publish(`containers/${imei}/telemetry`, JSON.stringify(reading), { qos: 1 }, err => {
      if (!err) sent += 1
    })
  }

  return {
    sent: () => sent,
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(clients.map(client => client.endAsync(true)))
    }
  }
}
