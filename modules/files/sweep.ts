/** Removes uploads that have no record after a day, and expired links. Runs in the worker. */
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Upload } from './models.ts'
import { unclaimedMs, uploadMs } from './rules.ts'

const batch = 500

/** Removes each blob before its row, so that an interrupted sweep is completed by the next. */
export async function sweep({ db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - unclaimedMs)
  for (;;) {
    const uploads = await Upload.query(db).where('created_at', '<', before).orderBy('created_at').limit(batch)
    for (const { blobName } of uploads) {
      await storage.remove(blobName)
      await Upload.query(db).deleteById(blobName)
    }
    if (uploads.length < batch) break
  }
  await query(db, sql`delete from files.links where expires_at < ${now()}`)
  // an upload cannot take longer than its key is valid; doubled, because clocks may differ
  await storage.removeUnfinished(new Date(Date.now() - 2 * uploadMs))
}
