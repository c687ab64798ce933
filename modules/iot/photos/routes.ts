/** The route of a single container with its photos. */
import { Type } from '@sinclair/typebox'
import { query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { leftJoinFile, pictureUrl } from '../../files/public.ts'
import { containers } from '../containers-resource.ts'
import { maxPhotos } from '../rules.ts'
import { Container, ContainerPhoto } from '../schema.ts'
import { photoFolder } from './resource.ts'

interface StoredPhoto {
  readonly id: number
  readonly fileId: number
  readonly originalFileName: string
  readonly createdDate: Date
}

export const containerRoute = defineRoute({
  url: containers.itemPath,
  access: containers.access,
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
