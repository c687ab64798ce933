/** The resource of photos of containers. Their bytes and original file names are records of modules/files. */
import { Type } from '@sinclair/typebox'
import { photoFiles } from '../../../src/contract/files.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id, Instant, Nullable, Version } from '../../../src/kernel/schema.ts'
import { type FileFolder, leftJoinFile } from '../../files/public.ts'
import { containers } from '../containers/resource.ts'

const folder = 'photos'

export const photos = defineResource({
  type: 'iot.photo',
  title: 'photo of a container',
  titles: 'photos of containers',
  path: '/IoT/photos',
  serves: ['list', 'item'],
  access: ['ADMIN', 'SERVICE_TECHNICAN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    containerId: Id,
    containerNumber: Nullable(Type.String()),
    originalFileName: Type.String(),
    createdDate: Instant,
    picture: Type.String({ format: 'picture', description: 'GET of the API that answers where the picture is' })
  }),
  table: 'iot.photos',
  alias: 'photo',
  joins: {
    container: 'join iot.containers container on container.id = photo.container_id',
    file: leftJoinFile('file', folder, 'photo.id')
  },
  fields: {
    containerNumber: joined('container', 'container_number'),
    originalFileName: joined('file', 'original_name'),
    createdDate: 'created_at',
    picture: { sql: "'/IoT/photos/' || photo.id || '/picture'" }
  },
  named: 'containerNumber',
  visibleTo: () => undefined,
  filters: { ContainerId: filter(Id, id => sql`photo.container_id = ${id}`) },
  sort: '-createdDate'
})

/** The folder of photos. The subject of an upload is the container. */
export const photoFolder: FileFolder = {
  name: folder,
  types: photoFiles,
  uploaders: ['ADMIN', 'SERVICE_TECHNICAN'],
  isSubjectVisible: (database, id, reader) => exists(database, containers, id, reader),
  usualSubject: () => undefined,
  owner: photos
}
