import { Type } from '@sinclair/typebox'
import { isBlobName } from '../../src/contract/files.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute, defineUploadRoute, ItemResponse, type RouteContext } from '../../src/kernel/routes/route.ts'
import { Instant } from '../../src/kernel/schema.ts'
import { originOf, picturePath } from './addresses.ts'
import { linkPath, makeLink, sendFile } from './links.ts'
import { sendPicture } from './pictures.ts'
import { issueUpload, receiveUpload, uploadPath } from './uploads.ts'

const everyone = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'SERVICE_TECHNICAN'] as const

/** The key for uploading one file: PUT `{blobUri}/{container}/{blobName}?{sasKey}`, with `x-ms-blob-type: BlockBlob`. */
const UploadKey = Type.Object({
  blobUri: Type.String({ format: 'url' }),
  blobName: Type.String({ description: 'made by the server; the record names the file by it, as blobFileName' }),
  container: Type.String(),
  sasKey: Type.String({ description: 'a query string; good for this blob alone, and once' }),
  contentType: Type.String({ description: 'what the upload says as its content type' }),
  maxBytes: Type.Integer({ minimum: 1 }),
  expiresAt: Instant
})

const FileUrl = Type.Object({
  url: Type.String({ format: 'url', description: 'fetches the file once, within five minutes' })
})

/** The bytes of a file. */
const FileBytes = Type.Unsafe<unknown>({
  description: 'The file',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } }
})

const Stored = Type.Unsafe<unknown>({ description: 'The file is stored' })

const Signature = Type.Object({ sig: Type.String({ minLength: 1, maxLength: 100 }) })

/** The parts of a blob's name (src/kernel/storage/blob-name.ts). */
const parts = ['container', 'folder', 'month', 'file']

async function takeUpload({ services, request, reply, query, param }: RouteContext<{ sig: string }>) {
  const [container = '', ...name] = parts.map(param)
  const isNamed = container !== ''
  if (isNamed && !isBlobName(name.join('/'))) throwProblem('notFound')
  const path = isNamed ? [container, ...name].join('/') : ''
  const sha256 = await receiveUpload(services, { request, token: query.sig, path })
  return reply.header('etag', `"${sha256}"`).send()
}

const upload = {
  access: ['anyone'],
  query: Signature,
  answer: Stored,
  status: 201,
  run: takeUpload
} as const

export const routes = [
  defineRoute({
    url: '/api/Storage/access-token',
    access: everyone,
    summary: 'A key to upload one file: folder is `documents`, or `documents/{id of the company}`',
    query: Type.Object({
      fileName: Type.String({ minLength: 1, maxLength: 1000 }),
      folder: Type.String({ minLength: 1, maxLength: 100 })
    }),
    answer: ItemResponse(UploadKey),
    run: async ({ services, caller, query, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: await issueUpload(services, caller, { ...query, origin: originOf(request, services.settings) }) }
    }
  }),
  defineUploadRoute({
    ...upload,
    url: [uploadPath, ...parts.map(part => `:${part}`)].join('/'),
    summary: 'Uploads a file: the path is {container}/{blobName}, the query the sasKey of its access token'
  }),
  defineUploadRoute({ ...upload, url: uploadPath, summary: 'The same: the key alone says which file it is' }),
  defineRoute({
    url: '/api/Storage/file-url',
    access: everyone,
    scope: 'documents:read',
    summary: 'A link that fetches a file once, for whoever may see the row that has it',
    query: Type.Object({ blobFileName: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: ItemResponse(FileUrl),
    securityEvent: { kind: 'fileFetched' },
    run: async ({ services, caller, query: { blobFileName }, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { url: await makeLink(services, caller, blobFileName, originOf(request, services.settings)) } }
    }
  }),
  defineRoute({
    url: `${linkPath}/:token`,
    access: ['anyone'],
    summary: 'The file of a link; the link is used up by it',
    answer: FileBytes,
    head: false,
    run: ({ services, param, reply }) => sendFile(services, param('token'), reply)
  }),
  defineRoute({
    url: `${picturePath}/:token`,
    access: ['anyone'],
    summary: 'The picture of a signed address, such as the fileUrl of a container’s photo; good for some minutes',
    answer: FileBytes,
    run: ({ services, param, reply }) => sendPicture(services, param('token'), reply)
  })
]
