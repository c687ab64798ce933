/** Photos of drivers: joins over the photo that an event announces, and its file. */
import { raw, type Sql } from '../../../src/kernel/database/sql.ts'
import { leftJoinFile } from '../../files/public.ts'
import { EventKind } from '../schema.ts'

/** The folder of the files; the first part of a blob's name. */
export const photoFolderName = 'driverphotos'

/** A join of the photo that the event announces, if the server has it: `file_id`. Only its own driver's photo counts. */
export const joinStoredPhoto = (alias: string, event: string): Sql =>
  raw(`left join lateral (select file.id as file_id from driver.photos stored
      ${leftJoinFile('file', photoFolderName, 'stored.id')}
    where stored.key = (case when ${event}.type = ${EventKind.photo} then ${event}.data ->> 'photoId' end)::uuid and stored.account_id = ${event}.account_id) ${alias} on true`)
