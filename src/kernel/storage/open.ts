import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../../config/settings.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './storage.ts'

export interface StorageOptions {
  readonly settings: Pick<Settings, 'storageUrl' | 'storageContainer' | 'dataDir'>
  readonly log: FastifyBaseLogger
}

/** The store of the settings. The SDK of Azure is loaded only where it is used: 38 MB, and half a second of the start. */
export async function openStorage({ settings, log }: StorageOptions): Promise<Storage> {
  const { storageUrl, storageContainer, dataDir } = settings
  if (!storageUrl.startsWith('azure:')) return openDisk({ url: storageUrl, dataDir, log })
  const { openAzure } = await import('./azure.ts')
  return openAzure({ connection: storageUrl.slice('azure:'.length), container: storageContainer })
}
