import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

/** A photo of a container with the record of its file; no bytes are in the store. */
export async function aPhoto(
  db: Knex,
  { containerId, createdBy, name = 'kontener.jpg' }: { containerId: number; createdBy: number; name?: string }
): Promise<{ readonly id: number }> {
  const now = new Date()
  const [photo] = await db('iot.photos').insert({ container_id: containerId, created_at: now }).returning('id')
  await db('files.files').insert({
    folder: 'photos',
    owner_id: photo.id,
    blob_name: `photos/2026-05/${randomUUID()}.jpg`,
    original_name: name,
    content_type: 'image/jpeg',
    size: 1,
    sha256: '0'.repeat(64),
    created_by: createdBy,
    created_at: now
  })
  return photo
}
