/** Photos as files belong to them: only staff may fetch the files. People see a photo with the event that announces it (`events/resource.ts`). */
import { Type } from '@sinclair/typebox'
import { photoFiles } from '../../../src/contract/files.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { ExactInstant, Id, Version } from '../../../src/kernel/schema.ts'
import { type FileFolder, fileFolders } from '../../files/public.ts'
import { photoFolderName } from './fragments.ts'

const photos = defineResource({
  type: 'driver.photo',
  title: 'photo of a driver',
  titles: 'photos of drivers',
  path: '/api/Admin/DriverPhotos',
  serves: [],
  access: ['ADMIN'],
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
