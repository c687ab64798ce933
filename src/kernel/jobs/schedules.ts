/**
 * What the application does by itself, again and again: a module declares it in `schedules`, and the kernel runs it. The first run is at
 * the start, the next one begins a period after the end of the last, so that no two runs of a schedule are at once in a process. Other
 * processes of the same role run it as well: work that only one may do takes a lock of the database.
 *
 * A run that fails is logged with the code `kernel.scheduleFailed`. Each failure in a row doubles the pause, up to a minute; periods of a
 * minute or more stay as they are. At the stop no further run begins, and the one in progress is awaited.
 */
import type { Settings } from '../../../config/settings.ts'
import type { Services } from '../services.ts'

/** `2s`, `1m`, `1h`. */
export type Period = `${number}${'s' | 'm' | 'h'}`

export interface Schedule {
  /** `iot.fences`: unique, and what the log names. */
  readonly name: string
  readonly every: Period
  /** Which processes run it; by default those of the role `worker`. `every`: all. */
  readonly role?: Settings['roles'][number] | 'every'
  /** False: the first run is a period after the start. */
  readonly atStart?: false
  /** @param signal aborted once the process stops: a long run should end early */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

export interface Schedules {
  begin(): void
  /** Runs it now, after the run in progress, whichever role it has; for tests. Rejects as the run does. */
  run(name: string): Promise<void>
  /** Begins no further run, and waits for those in progress. */
  stop(): Promise<void>
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const
const maxBackoffMs = 60_000

/** In milliseconds. */
const msOf = (period: Period): number => Number.parseFloat(period) * unitMs[period.at(-1) as keyof typeof unitMs]

/** The pause before the next run, in milliseconds, after so many failures in a row. */
const pauseAfter = (failures: number, everyMs: number): number =>
  Math.max(everyMs, Math.min(everyMs * 2 ** Math.max(0, failures - 1), maxBackoffMs))

interface Opened {
  begin(): void
  once(): Promise<void>
  stop(): Promise<void>
}

function openSchedule(services: Services, schedule: Schedule, signal: AbortSignal): Opened {
  const { name, every, atStart = true } = schedule
  const everyMs = msOf(every)
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  const once = (): Promise<void> => {
    const present = running.then(async () => void (await schedule.run(services, signal)))
    running = present.catch(() => undefined)
    return present
  }
  const after = (ms: number): void => {
    if (!signal.aborted) timer = setTimeout(next, ms)
  }
  const next = async (): Promise<void> => {
    try {
      await once()
      failures = 0
    } catch (error) {
      failures += 1
      services.log.warn({ err: error, code: 'kernel.scheduleFailed', schedule: name, failures }, `${name} failed`)
    }
    after(pauseAfter(failures, everyMs))
  }
  return {
    once,
    begin: () => (atStart ? void next() : after(everyMs)),
    async stop() {
      clearTimeout(timer)
      await running
    }
  }
}

/** Nothing runs before `begin`, which begins those of the process's roles. */
export function openSchedules(services: Services, schedules: readonly Schedule[]): Schedules {
  const ending = new AbortController()
  const opened = new Map(schedules.map(one => [one.name, openSchedule(services, one, ending.signal)]))
  return {
    begin() {
      for (const { name, role = 'worker' } of schedules)
        if (role === 'every' || services.settings.roles.includes(role)) opened.get(name)?.begin()
    },
    async run(name) {
      const schedule = opened.get(name)
      if (!schedule) throw new Error(`There is no schedule ${name}`)
      await schedule.once()
    },
    async stop() {
      ending.abort()
      await Promise.all([...opened.values()].map(one => one.stop()))
    }
  }
}
