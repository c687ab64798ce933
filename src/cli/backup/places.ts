/**
 * Where backups are kept: a folder, a bucket that speaks S3 (`s3.ts`), or a container of Azure Blob Storage. A file is there whole or not at all. Names are paths with `/`,
 * made by `manifest.ts`.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../../../config/settings.ts'
import { filesBelow } from '../../kernel/storage/files-below.ts'
import type { Place } from './place.ts'
import { s3 } from './s3.ts'

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

const unfinished = '.unfinished-'

function folder(root: string): Place {
  const fileOf = (name: string): string => path.join(root, ...name.split('/'))
  return {
    label: root,
    async write(name, source) {
      const file = fileOf(name)
      const draft = path.join(path.dirname(file), `${unfinished}${randomUUID()}`)
      // Backups hold everything: nobody else on the machine may read them.
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, file)
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: async name => ((await stat(fileOf(name)).catch(absent)) ? createReadStream(fileOf(name)) : undefined),
    size: async name => (await stat(fileOf(name)).catch(absent))?.size,
    remove: name => rm(fileOf(name), { force: true }),
    async *list() {
      if (!(await stat(root).catch(absent))) return
      for await (const name of filesBelow(root)) if (!path.basename(name).startsWith(unfinished)) yield name
    }
  }
}

const blockBytes = 8 * 1_048_576

async function azure(connection: string, container: string): Promise<Place> {
  const { BlobServiceClient, RestError } = await import('@azure/storage-blob')
  const service = BlobServiceClient.fromConnectionString(connection)
  const client = service.getContainerClient(container)
  const blobOf = (name: string) => client.getBlockBlobClient(name)
  const orAbsent = <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch(error => {
      if (error instanceof RestError && error.statusCode === 404) return undefined
      throw error
    })
  return {
    label: `${service.accountName}/${container}`,
    async write(name, source) {
      await client.createIfNotExists()
      // Blocks of an upload that breaks off are no blob.
      await blobOf(name).uploadStream(source, blockBytes, 2)
    },
    async read(name) {
      const answer = await orAbsent(blobOf(name).download())
      return answer && Readable.from(answer.readableStreamBody as AsyncIterable<Buffer>, { objectMode: false })
    },
    size: async name => (await orAbsent(blobOf(name).getProperties()))?.contentLength,
    remove: async name => void (await blobOf(name).deleteIfExists()),
    async *list() {
      if (!(await client.exists())) return
      for await (const { name } of client.listBlobsFlat()) yield name
    }
  }
}

/**
 * The place of an address: a path, `file:` and a path, `s3:` and an URL, or `azure:` and a connection string.
 * @throws Error where there is no address
 */
export async function openPlace(
  address: string,
  { backupContainer }: Pick<Settings, 'backupContainer'>
): Promise<Place> {
  if (address === '') throw new Error('Say where backups are kept: BACKUP_URL=file:/srv/backup, or --to and --from.')
  if (address.startsWith('azure:')) return azure(address.slice('azure:'.length), backupContainer)
  if (address.startsWith('s3:')) return s3(address.slice('s3:'.length))
  return folder(path.resolve(address.replace(/^file:/, '')))
}
