/** Photos of drivers: joins over the photo that an event announces, and its file. */
import { raw, type Sql } from '../../../src/kernel/database/sql.ts'
import { leftJoinFile } from '../../files/public.ts'
import { EventKind, EventState } from '../schema.ts'

/** The folder of the files; the first part of a blob's name. */
export const photoFolderName = 'driverphotos'

/** A join of the photo that the event announces, if the server has it: `file_id`. Only its own driver's photo counts. */
export const joinStoredPhoto = (alias: string, event: string): Sql =>
  raw(`left join lateral (select file.id as file_id from driver.photos stored
      ${leftJoinFile('file', photoFolderName, 'stored.id')}
    where stored.key = (case when ${event}.type = ${EventKind.photo} then ${event}.data ->> 'photoId' end)::uuid and stored.account_id = ${event}.account_id) ${alias} on true`)

const counts = (event: string): string => `${event}.state in (${EventState.applied}, ${EventState.accepted})`

/** An SQL condition: the event counts, was not taken back, and announces the photo, which is its driver's. The arguments are aliases. */
export const announces = (event: string, photo: string): string =>
  `${event}.account_id = ${photo}.account_id and ${event}.type = ${EventKind.photo} and ${counts(event)}
    and ${event}.data ->> 'photoId' = ${photo}.key::text
    and not exists (select from driver.events undone where undone.order_id = ${event}.order_id and undone.account_id = ${event}.account_id
      and undone.type = ${EventKind.undone} and ${counts('undone')} and undone.data ->> 'eventId' = ${event}.key::text)`
