/**
 * Files in Azure Blob Storage, by the official SDK. Browsers send a file to Azure themselves, with a signature that may
 * create exactly one blob: it can neither read nor overwrite, so it works only once. The account must allow the
 * portal's and the back office's origins (CORS, method PUT); `docs/operators.md` has the line for it.
 */
import { addAbortSignal, Readable } from 'node:stream'
import {
  BlobSASPermissions,
  BlobServiceClient,
  type BlockBlobClient,
  type ContainerClient,
  RestError,
  StorageRetryPolicyType
} from '@azure/storage-blob'
import { isBlobName } from '../../contract/files.ts'
import { throwProblem } from '../errors/errors.ts'
import { requireBlobName } from './blob-name.ts'
import { limitBytes } from './disk.ts'
import type { Storage, WriteLimits } from './storage.ts'

export interface AzureOptions {
  /** A connection string with an account's key. */
  readonly connection: string
  readonly container: string
}

const blockBytes = 1_048_576
// The clocks of both sides may differ.
const clockSkewMs = 300_000

/** No answer of Azure becomes 503, and its 404 becomes `absent`. */
async function ask<T, A>(call: () => Promise<T>, absent?: A): Promise<T | A> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const { statusCode, code } = error
    if (statusCode === 404 && absent !== undefined) return absent
    if (statusCode === 409 && code === 'BlobAlreadyExists') throwProblem('taken')
    if (statusCode === undefined || statusCode === 429 || statusCode >= 500)
      throwProblem('unavailable', { retryAfter: 5 })
    throw error
  }
}

/** Creates the container at its first use; after a failure this is tried again. */
function creating(client: ContainerClient): () => Promise<unknown> {
  let made: Promise<unknown> | undefined
  return () => {
    made ??= ask(() => client.createIfNotExists()).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Writes a new blob. @throws kernel.taken, kernel.tooLarge, kernel.unavailable */
async function upload(blob: BlockBlobClient, source: Readable, { maxBytes, signal }: WriteLimits): Promise<void> {
  const limited = limitBytes(maxBytes)
  source.once('error', error => limited.destroy(error))
  // The SDK checks the signal only between blocks; it would wait for a source that sends nothing.
  if (signal) addAbortSignal(signal, limited)
  try {
    // Blocks that were not committed are no blob; Azure forgets them after a week.
    await ask(() => blob.uploadStream(source.pipe(limited), blockBytes, 2, { conditions: { ifNoneMatch: '*' } }))
  } finally {
    source.destroy()
  }
}

export async function openAzure({ connection, container }: AzureOptions): Promise<Storage> {
  const service = BlobServiceClient.fromConnectionString(connection, {
    retryOptions: { retryPolicyType: StorageRetryPolicyType.EXPONENTIAL, maxTries: 3, tryTimeoutInMs: 10_000 }
  })
  const client = service.getContainerClient(container)
  const blobOf = (name: string): BlockBlobClient => client.getBlockBlobClient(requireBlobName(name))

  const requireContainer = creating(client)
  return {
    container,
    uploadOrigin: new URL(service.url).origin,

    async uploadAccess(name, expiresAt) {
      await requireContainer()
      const signed = await blobOf(name).generateSasUrl({
        permissions: BlobSASPermissions.parse('c'),
        startsOn: new Date(Date.now() - clockSkewMs),
        expiresOn: expiresAt
      })
      return { blobUri: service.url.replace(/\/$/, ''), sasKey: new URL(signed).search.slice(1) }
    },

    async write(name, source, limits) {
      const blob = blobOf(name)
      await requireContainer()
      await upload(blob, source, limits)
    },

    async facts(name) {
      const found = await ask(() => blobOf(name).getProperties(), null)
      if (!found) return undefined
      return { size: found.contentLength ?? 0, modifiedAt: found.lastModified ?? new Date(0) }
    },

    async read(name, range) {
      const answer = await ask(
        () => (range ? blobOf(name).download(range.start, range.end - range.start + 1) : blobOf(name).download()),
        null
      )
      if (!answer) return undefined
      return Readable.from(answer.readableStreamBody as AsyncIterable<Buffer>, { objectMode: false })
    },

    remove: async name => void (await ask(() => blobOf(name).deleteIfExists())),

    async *list() {
      for await (const { name } of client.listBlobsFlat()) if (isBlobName(name)) yield name
    },

    // An upload that breaks off leaves no blob behind.
    removeUnfinished: async () => undefined
  }
}
