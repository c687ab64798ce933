/**
 * Photos as files belong to them. People see a photo with the event that announces it: staff any (`events/resource.ts`), clients one that counts
 * at an order of theirs (`clients/of-order.ts`).
 */
import { Type } from '@sinclair/typebox'
import { photoFiles } from '../../../src/contract/files.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { ExactInstant, Id, Version } from '../../../src/kernel/schema.ts'
import { type FileFolder, fileFolders } from '../../files/public.ts'
import { isOrderVisible } from '../../orders/public.ts'
import { announces, photoFolderName } from './fragments.ts'

const photos = defineResource({
  type: 'driver.photo',
  title: 'photo of a driver',
  titles: 'photos of drivers',
  path: '/api/Admin/DriverPhotos',
  serves: [],
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  visibleTo: reader =>
    sql`exists (select from driver.events event where ${raw(announces('event', 'photo'))} and ${isOrderVisible(reader, 'event.order_id')})`,
  schema: Type.Object({ id: Id, version: Version, createdAt: ExactInstant }),
  table: 'driver.photos',
  alias: 'photo',
  sort: '-createdAt'
})

/** Nobody gets a key for it: drivers send their photos to a call of their own (`store.ts`). */
export const photoFolder: FileFolder = {
  name: photoFolderName,
  types: photoFiles,
  uploaders: [],
  isSubjectVisible: async () => false,
  usualSubject: () => undefined,
  owner: photos
}

export const driverPhotos = fileFolders.fill(photoFolder)
