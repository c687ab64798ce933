/**
 * Photos of drivers. The bytes come by a call of their own, before or after the event that announces them; the same id again changes nothing.
 * Until an event names it, a photo is seen by nobody.
 */
import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { type FileExtension, fileTypes, photoFiles } from '../../../src/contract/files.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { type Database, query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { defineRoute, defineUploadRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { attachFile, endUnread, leftJoinFile, pictureUrl, receiveDirectly } from '../../files/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { EventId, maxPhotoBytes, StoredPhoto } from '../contract.ts'
import { throwDriverError } from '../errors.ts'
import { events } from '../events/resource.ts'
import { Photo } from '../models.ts'
import { EventKind } from '../schema.ts'
import { joinStoredPhoto, photoFolderName } from './fragments.ts'
import { photoFolder } from './resource.ts'

interface Stored {
  readonly accountId: number
  readonly size: number
}

const storedPhoto = (database: Database, key: string): Promise<Stored | undefined> =>
  queryOne<Stored>(
    database,
    sql`select photo.account_id as "accountId", file.size from driver.photos photo
      ${raw(leftJoinFile('file', photoFolderName, 'photo.id'))} where photo.key = ${key}::uuid`
  )

/** The kind of picture that the call says it sends; its bytes are checked against it. */
function extensionOf(contentType: string | undefined): FileExtension {
  const said = contentType?.split(';')[0]?.trim().toLowerCase()
  return photoFiles.find(extension => fileTypes[extension] === said) ?? throwProblem('mediaType')
}

export const storePhotoRoute = defineUploadRoute({
  url: '/api/Driver/photos/:id',
  access: ['DRIVER'],
  device: true,
  summary: 'Stores a photo (JPEG, PNG, WebP) under the id that its event announces; the same id again changes nothing',
  rateLimit: { max: 600, timeWindow: 3_600_000 },
  answer: ItemResponse(StoredPhoto),
  async run({ services, caller, param, request }) {
    const key = param('id')
    const { accountId } = caller
    const { db, now } = services
    if (check(EventId as Schema, key).length > 0) {
      endUnread(request)
      return throwProblem('notFound')
    }
    const known = await storedPhoto(db, key)
    if (known) {
      endUnread(request)
      return known.accountId === accountId ? { data: { id: key, size: known.size } } : throwDriverError('photoTaken')
    }
    const extension = extensionOf(request.headers['content-type'])
    const upload = { folder: photoFolder, originalName: `${key}.${extension}`, extension, maxBytes: maxPhotoBytes }
    const blobFileName = await receiveDirectly(services, caller, request, upload)
    await db.transaction(async trx => {
      const at = now()
      const made = await Photo.query(trx).insert({ key, accountId, createdAt: at }).onConflict('key').ignore()
      // another call has stored the same photo meanwhile: these bytes have no record, and are removed after a day
      if (!made.id) return
      await attachFile({ trx, accountId, now: at }, photoFolder, { blobFileName, subjectId: null, ownerId: made.id })
    })
    const { size, accountId: owner } = (await storedPhoto(db, key)) ?? throwProblem('unexpected')
    await tell(services, accountId, key)
    return owner === accountId ? { data: { id: key, size } } : throwDriverError('photoTaken')
  }
})

/** Says to the browsers which events and orders have a picture now. */
async function tell({ db, hints }: Services, accountId: number, key: string): Promise<void> {
  const found = await query<{ id: number; orderId: number }>(
    db,
    sql`select id, order_id as "orderId" from driver.events
      where account_id = ${accountId} and type = ${EventKind.photo} and data ->> 'photoId' = ${key}`
  )
  if (found.length === 0) return
  hints.send({ kind: 'changed', resourceType: events.type, ids: found.map(({ id }) => id), companyId: null })
  const { subjectType: resourceType } = orderResources.orders
  hints.send({ kind: 'changed', resourceType, ids: found.map(({ orderId }) => orderId), companyId: null })
}

/** A list's rows come from the database as they are, and the address of a picture is signed for who asks: so each has a call. */
export const pictureRoute = defineRoute({
  url: '/api/Admin/DriverEvents/:id/picture',
  access: ['ADMIN'],
  summary: 'Where the picture of a driver’s photo is, for some minutes',
  answer: ItemResponse(Type.Object({ fileUrl: Type.String() })),
  run: async ({ services, caller, id, request }) => {
    const photo = orNotFound(
      await queryOne<{ fileId: number | null }>(
        services.db,
        sql`select photo.file_id as "fileId" from driver.events event ${joinStoredPhoto('photo', 'event')} where event.id = ${id}`
      )
    )
    return { data: { fileUrl: pictureUrl(services, caller, orNotFound(photo.fileId), request) } }
  }
})
