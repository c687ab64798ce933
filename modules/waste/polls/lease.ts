/**
 * Which process reads the register: one at a time, because the register limits how often a business may ask it. The lease is a row that is written
 * again and again, and no held connection: asking the register takes minutes, and would keep a connection of the pool from everybody else. A process that
 * is killed leaves a lease that soon runs out.
 */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'

/** Longer than what is done between two renewals, a card whose every call is not answered included. */
const heldFor = raw(`interval '5 minutes'`)
const renewAfterMs = 30_000

export interface Lease {
  /** Makes it last longer, once in a while. @returns false where another process has it meanwhile */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** By the clock of the database, which all processes share. @returns undefined while another process has it */
export async function takeLease(db: Knex): Promise<Lease | undefined> {
  const holder = randomUUID()
  const taken = await queryOne(
    db,
    sql`update waste.poll_lease set holder = ${holder}::uuid, until = now() + ${heldFor}
      where until is null or until < now() returning one`
  )
  if (!taken) return undefined
  let renewedAt = performance.now()
  return {
    async renew() {
      if (performance.now() - renewedAt < renewAfterMs) return true
      renewedAt = performance.now()
      const renewed = await queryOne(
        db,
        sql`update waste.poll_lease set until = now() + ${heldFor} where holder = ${holder}::uuid returning one`
      )
      return renewed !== undefined
    },
    async release() {
      await queryOne(
        db,
        sql`update waste.poll_lease set holder = null, until = null where holder = ${holder}::uuid returning one`
      )
    }
  }
}
