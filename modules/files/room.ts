/**
 * How much one account may leave on the disk without a record: UPLOAD_ACCOUNT_MB, and some uploads at a time. Without it an account could
 * store a hundred of the largest files each day, and hold the connections of all.
 */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import type { Services } from '../../src/kernel/services.ts'
import { throwFileError } from './errors.ts'
import type { Upload } from './models.ts'

const bytesOfMb = 1_048_576
const atOnce = 6
const retryAfter = 60

interface Arriving {
  uploads: number
  bytes: number
}

/** What is on its way to this process, by account; one table for each application. */
const arriving = new WeakMap<Services['db'], Map<number, Arriving>>()

/**
 * Takes the room of an upload that begins.
 * @returns what gives it back when the upload has ended, however it did
 * @throws files.tooManyBytes, kernel.tooMany
 */
export async function takeBytes(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { accountId }: Pick<Upload, 'accountId'>,
  bytes: number
): Promise<() => void> {
  const all = arriving.get(db) ?? new Map<number, Arriving>()
  arriving.set(db, all)
  const own = all.get(accountId) ?? { uploads: 0, bytes: 0 }
  all.set(accountId, own)
  if (own.uploads >= atOnce) throwProblem('tooMany', { retryAfter: 1 })
  own.uploads += 1
  own.bytes += bytes
  const leave = (): void => {
    own.uploads -= 1
    own.bytes -= bytes
    if (own.uploads === 0) all.delete(accountId)
  }
  try {
    const kept = await queryOne<{ bytes: number }>(
      db,
      sql`select coalesce(sum(size), 0)::float8 as bytes from files.uploads where account_id = ${accountId}`
    )
    const most = settings.uploadAccountMb * bytesOfMb
    if ((kept?.bytes ?? 0) + own.bytes > most)
      throwFileError('tooManyBytes', { retryAfter, params: { max: settings.uploadAccountMb } })
    return leave
  } catch (error) {
    leave()
    throw error
  }
}
