/** Sets containers that have sent nothing for too long to disconnected. The worker looks for them regularly. */
import { codes } from '../../src/contract/vocabulary.ts'
import { defineSystemCommand, runWithin } from '../../src/kernel/commands/system.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containers } from './containers/resource.ts'
import { Container } from './models.ts'
import { ContainerStatus } from './schema.ts'

const hourMs = 3_600_000
const batchSize = 500

export const silence = defineSystemCommand(containers, {
  name: 'iot.silence',
  when: { status: codes(ContainerStatus, ['connected']) },
  async run({ trx, addAuditParams }, rows, { hours }: { readonly hours: number }) {
    addAuditParams({ hours })
    const ids = rows.map(({ id }) => id)
    await Container.query(trx).whereIn('id', ids).patch({ status: ContainerStatus.disconnected })
  }
})

/**
 * Disconnects the next silent containers and returns their ids. They are selected with the lock that the command takes, so that a reading
 * that arrives meanwhile is not overlooked. A container that is locked, because it is being written, is skipped: it is not silent.
 */
async function disconnectBatch(services: Services): Promise<number[]> {
  const { db, settings, hints } = services
  const now = services.now()
  const hours = settings.silenceHours
  const heardBefore = new Date(now.getTime() - hours * hourMs)
  const done = await db.transaction(async trx => {
    const silent = await query<{ id: number }>(
      trx,
      sql`select id from iot.containers where status = ${ContainerStatus.connected} and heard_at < ${heardBefore}
        order by id limit ${batchSize} for no key update skip locked`
    )
    const ids = silent.map(({ id }) => id)
    return { ids, ...(await runWithin(services, trx, now, silence, ids, { hours })) }
  })
  for (const hint of done.hints) hints.send(hint)
  return done.ids
}

/** Disconnects the connected containers that last sent something more than `silenceHours` ago. Returns their ids. */
export async function disconnectSilent(services: Services): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const batch = await disconnectBatch(services)
    ids.push(...batch)
    if (batch.length < batchSize) return ids
  }
}
