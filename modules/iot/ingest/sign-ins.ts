/** Sensors sign in by their secrets. They have connections of their own, so that a sign-in never waits behind readings. */
import pg from 'pg'
import { applicationName } from '../../../src/kernel/database/application-name.ts'
import type { Log } from '../../../src/kernel/mqtt/message.ts'
import { verifySecret } from '../../../src/kernel/mqtt/secret.ts'

export interface SignIns {
  /** Whether this is the device's secret. Throws if the database does not answer. */
  authenticate(imei: string, secret: string): Promise<boolean>
  /** Which of these sensors, which have signed in to this process, have another secret now, or none. */
  withOtherSecret(imeis: readonly string[]): Promise<string[]>
  stop(): Promise<void>
}

export function openSignIns(databaseUrl: string, log: Log): SignIns {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: applicationName('sensors'),
    max: 2,
    connectionTimeoutMillis: 2_500,
    // A database that is silent, not closed: the connection is given up, and the next sign-in has another one.
    query_timeout: 2_500,
    keepAlive: true,
    options: '-c statement_timeout=2000'
  })
  pool.on('error', err => log.warn({ err }, 'a connection for sensors to sign in was lost'))

  /** The hash of the secret by which each sensor signed in. */
  const accepted = new Map<string, string>()

  return {
    async authenticate(imei, secret) {
      const { rows } = await pool.query<{ secret_hash: string | null }>({
        name: 'iot.secret',
        text: 'select secret_hash from iot.containers where imei = $1',
        values: [imei.replaceAll('\0', '')]
      })
      const hash = rows[0]?.secret_hash ?? null
      const known = verifySecret(hash, secret)
      if (known && hash !== null) accepted.set(imei, hash)
      return known
    },
    async withOtherSecret(imeis) {
      const { rows } = await pool.query<{ imei: string; secret_hash: string | null }>({
        text: 'select imei, secret_hash from iot.containers where imei = any($1::text[])',
        values: [imeis]
      })
      const present = new Map(rows.map(row => [row.imei, row.secret_hash]))
      return imeis.filter(imei => accepted.get(imei) !== present.get(imei))
    },
    stop: () => pool.end()
  }
}
