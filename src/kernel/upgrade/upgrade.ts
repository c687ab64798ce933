/**
 * Brings the database of the settings to the present version, by the role that may: that of DATABASE_MIGRATE_URL, or of DATABASE_URL
 * where it owns the tables. Where neither may, it only looks whether anything is missing.
 */
import type { Settings } from '../../../config/settings.ts'
import { openDatabase } from '../database/database.ts'
import { lookAt, type MigrateOptions, migrate } from './migrate.ts'
import { requireOwnTables, roleState } from './rights.ts'

type Addresses = Pick<Settings, 'databaseUrl' | 'databaseMigrateUrl'>

const roleIn = (url: string): string => decodeURIComponent(new URL(url).username)

/**
 * @returns the names of the steps that were taken
 * @throws Error with a sentence for operators
 */
export async function bringUpToDate(
  { databaseUrl, databaseMigrateUrl }: Addresses,
  options: Pick<MigrateOptions, 'onStep' | 'onWaiting'> = {}
): Promise<string[]> {
  if (databaseMigrateUrl !== '') {
    const isAnother = roleIn(databaseMigrateUrl) !== roleIn(databaseUrl)
    return migrate(databaseMigrateUrl, { ...options, runtimeRole: isAnother ? roleIn(databaseUrl) : undefined })
  }
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { mayChangeTables, name } = await roleState(database)
    if (mayChangeTables) return await migrate(databaseUrl, options)
    await requireOwnTables(database)
    const { missing } = await lookAt(database)
    if (missing.length === 0) return []
    throw new Error(
      `The database lacks ${missing.length === 1 ? 'a step' : `${missing.length} steps`} of this version (${missing[0]}…), and ${name} may not ` +
        'change its tables. Run `npm run migrate` with DATABASE_MIGRATE_URL set to the address of their owner.'
    )
  } finally {
    await database.destroy()
  }
}
