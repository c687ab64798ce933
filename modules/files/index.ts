import { defineModule } from '../../src/kernel/module.ts'
import { fileFolders } from './folders.ts'
import { removeBlob } from './records.ts'
import { routes } from './routes.ts'
import { removeJob } from './rules.ts'
import { sweep } from './sweep.ts'

/** Files of other modules' rows: keys to upload, records, links to fetch. */
export const files = defineModule({
  name: 'files',
  messages: new URL('./messages/', import.meta.url),
  routes,
  jobs: [{ name: removeJob, retries: 10, run: (services, data: { blobName: string }) => removeBlob(services, data) }],
  extensionPoints: [fileFolders],
  schedules: [{ name: 'files.sweep', every: '1h', run: sweep }]
})
