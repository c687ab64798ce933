/** Figures of what the process runs on: its clock, and the disk that uploaded files are kept on. */
import { statfs } from 'node:fs/promises'
import type { Settings } from '../../../config/settings.ts'
import type { Metrics } from '../metrics.ts'

/** The folder of uploaded files; undefined where they are kept elsewhere. */
const folderOf = ({ storageUrl, dataDir }: Settings): string | undefined =>
  storageUrl.startsWith('file:') ? storageUrl.slice('file:'.length) || dataDir : undefined

export function observeMachine(metrics: Metrics, settings: Settings, now: () => Date): void {
  const clock = 'The clock of the process, in seconds since 1970, to be compared with that of whoever reads it'
  metrics.gauge('opony_time_seconds', clock, () => now().getTime() / 1000)
  const folder = folderOf(settings)
  if (folder === undefined) return
  metrics.ask('opony_disk_free_bytes', 'Free on the disk of uploaded files', [], async () => {
    const { bavail, bsize } = await statfs(folder)
    return [{ labels: {}, value: bavail * bsize }]
  })
  metrics.ask('opony_disk_bytes', 'Size of the disk of uploaded files', [], async () => {
    const { blocks, bsize } = await statfs(folder)
    return [{ labels: {}, value: blocks * bsize }]
  })
}
