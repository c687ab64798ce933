/**
 * `prove`: people, sensors and live pages use the cluster while one part after the other is broken. Prints a line for each, and ends with 1
 * where anything that was acknowledged is lost or doubled, or where a control loses nothing.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Edit } from '../../faults/drill.ts'
import { primaries, standing } from './database.ts'
import { type Fault, type FaultName, faults } from './faults.ts'
import { folder, parts } from './layout.ts'
import { type Attempt, isGood, people } from './load/calls.ts'
import { type Messages, notifying } from './load/messages.ts'
import { type Orders, placing, reading } from './load/orders.ts'
import { type Pages, watching } from './load/pages.ts'
import { type Sensors, sensing } from './load/sensors.ts'
import { asSuperuser, isReady, startPart } from './opony.ts'
import { end, until } from './processes.ts'
import { changeReplication } from './replication.ts'
import { verify } from './verify.ts'

export interface Wanted {
  readonly rounds: number
  readonly only: readonly string[]
  readonly orders: number
  readonly lists: number
  readonly readings: number
  readonly pages: number
  readonly hasControl: boolean
}

export const faultNames = Object.keys(faults) as FaultName[]
const isFault = (name: string): name is FaultName => name in faults
const sensorCount = 20
const calmMs = 12_000

interface Load {
  readonly attempts: readonly Attempt[]
  readonly orders: Orders
  readonly sensors: Sensors
  readonly pages: Pages
  readonly messages: Messages
  stop(): Promise<void>
}

async function begin({ orders, lists, readings, pages }: Wanted): Promise<Load> {
  const staff = await people()
  const imeis = await asSuperuser<{ imei: string }>(
    `select imei from iot.containers where secret_hash is not null order by imei limit ${sensorCount}`,
    'opony'
  )
  const messages = await notifying(staff)
  const placed = await placing(staff, orders, messages)
  const read = reading(staff, lists)
  const sensors = sensing(
    imeis.map(({ imei }) => imei),
    readings
  )
  const live = watching(pages, staff.token)
  return {
    attempts: staff.attempts,
    orders: placed,
    sensors,
    pages: live,
    messages,
    async stop() {
      await Promise.all([placed.stop(), read.stop(), sensors.stop()])
      staff.stop()
      live.stop()
    }
  }
}

/** From when on calls succeed again: the first one that does after the fault, and the end of the last one that does not. */
function outageOf(attempts: readonly Attempt[], kind: Attempt['kind'], from: number) {
  const own = attempts.filter(one => one.kind === kind && one.ended >= from)
  const failed = own.filter(one => !isGood(one))
  const firstFailure = Math.min(...failed.map(({ began }) => began))
  const first = Math.min(...own.filter(one => isGood(one) && one.began > firstFailure).map(({ ended }) => ended))
  const seconds = (at: number): number => (failed.length === 0 ? 0 : Math.max(0, at - from) / 1_000)
  return {
    first: seconds(first),
    all: seconds(Math.max(...failed.map(({ ended }) => ended))),
    slowest: Math.max(0, ...own.map(({ began, ended }) => ended - began)) / 1_000,
    calls: own.length,
    failed
  }
}

/** The longest time in which no reading was acknowledged. */
function silenceOf({ acknowledged }: Sensors, from: number, to: number): number {
  const times = [...acknowledged.map(({ at }) => at).filter(at => at > from && at < to), to].sort((a, b) => a - b)
  let last = from
  let longest = 0
  for (const at of times) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest / 1_000
}

/** In the control no replica is synchronous. */
async function isWhole(isControl = false): Promise<boolean> {
  const { isWhole: isDatabaseWhole, synchronous } = await standing()
  if (!isDatabaseWhole || (synchronous === undefined && !isControl)) return false
  return (await Promise.all(parts.map(isReady))).every(Boolean)
}

/** Watches the database itself, apart from Opony. */
function watchDatabase() {
  let twice = 0
  let wasAway = false
  let backAt: number | undefined
  let isOver = false
  const commits = async (): Promise<void> => {
    while (!isOver) {
      const isCommitted = await asSuperuser(
        `select pg_logical_emit_message(true, 'opony-drill', '')`,
        'postgres',
        [],
        2_000
      ).then(
        () => true,
        () => false
      )
      if (!isCommitted) {
        wasAway = true
        backAt = undefined
      } else if (wasAway) backAt ??= Date.now()
      await wait(250)
    }
  }
  void commits()
  const timer = setInterval(async () => {
    if ((await primaries()).length > 1) twice += 1
  }, 1_000)
  return {
    /** When it committed again after it had not; how often two nodes said at once that they are the primary. */
    stop(): { backAt: number | undefined; twice: number } {
      isOver = true
      clearInterval(timer)
      return { backAt, twice }
    }
  }
}

const counted = (attempts: readonly Attempt[]): string => {
  const by = new Map<string, number>()
  for (const { status, fault } of attempts) {
    const name = `${status || ''} ${fault}`.trim()
    by.set(name, (by.get(name) ?? 0) + 1)
  }
  return [...by].map(([name, count]) => `${count} × ${name}`).join(', ')
}

/** Breaks one thing, mends it, and says what was seen of it. @returns how much was lost or doubled, and how many pages missed a change */
async function once(
  name: FaultName,
  round: number,
  load: Load,
  isControl = false
): Promise<{ losses: number; missed: number }> {
  const fault: Fault = faults[name]
  const database = watchDatabase()
  const from = Date.now()
  const { it, mend } = await fault.break(round)
  await wait(fault.seconds * 1_000)
  await mend()
  await until(`after ${name}, the cluster is whole`, 300, () => isWhole(isControl))
  const wholeAfter = (Date.now() - from) / 1_000
  await wait(calmMs)
  const to = Date.now()
  const { backAt, twice } = database.stop()
  const writes = outageOf(load.attempts, 'write', from)
  const reads = outageOf(load.attempts, 'read', from)
  const others = [...writes.failed, ...reads.failed].filter(({ isPutOff }) => !isPutOff)
  const orders = load.orders.placed.filter(({ at }) => at >= from && at < to - calmMs)
  const found = await verify(load)
  const missed = load.pages.missed(orders)
  const losses = found.ordersLost + found.ordersDoubled + found.readingsLost + found.readingsDoubled
  const s = (seconds: number): string => seconds.toFixed(1)
  console.log(
    [
      `${name} ${round + 1} (${it})`.padEnd(26),
      `database again ${backAt === undefined ? '0.0' : s((backAt - from) / 1_000)} s`,
      `writes again ${s(writes.first)} s, all ${s(writes.all)} s`,
      `lists ${s(reads.first)} s, all ${s(reads.all)} s, ${reads.failed.length} of ${reads.calls} refused`,
      `slowest ${s(Math.max(writes.slowest, reads.slowest))} s`,
      `sensors ${s(silenceOf(load.sensors, from, to))} s`,
      `whole ${s(wholeAfter)} s`,
      `not 503 ${others.length}${others.length > 0 ? ` (${counted(others)})` : ''}`,
      `orders ${load.orders.placed.length}: lost ${found.ordersLost}, doubled ${found.ordersDoubled}`,
      `readings ${load.sensors.acknowledged.length}: lost ${found.readingsLost}, doubled ${found.readingsDoubled}`,
      `pages missed ${missed}`,
      ...(twice > 0 ? [`two primaries ${twice} s`] : [])
    ].join(' | ')
  )
  return { losses, missed }
}

/** One guard less, and a fault that it is there for: something must be lost, or this drill sees nothing. */
interface Control {
  readonly without: string
  readonly fault: FaultName
  take(): Promise<void>
  giveBack(): Promise<void>
}

/** The guard, as it stands in the compiled broker. */
const afterCommit: Edit = {
  file: 'dist/src/kernel/mqtt/broker.js',
  from: '.then(() => done(), done)',
  to: '.catch(() => undefined); done()'
}
async function restartIngest(without: readonly Edit[]): Promise<void> {
  for (const part of parts.filter(({ role }) => role === 'ingest')) {
    await end(part.name, 40_000)
    startPart(part, without)
    await until(`${part.name} is ready`, 120, () => isReady(part))
  }
}

const controls: readonly Control[] = [
  {
    without: 'replication that nobody waits for',
    fault: 'all',
    take: () => changeReplication('asynchronous'),
    giveBack: () => changeReplication('synchronous')
  },
  {
    without: 'readings acknowledged on arrival',
    fault: 'primary-broker',
    take: () => restartIngest([afterCommit]),
    giveBack: () => restartIngest([])
  }
]

async function losesIn({ without, fault, take, giveBack }: Control, wanted: Wanted): Promise<boolean> {
  await take()
  const load = await begin(wanted)
  await wait(calmMs)
  try {
    console.log(`control: ${without}`)
    return (await once(fault, 0, load, true)).losses > 0
  } finally {
    await load.stop()
    await load.messages.close()
    await giveBack()
  }
}

export async function prove(wanted: Wanted): Promise<number> {
  const unknown = wanted.only.filter(name => !isFault(name))
  if (unknown.length > 0)
    throw new Error(`There is no fault ${unknown.join(', ')}. There are: ${faultNames.join(', ')}`)
  await until('the cluster is whole', 60, () => isWhole())
  const load = await begin(wanted)
  await wait(calmMs)
  let losses = 0
  try {
    for (const name of wanted.only.filter(isFault))
      for (let round = 0; round < wanted.rounds; round += 1) {
        const found = await once(name, round, load)
        losses += found.losses + found.missed
      }
  } finally {
    await load.stop()
  }
  const end = await verify(load)
  const messages = await load.messages.found()
  await load.messages.close()
  // Each attempt, for whoever wants to know more; it goes with the cluster.
  writeFileSync(path.join(folder, 'logs/attempts.jsonl'), load.attempts.map(one => `${JSON.stringify(one)}\n`).join(''))
  const lost = Object.values(end).reduce((sum, one) => sum + one, 0)
  console.log(
    `In all ${load.orders.placed.length} orders and ${load.sensors.acknowledged.length} readings acknowledged: ` +
      `${end.ordersLost} and ${end.readingsLost} lost, ${end.ordersDoubled} and ${end.readingsDoubled} doubled, ${load.sensors.unsent()} readings unsent.`
  )
  console.log(
    `Drivers were notified of ${messages.orders} orders by SMS: ${messages.lost} without one, ${messages.doubled} in two; ` +
      `${messages.again} times a job asked again for what was sent.`
  )
  let isBlind = false
  for (const control of wanted.hasControl ? controls : [])
    if (!(await losesIn(control, wanted))) {
      isBlind = true
      console.log(`The control with ${control.without} lost nothing: this drill cannot see such a loss.`)
    }
  return losses + lost + messages.lost + messages.doubled > 0 || isBlind ? 1 : 0
}
