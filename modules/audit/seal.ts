/** Seals the audit in the worker every two seconds, and logs the end of the chain once an hour. */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { type Anchor, anchorText, sealAll } from './chain.ts'

const sealMs = 2_000
const logMs = 3_600_000

export async function beginSealing({ db, log, now, settings }: Services): Promise<() => Promise<void>> {
  if (!settings.roles.includes('worker')) return async () => undefined
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const seal = async (): Promise<void> => {
    busy = true
    await sealAll(db, now()).catch((error: unknown) => log.warn({ err: error }, 'audit: entries could not be sealed'))
    busy = false
  }
  const say = async (): Promise<void> => {
    const end = await queryOne<Anchor>(db, sql`select seq, hash from audit.seals order by seq desc limit 1`)
    if (end) log.info({ anchor: anchorText(end) }, 'audit: the chain ends here')
  }
  const timers = [
    setInterval(() => {
      if (!busy) running = seal()
    }, sealMs),
    setInterval(() => {
      say().catch((error: unknown) => log.warn({ err: error }, 'audit: its end could not be read'))
    }, logMs)
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await running
  }
}
