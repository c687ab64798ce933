/**
 * Keeps the embedded server running while the application does: whoever finds it dead starts it again, on the same port,
 * because every connection pool knows that one. A start that fails counts as a death: the server may have been killed while it
 * recovered. After too many, the application gets the error and ends with it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { bornAt, isAlive } from './process.ts'

/** A server that takes connections. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
}

export interface SupervisorOptions {
  readonly server: RunningServer
  /** Starts the server again, or joins the one that another process has started meanwhile. */
  readonly restart: () => Promise<RunningServer>
  /** Called once, when it died or could not be started too often. Nothing is watched after that. */
  readonly onLost: (error: Error) => void
  readonly log: (line: string) => void
}

export interface Supervisor {
  /** Ends the watch; resolves when no restart is under way. */
  stop(): Promise<void>
}

const checkEveryMs = 400
const maxRestarts = 3
const windowMs = 10 * 60_000

export function supervise({ server, restart, onLost, log }: SupervisorOptions): Supervisor {
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    let restarts: number[] = []
    let failure = ''
    let { pid } = server
    let born = bornAt(pid)
    for (;;) {
      await wait(checkEveryMs, undefined, { signal: stopping.signal, ref: false })
      if (isAlive(pid, born)) continue
      const now = performance.now()
      restarts = restarts.filter(at => at > now - windowMs)
      if (restarts.length >= maxRestarts) {
        throw new Error(`The embedded PostgreSQL has died ${restarts.length + 1} times within ten minutes.${failure}`)
      }
      restarts.push(now)
      log(`The embedded PostgreSQL has died; starting it again (${restarts.length} of ${maxRestarts})`)
      const next = await restart().catch((error: Error) => error)
      if (stopping.signal.aborted) return
      if (next instanceof Error) {
        failure = ` ${next.message}`
        log(next.message)
        continue
      }
      failure = ''
      if (next.port !== server.port) {
        throw new Error(`The embedded PostgreSQL is back on another port (${next.port} instead of ${server.port}).`)
      }
      pid = next.pid
      born = bornAt(pid)
    }
  }

  const watching = watch().catch((error: Error) => {
    if (!stopping.signal.aborted) onLost(error)
  })
  return {
    stop() {
      stopping.abort()
      return watching
    }
  }
}
