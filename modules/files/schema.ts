import { Type } from '@sinclair/typebox'
import { Instant } from '../../src/kernel/schema.ts'

/** The key for uploading one file: PUT `{blobUri}/{container}/{blobName}?{sasKey}`, with `x-ms-blob-type: BlockBlob`. */
export const UploadKey = Type.Object({
  blobUri: Type.String({ format: 'url' }),
  blobName: Type.String({ description: 'made by the server; the record names the file by it, as blobFileName' }),
  container: Type.String(),
  sasKey: Type.String({ description: 'a query string; good for this blob alone, and once' }),
  contentType: Type.String({ description: 'what the upload says as its content type' }),
  maxBytes: Type.Integer({ minimum: 1 }),
  expiresAt: Instant
})

export const FileUrl = Type.Object({
  url: Type.String({ format: 'url', description: 'fetches the file once, within five minutes' })
})

/** The bytes of a file. */
export const FileBytes = Type.Unsafe<unknown>({
  description: 'The file',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } }
})

export const Stored = Type.Unsafe<unknown>({ description: 'The file is stored' })
