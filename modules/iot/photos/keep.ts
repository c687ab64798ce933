/** Photos that commands add to a container, after their uploads. */
import type { BeforeTransactionContext, CommandContext } from '../../../src/kernel/commands/command.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { attachFile, settleUpload } from '../../files/public.ts'
import { throwIotError } from '../errors.ts'
import { Photo } from '../models.ts'
import { maxPhotos } from '../rules.ts'
import { photoFolder } from './resource.ts'

/** The path of the field to which the refusal of a file belongs. */
const fieldOf = (at: number): string => `blobFileNames.${at}`

/** Must be called before the transaction (`settleUpload`). */
export async function settlePhotos(context: BeforeTransactionContext, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) await settleUpload(context, name, fieldOf(at))
}

/**
 * Adds uploaded photos to a container. Returns the id of the last one; 0 without any.
 * @throws iot.tooManyPhotos; files.notUploaded at the field
 */
export async function keepPhotos(
  context: CommandContext,
  containerId: number,
  names: readonly string[]
): Promise<number> {
  const { trx, now } = context
  if (names.length === 0) return 0
  // the lock makes concurrent additions to one container wait, so that the count is right
  await queryOne(trx, sql`select id from iot.containers where id = ${containerId} for no key update`)
  const count = await queryOne<{ n: number }>(
    trx,
    sql`select count(*)::int as n from iot.photos where container_id = ${containerId}`
  )
  if (count && count.n + names.length > maxPhotos)
    throwIotError('tooManyPhotos', { params: { max: maxPhotos, count: count.n } })
  let id = 0
  for (const [at, blobFileName] of names.entries()) {
    ;({ id } = await Photo.query(trx).insert({ containerId, createdAt: now }))
    await attachFile(context, photoFolder, { blobFileName, subjectId: containerId, ownerId: id }, fieldOf(at))
  }
  return id
}
