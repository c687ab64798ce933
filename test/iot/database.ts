/** A database with the tables of the sensors, and containers to send readings for. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import * as iot from '../../migrations/009_iot.ts'
import { startPostgres, stopOrphan } from '../../src/embedded/postgres.ts'
import { migrate, openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const secret = 'a secret of a sensor'
const secretHash = hashSecret(secret)

export interface Tables {
  readonly url: string
  query<R extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Adds containers; gives their ids in the order of the sensors. */
  containers(imeis: readonly string[], status?: number): Promise<number[]>
  close(): Promise<void>
}

/** A cluster of its own with every migration done. `durable` is for tests of faults. */
export async function openTables({ durable = false } = {}): Promise<Tables> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'opony-iot-'))
  const { url, stop } = await startPostgres({ dataDir, durable })
  await migrate(url)
  const knex = openDatabase({ url })
  const { rows } = await knex.raw(`select to_regnamespace('iot') is not null as there`)
  if (!rows[0].there) await iot.up(knex)
  await knex.destroy()
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', () => undefined)
  return {
    url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async containers(imeis, status = 0) {
      const { rows } = await pool.query<{ id: number; imei: string }>(
        `insert into iot.containers (imei, status, secret_hash) select imei, $2, $3 from unnest($1::text[]) as imei
          returning id, imei`,
        [imeis, status, secretHash]
      )
      const ids = new Map(rows.map(row => [row.imei, row.id]))
      return imeis.map(imei => ids.get(imei) as number)
    },
    async close() {
      await pool.end()
      await stop()
      const left = await stopOrphan(dataDir)
      if (left) await rm(left, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

let last = 350_000_000_100_000
/** A sensor's number that no other test has. */
export const anImei = (): string => String(++last)
