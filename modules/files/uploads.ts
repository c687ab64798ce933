/**
 * Uploads. A key is issued for one file: its folder, subject, name, type and maximum size are then fixed, and the name of the blob is
 * generated. The key can be used once, by the session it was issued to; if the upload fails, a new key is needed. A complete upload waits
 * for its record (records.ts), and is removed after a day without one.
 */
import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { extensionOf, type FileExtension, fileTypes, isFileName, maxFileName } from '../../src/contract/files.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { hasFullAccess } from '../../src/kernel/access/caller.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { ApiError, throwProblem } from '../../src/kernel/errors/errors.ts'
import { withSlowBody } from '../../src/kernel/serve/slow-bodies.ts'
import type { Services } from '../../src/kernel/services.ts'
import { newBlobName } from '../../src/kernel/storage/blob-name.ts'
import { throwFileError, throwTooLarge } from './errors.ts'
import { discardUpload, finishUpload } from './finish.ts'
import { type FileFolder, folderNamed } from './folders.ts'
import { Upload } from './models.ts'
import { takeBytes } from './room.ts'
import { maxUnclaimed, unclaimedMs, uploadMs } from './rules.ts'

/** The path of this server's own upload route. */
export const uploadPath = '/api/Storage/blobs'

export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Announces an upload and returns its key. `origin`: this server's origin as the caller reaches it. */
export async function issueUpload(
  services: Services,
  caller: Caller,
  { fileName, folder: place, origin }: { fileName: string; folder: string; origin: string }
) {
  const { folder, subjectId } = await requireFolder(services, caller, place)
  const originalName = fileName.normalize('NFC').trim()
  if (!isFileName(originalName)) throwFileError.at('fileName', 'fileName', { max: maxFileName })
  const extension = extensionOf(originalName)
  if (!extension || !folder.types.includes(extension))
    return throwFileError.at('fileName', 'type', { types: folder.types.join(', ') })
  const now = services.now()
  await requireRoom(services, caller, now)
  const blobName = newBlobName(folder.name, extension, now)
  const expiresAt = new Date(now.getTime() + uploadMs)
  const outside = await services.storage.uploadAccess(blobName, expiresAt)
  const token = newToken()
  const upload = {
    blobName,
    tokenHash: outside ? null : hashToken(token),
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    folder: folder.name,
    subjectId,
    originalName,
    contentType: fileTypes[extension],
    maxBytes: services.settings.uploadMaxMb * 1_048_576,
    createdAt: now,
    expiresAt
  }
  await Upload.query(services.db).insert(upload)
  const { blobUri, sasKey } = outside ?? { blobUri: `${origin}${uploadPath}`, sasKey: `sig=${token}` }
  const { container } = services.storage
  const { contentType, maxBytes } = upload
  return { blobUri, blobName, container, sasKey, contentType, maxBytes, expiresAt: expiresAt.toISOString() }
}

async function requireFolder(
  services: Services,
  caller: Caller,
  place: string
): Promise<{ readonly folder: FileFolder; readonly subjectId: number | null }> {
  const [, name, number] = /^([a-z]{1,20})(?:\/([1-9]\d{0,8}))?$/.exec(place) ?? []
  const folder = folderNamed(services, name ?? '')
  if (!folder) return throwFileError.at('folder', 'folder')
  if (caller.role === null || !folder.uploaders.includes(caller.role)) return throwProblem('forbidden')
  const subjectId = number === undefined ? folder.usualSubject(caller) : Number(number)
  if (subjectId === undefined) return throwFileError.at('folder', 'folder')
  if (subjectId !== null && !(await folder.isSubjectVisible(services.db, subjectId, caller)))
    return throwProblem('notFound')
  return { folder, subjectId }
}

/** Throws 429 if the account has too many uploads without a record; the oldest is removed after a day. */
async function requireRoom({ db }: Services, { accountId }: Caller, now: Date): Promise<void> {
  const waiting = await queryOne<{ count: number; oldest: Date }>(
    db,
    sql`select count(*)::int as count, min(created_at) as oldest from files.uploads where account_id = ${accountId}`
  )
  if (!waiting || waiting.count < maxUnclaimed) return
  const goesAt = waiting.oldest.getTime() + unclaimedMs
  throwProblem('tooMany', { retryAfter: Math.max(60, Math.ceil((goesAt - now.getTime()) / 1000)) })
}

/** An upload to this server. */
export interface Arrival {
  readonly request: FastifyRequest
  readonly token: string
  /** `{container}/{blobName}` of the URL; '' if it names only the service. */
  readonly path: string
}

/** Stores the body of a call as the file of its key. Returns the hash. */
export async function receiveUpload(services: Services, { request, token, path }: Arrival): Promise<string> {
  const upload = await startUpload(services, token, path)
  return receive(services, request, upload, () => requireUploader(services, upload))
}

export interface DirectUpload {
  readonly folder: FileFolder
  /** With the ending of its type. */
  readonly originalName: string
  readonly extension: FileExtension
  readonly maxBytes: number
}

/**
 * Stores the body of a call of the account, without a key. The upload then waits for its record, as any other (`attachFile`).
 * @returns the name of the blob
 * @throws files.size, files.content, files.malicious; kernel.mediaType
 */
export async function receiveDirectly(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  { folder, originalName, extension, maxBytes }: DirectUpload
): Promise<string> {
  const now = services.now()
  const upload = await Upload.query(services.db).insertAndFetch({
    blobName: newBlobName(folder.name, extension, now),
    tokenHash: hashToken(newToken()),
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    folder: folder.name,
    subjectId: null,
    originalName,
    contentType: fileTypes[extension],
    maxBytes,
    createdAt: now,
    startedAt: now,
    expiresAt: new Date(now.getTime() + uploadMs)
  })
  await receive(services, request, upload)
  return upload.blobName
}

/**
 * Stores the body of a call as the file of an upload that has begun. Returns the hash.
 * @param mayStill throws where the one who has begun it may not go on; a route of its own knows its caller
 */
async function receive(
  services: Services,
  request: FastifyRequest,
  upload: Upload,
  mayStill: () => Promise<unknown> = async () => undefined
): Promise<string> {
  const remaining = upload.expiresAt.getTime() - services.now().getTime()
  const signal = AbortSignal.timeout(Math.max(1, remaining))
  let leave: (() => void) | undefined
  try {
    await mayStill()
    requireHeaders(request, upload)
    leave = await takeBytes(services, upload, Number(request.headers['content-length'] ?? upload.maxBytes))
    return await withSlowBody(request.raw.socket, async () => {
      await services.storage.write(upload.blobName, bodyOf(request), { maxBytes: upload.maxBytes, signal })
      return (await finishUpload(services, upload)) ?? throwProblem('unexpected')
    })
  } catch (error) {
    await discardUpload(services, upload.blobName)
    endUnread(request)
    throw refusalOf(error, request, upload, signal)
  } finally {
    leave?.()
  }
}

/**
 * The body as a stream of its own. A store that fails destroys what it reads from; a request that was destroyed would leave the rest of
 * its body unread, and the next call on its connection would wait for that.
 */
function bodyOf({ body, raw: request }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) return Readable.from([])
  const own = body.pipe(new PassThrough())
  const cut = (error?: Error): unknown => own.destroy(error ?? new Error('The connection was closed'))
  body.once('error', cut)
  request.once('close', () => request.complete || cut())
  return own
}

/** Begins the upload of a key, which cannot be used again even if the upload fails. */
async function startUpload(services: Services, token: string, path: string): Promise<Upload> {
  const now = services.now()
  const named = path === '' ? raw('true') : sql`${services.storage.container} || '/' || blob_name = ${path}`
  const started = await queryOne<Upload>(
    services.db,
    sql`update files.uploads set started_at = ${now}
      where token_hash = ${hashToken(token)} and started_at is null and expires_at > ${now} and ${named}
      returning blob_name as "blobName", account_id as "accountId", session_id as "sessionId", folder,
        subject_id as "subjectId", content_type as "contentType", max_bytes as "maxBytes", expires_at as "expiresAt"`
  )
  return started ?? throwFileError('uploadKey')
}

/** Throws unless the session is still valid and its account may still upload. */
async function requireUploader(services: Services, { sessionId, accountId, folder: name, subjectId }: Upload) {
  const { db, sessions } = services
  const caller = await sessions.callerOf(sessionId, accountId, services.now())
  const folder = folderNamed(services, name)
  if (!caller?.role || !hasFullAccess(caller) || !folder?.uploaders.includes(caller.role))
    return throwFileError('uploadKey')
  if (subjectId !== null && !(await folder.isSubjectVisible(db, subjectId, caller))) throwFileError('uploadKey')
}

/** Checks the headers, before any byte of the body is read. */
function requireHeaders({ headers }: FastifyRequest, { maxBytes, contentType }: Upload): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throwTooLarge(maxBytes)
  const kind = headers['x-ms-blob-type']
  if (kind !== undefined && kind !== 'BlockBlob') throwProblem('malformed')
  const said = String(headers['x-ms-blob-content-type'] ?? headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
  // the content decides; callers that do not know the type send this one, or none
  if (said && said !== 'application/octet-stream' && said.toLowerCase() !== contentType) throwProblem('mediaType')
}

function refusalOf(
  error: unknown,
  { raw: { complete, destroyed } }: FastifyRequest,
  { maxBytes }: Upload,
  expired: AbortSignal
): unknown {
  if (error instanceof ApiError) {
    // an error of the store, which does not know the limit
    return error.code === 'kernel.tooLarge' ? refusal(() => throwTooLarge(maxBytes)) : error
  }
  if (expired.aborted) return refusal(() => throwFileError('uploadKey'))
  // the caller has closed the connection, so nobody reads the answer
  return destroyed && !complete ? refusal(() => throwProblem('malformed')) : error
}

function refusal(refuse: () => never): unknown {
  try {
    return refuse()
  } catch (error) {
    return error
  }
}

const lingerMs = 3_000

/**
 * Handles the rest of the body after a refusal, which is answered before the body was read. The rest is read and ignored for a moment, so
 * that the answer arrives; then the connection is closed.
 */
export function endUnread({ raw: request }: FastifyRequest): void {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, lingerMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
  request.on('error', () => undefined).resume()
}
