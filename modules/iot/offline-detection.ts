/** Who is silent for too long is disconnected. The worker's business: silence sends no message. */

import { query, sql } from '../../src/kernel/database/sql.ts'
import { recordChanges } from '../../src/kernel/history/history.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containerRows } from './rows.ts'
import { ContainerStatus } from './schema.ts'

const hour = 3_600_000
const sweepMs = 60_000

/** Disconnects the connected containers that were last heard over `silenceHours` ago; gives their ids. */
export async function disconnectSilent({ db, settings, hints, now }: Services): Promise<number[]> {
  const at = now()
  const { connected, disconnected } = ContainerStatus
  const silent = await db.transaction(async trx => {
    const rows = await query<{ id: number; version: number }>(
      trx,
      sql`update iot.containers set status = ${disconnected}
        where status = ${connected} and heard_at < ${new Date(at.getTime() - settings.silenceHours * hour)}
        returning id, version`
    )
    const before = { status: connected }
    const after = { status: disconnected }
    const change = {
      resourceType: containerRows.type,
      code: 'iot.silence',
      params: { hours: settings.silenceHours },
      before,
      after
    }
    await recordChanges(
      trx,
      null,
      at,
      rows.map(({ id, version }) => ({ ...change, subjectId: id, version }))
    )
    return rows.map(({ id }) => id)
  })
  if (silent.length > 0) hints.send({ kind: 'changed', resourceType: containerRows.type, ids: silent, companyId: null })
  return silent
}

/** Sweeps now and every minute; gives the function that ends it. */
export function beginSweeping(services: Services): () => Promise<void> {
  const run = async (): Promise<void> => {
    try {
      await disconnectSilent(services)
    } catch (error) {
      services.log.warn({ err: error }, 'iot: silence was not looked for')
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, sweepMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
