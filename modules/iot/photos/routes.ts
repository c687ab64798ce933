/** The routes of a single container with its photos, and of the picture of one. */
import { Type } from '@sinclair/typebox'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { leftJoinFile, pictureUrl } from '../../files/public.ts'
import { containers } from '../containers/resource.ts'
import { maxPhotos } from '../rules.ts'
import { Container, ContainerPhoto } from '../schema.ts'
import { photoFolder, photos as photoResource } from './resource.ts'

interface StoredPhoto {
  readonly id: number
  readonly fileId: number
  readonly originalFileName: string
  readonly createdDate: Date
}

export const containerRoute = defineRoute({
  url: containers.itemPath,
  access: containers.access,
  scope: 'containers:read',
  summary: 'One container with its photos, newest first',
  answer: ItemResponse(Type.Object({ ...Container.properties, photos: Type.Array(ContainerPhoto) })),
  run: async ({ services, caller, id, request }) => {
    const container = orNotFound(await readOne(services.db, containers, id, caller))
    const stored = await query<StoredPhoto>(
      services.db,
      sql`select photo.id, file.id as "fileId", file.original_name as "originalFileName", photo.created_at as "createdDate"
        from iot.photos photo ${raw(leftJoinFile('file', photoFolder.name, 'photo.id'))}
        where photo.container_id = ${id} order by photo.created_at desc, photo.id desc limit ${maxPhotos}`
    )
    const photos = stored.map(({ fileId, ...photo }) => ({
      ...photo,
      fileUrl: pictureUrl(services, caller, fileId, request)
    }))
    return { data: { ...container, photos } }
  }
})

/** A list's rows come from the database as they are, and the URL of a picture is signed for who asks: so each has a call. */
export const pictureRoute = defineRoute({
  url: '/IoT/photos/:id/picture',
  access: photoResource.access,
  summary: 'Where the picture of a photo is, for some minutes',
  answer: ItemResponse(Type.Object({ fileUrl: Type.String() })),
  run: async ({ services, caller, id, request }) => {
    const photo = orNotFound(
      await queryOne<{ fileId: number }>(
        services.db,
        sql`select file.id as "fileId" from iot.photos photo ${raw(leftJoinFile('file', photoFolder.name, 'photo.id'))}
          where photo.id = ${id} and file.id is not null`
      )
    )
    return { data: { fileUrl: pictureUrl(services, caller, photo.fileId, request) } }
  }
})
