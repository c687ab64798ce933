import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { inject } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { databaseUrl, withClient } from './cluster.ts'

// CREATE DATABASE copies files, which takes half the time of writing each page to the log. Two at once only get in each other's way.
const oneAtATime = 7_230_001

/** A migrated database of its own for a test file; `drop` ends its sessions and removes it (call it in `afterAll`). */
export async function aDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { admin, template } = inject('cluster')
  const name = `opony_test_${randomBytes(6).toString('hex')}`
  await withClient(admin, async client => {
    await client.query('SELECT pg_advisory_lock($1)', [oneAtATime])
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  const drop = async () => {
    await withClient(admin, client => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  }
  return { url: databaseUrl(admin, name), drop }
}

/** The same, and a pool of connections to it; `close` ends both (call it in `afterAll`). */
export async function anOpenDatabase(): Promise<{ url: string; db: Knex; close(): Promise<void> }> {
  const { url, drop } = await aDatabase()
  const db = openDatabase({ url })
  return {
    url,
    db,
    async close() {
      await db.destroy()
      await drop()
    }
  }
}
