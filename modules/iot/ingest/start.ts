/**
 * The ingest: receives messages of sensors, writes them to tables, and reports changed containers. It does not depend on a broker: the
 * kernel's MQTT listener calls `receive` and `authenticate`. `receive` resolves when the message was committed and may be acknowledged.
 */
import type { Log, Message } from '../../../src/kernel/mqtt/message.ts'
import { openBatchWriter } from './batch-writer.ts'
import { openQuota, type Quotas } from './quota.ts'
import type { Reason } from './reading.ts'
import { excerpt, imeiOf, readPayload } from './reading.ts'
import { openSignIns, type SignIns } from './sign-ins.ts'
import type { BatteryLevels, Changed, Incoming, Locate, Outcome } from './types.ts'
import { writeBatch, writerCount, writerOf } from './write.ts'

export interface IngestOptions {
  readonly databaseUrl: string
  /** The voltages below which a battery is low or critical; how many days old a reading may be when it arrives, 0 for any age. */
  readonly settings: { readonly battery: BatteryLevels; readonly oldestDays: number }
  readonly now: () => Date
  readonly log: Log
  /** Called after commits, at most four times a second, with the containers that changed, each in its newest state. */
  readonly onPositions: (changed: Changed[]) => void
  readonly places?: Locate
  /** How much a sensor may send a day; without it, any number. */
  readonly quotas?: Quotas
  /** Called for each message of which something exceeded the quota. */
  readonly onExceeded?: (imei: string | undefined) => void
}

/**
 * Numbers since the start: stored readings (of these, `late`), ignored repetitions, rejections by reason; and the messages waiting
 * now.
 */
export interface IngestStats {
  stored: number
  late: number
  repeated: number
  readonly rejected: Partial<Record<Reason, number>>
  /** Readings and rejections that exceeded their sensor's quota. */
  overQuota: number
  waiting: number
}

export interface Ingest extends Pick<SignIns, 'authenticate' | 'withOtherSecret'> {
  receive(message: Message): Promise<void>
  /** Writes the waiting messages, for up to 5 s, and closes the connections. May be called again. */
  stop(): Promise<void>
  stats(): IngestStats
}

const hintEveryMs = 250
const stopTimeoutMs = 5_000

export function startIngest(given: IngestOptions): Ingest {
  const { databaseUrl, settings, now, log, onPositions, places, quotas, onExceeded = () => undefined } = given
  const stats: IngestStats = { stored: 0, late: 0, repeated: 0, rejected: {}, overQuota: 0, waiting: 0 }
  const quota = quotas && openQuota(quotas, onExceeded)
  const hints = coalesce(onPositions)
  const options = { battery: settings.battery, locate: places }
  const onStored = (outcome: Outcome): void => {
    stats.stored += outcome.stored
    stats.late += outcome.late
    stats.repeated += outcome.repeated
    for (const { reason } of outcome.rejected) stats.rejected[reason] = (stats.rejected[reason] ?? 0) + 1
    hints.add(outcome.changed)
  }
  const writers = Array.from({ length: writerCount }, (_, number) =>
    openBatchWriter({ databaseUrl, log, onStored, write: (db, batch) => writeBatch(db, number, batch, options) })
  )
  const signIns = openSignIns(databaseUrl, log)

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    await Promise.all(writers.map(writer => writer.stop(stopTimeoutMs)))
    hints.stop()
    await signIns.stop()
  }

  return {
    receive(message) {
      const whole = readMessage(message, now().getTime(), settings.oldestDays)
      const incoming = quota ? quota.within(whole) : whole
      if (!incoming) return Promise.resolve()
      return (writers[writerOf(incoming.imei ?? '')] as (typeof writers)[number]).store(incoming)
    },
    authenticate: signIns.authenticate,
    withOtherSecret: signIns.withOtherSecret,
    stop() {
      stopping ??= stop()
      return stopping
    },
    stats: () => ({
      ...stats,
      overQuota: quota?.dropped() ?? 0,
      waiting: writers.reduce((sum, writer) => sum + writer.waiting(), 0)
    })
  }
}

function readMessage({ topic, payload }: Message, receivedAt: number, oldestDays: number): Incoming {
  const imei = imeiOf(topic)
  if (imei === undefined) {
    return { topic, imei, receivedAt, readings: [], rejected: [{ reason: 'topic', payload: excerpt(payload) }] }
  }
  return { topic, imei, receivedAt, ...readPayload(payload, receivedAt, oldestDays) }
}

/** Collects changes, and sends the newest of each container at most every `hintEveryMs`. */
function coalesce(send: (changed: Changed[]) => void) {
  let newest = new Map<number, Changed>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const changed = [...newest.values()]
    newest = new Map()
    if (changed.length > 0) send(changed)
  }
  return {
    add(changed: readonly Changed[]): void {
      for (const one of changed) newest.set(one.id, one)
      if (changed.length > 0) timer ??= setTimeout(flush, hintEveryMs)
    },
    stop(): void {
      clearTimeout(timer)
      flush()
    }
  }
}
