/**
 * How the process ends: at a signal, at the end of who started it, at an error. What has been started is ended in reverse
 * order, once, whatever comes meanwhile: under npm a ctrl-C arrives twice.
 */
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { watchStarters } from './starters.ts'
import type { Voice } from './voice.ts'

export interface Stopping {
  /** What to end later; what is added last ends first. */
  add(end: () => Promise<unknown>): void
  /** Throws when the process is about to end: a start that is under way goes no further. */
  check(): void
  /** Whether the process is about to end. */
  begun(): boolean
  /** Ends everything, says why on standard error, and exits with 1. */
  fail(error: Error): void
}

/** How long ending may take as a whole; whoever stops a process must wait for longer. */
export const wholeMs = 20_000
/** For each part, so that one that hangs leaves time for the database, which is last. */
const partMs = 12_000
const signals = ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const
/** What else supervisors and logrotate send, and would end the process by itself. There is no file to be opened anew. */
const harmless = ['SIGHUP', 'SIGUSR2'] as const
/** Deno does not let a program listen to the signals of its own faults; there is nothing to save then. */
const faults = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const

/** Begins to listen to signals. */
export function openStopping({ say, complain }: Voice): Stopping {
  const endings: (() => Promise<unknown>)[] = []
  let reason: string | Error | undefined

  async function endAll(): Promise<void> {
    for (let end = endings.pop(); end; end = endings.pop()) {
      await Promise.race([end(), wait(partMs, undefined, { ref: false })]).catch((error: Error) =>
        complain(error.message)
      )
    }
  }

  // Its own listeners exit at a second signal, so the signals are ours.
  const grace = closeWithGrace(
    { delay: wholeMs, logger: false, skip: [...signals, ...harmless, ...faults] as never },
    async ({ err }) => {
      const error = err ?? (reason instanceof Error ? reason : undefined)
      reason ??= error ?? 'nothing left to do'
      if (err) complain(`Opony stops after an error: ${err.stack}`)
      else if (error) complain(error.message)
      else say(`\nStopping (${reason})…`, { reason })
      await endAll()
      if (error) throw error
      say('Stopped.')
    }
  )

  const stop = (why: string | Error): void => {
    if (reason !== undefined) return
    reason = why
    void grace.close()
  }
  for (const signal of signals) process.on(signal, () => stop(signal))
  for (const signal of harmless) process.on(signal, () => undefined)
  watchStarters(() => stop('whoever started it has ended'))
  // A reader that has gone must not keep the database from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

  return {
    add: end => void endings.push(end),
    begun: () => reason !== undefined,
    check() {
      if (reason !== undefined) throw new Error('stopping')
    },
    fail: stop
  }
}
