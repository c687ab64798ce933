/** The commands that add, show and remove photos. Additions and removals are in the history of the container. */
import { Type } from '@sinclair/typebox'
import { photoFiles } from '../../../src/contract/files.ts'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm, type FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { BlobName, Id } from '../../../src/kernel/schema.ts'
import { removeFiles } from '../../files/public.ts'
import { containers } from '../containers/resource.ts'
import { throwIotError } from '../errors.ts'
import { Photo } from '../models.ts'
import { maxPhotosAtOnce } from '../rules.ts'
import { keepPhotos, settlePhotos } from './keep.ts'
import { photoFolder, photos } from './resource.ts'

const PhotoForm = defineForm({
  schema: Type.Object({
    containerId: Id,
    blobFileNames: Type.Array(BlobName(), {
      minItems: 1,
      maxItems: maxPhotosAtOnce,
      uniqueItems: true,
      messages: { required: 'iot.addPhoto.missing', minItems: 'iot.addPhoto.missing' }
    })
  }),
  sendOnce: 'blobFileNames',
  fields: {
    blobFileNames: { label: 'iot.photo.file', upload: { folder: 'photos/{containerId}', types: photoFiles } }
  }
})

export const addPhoto = defineCreation(photos, {
  name: 'iot.addPhoto',
  call: 'POST /IoT/photos',
  wire: {
    oneEach: 'blobFileNames',
    summary: 'Adds uploaded photos to a container, all or none; answers the last of them'
  },
  access: { ADMIN: { form: PhotoForm }, SERVICE_TECHNICAN: { form: PhotoForm } },
  ui: { icon: 'camera', key: 'n' },
  beforeTransaction: (context, { blobFileNames }) => settlePhotos(context, blobFileNames),
  async run(context, { containerId, blobFileNames }) {
    const { trx, reader, recordEvent, addAuditParams, hint } = context
    if (!(await exists(trx, containers, containerId, reader))) throwIotError.at('containerId', 'noContainer')
    const id = await keepPhotos(context, containerId, blobFileNames)
    addAuditParams({ count: blobFileNames.length })
    await recordEvent(containers, containerId)
    hint(containers.type, [containerId])
    return { id }
  }
})

/** The form for a container that is known: the row that it is opened from. */
const FormOfContainer: FormDefinition<typeof PhotoForm.schema> = {
  ...PhotoForm,
  fields: { containerId: { control: 'hidden', from: 'id' }, ...PhotoForm.fields }
}
const FormOfRow = { ...FormOfContainer, load: containers.itemPath }

const icon = 'camera'

/** Adds photos to the container that is selected in the list or shown in the panel. */
export const addPhotoTo = defineLink(containers, {
  name: 'iot.addPhotoTo',
  selection: 'one',
  access: { ADMIN: { form: FormOfRow }, SERVICE_TECHNICAN: { form: FormOfRow } },
  ui: { icon },
  creates: addPhoto
})

/** Adds photos to the panel's container, in the tab with its photos. */
export const addPhotoHere = defineLink(photos, {
  name: 'iot.addPhotoHere',
  selection: 'none',
  access: { ADMIN: { form: FormOfContainer }, SERVICE_TECHNICAN: { form: FormOfContainer } },
  ui: { icon, tone: 'info' },
  creates: addPhoto
})

/** Shows all photos of a container, the newest first. */
export const seePhotos = defineLink(containers, {
  name: 'iot.seePhotos',
  selection: 'one',
  access: {
    ADMIN: { when: { hasPhotos: [true] } },
    SERVICE_TECHNICAN: { when: { hasPhotos: [true] } }
  },
  ui: { icon: 'images' },
  open: 'iot.photos',
  title: 'iot.photos.title'
})

/** Shows all photos of a container, beginning with the selected one. */
export const seePhoto = defineLink(photos, {
  name: 'iot.seePhoto',
  selection: 'one',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  ui: { icon: 'eye' },
  open: 'iot.photos',
  title: 'iot.photos.title'
})

export const removePhoto = defineCommand(photos, {
  name: 'iot.removePhoto',
  call: 'DELETE /IoT/photos/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id, containerId }) {
    await removeFiles(context, photoFolder, id)
    await Photo.query(context.trx).deleteById(id)
    await context.recordEvent(containers, containerId)
    context.hint(containers.type, [containerId])
  }
})
