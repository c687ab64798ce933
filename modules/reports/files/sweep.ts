/** Removes files after 60 days: the blob before its row, so that a sweep that is cut off is repeated by the next. */
import type { Services } from '../../../src/kernel/services.ts'
import { ReportFile } from '../models.ts'

const keptMs = 60 * 24 * 3_600_000
const batch = 200

export async function sweepFiles({ db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptMs)
  const files = await ReportFile.query(db).where('created_at', '<', before).orderBy('created_at').limit(batch)
  for (const { id, blobName } of files) {
    if (blobName) await storage.remove(blobName)
    await ReportFile.query(db).deleteById(id)
  }
}
