/**
 * A battery that was changed, as a person records it. Readings from before the change no longer count: neither for the forecast
 * (`keep.ts`) nor, if they arrive late, for the present state (`ingest/state.ts`). The mark of a low battery stays until a reading of the
 * new one clears it.
 */
import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/contract/days.ts'
import { photoFiles } from '../../../src/contract/files.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { BlobName, Day } from '../../../src/kernel/schema.ts'
import { containers } from '../containers/resource.ts'
import { throwIotError } from '../errors.ts'
import { BatteryChange, Container } from '../models.ts'
import { keepPhotos, settlePhotos } from '../photos/keep.ts'
import { maxPhotosAtOnce } from '../rules.ts'
import { BatteryTrend } from '../schema.ts'

const ChangeForm = defineForm({
  schema: Type.Object({
    changedDate: Day,
    blobFileNames: Type.Optional(Type.Array(BlobName(), { maxItems: maxPhotosAtOnce, uniqueItems: true }))
  }),
  // the folder of the photos
  context: ['id'],
  fields: {
    changedDate: { label: 'iot.container.batteryChangedDate', initial: 'today', days: { to: 'today' } },
    blobFileNames: {
      label: 'iot.photo.file',
      help: 'iot.changeBattery.photos.help',
      upload: { folder: 'photos/{id}', types: photoFiles }
    }
  }
})

/** The forecast of a battery of which nothing is known yet. `keep.ts` makes another within the hour. */
const noForecast = {
  batteryTrend: BatteryTrend.unknown,
  batterySlope: null,
  batteryCriticalAt: null,
  batteryForecastDay: null
}

/** Since when readings are of the new battery: now, or the end of an earlier day, whose hour nobody has said. */
async function instantOf({ trx, now }: CommandContext, day: string): Promise<Date> {
  if (day === dayOf(now)) return now
  const end = await queryOne<{ at: Date }>(trx, sql`select ${startOfDay(day, 1)} - interval '1 millisecond' as at`)
  return end?.at ?? now
}

/** Records that the battery was changed, on a day that is not in the future and not before the change that is known. */
export const changeBattery = defineCommand(containers, {
  name: 'iot.changeBattery',
  call: 'POST /IoT/container/:id/battery',
  access: { ADMIN: { form: ChangeForm }, SERVICE_TECHNICAN: { form: ChangeForm } },
  ui: { icon: 'bolt', tone: 'info', key: 'b', undo: 'DELETE /IoT/container/:id/battery' },
  async beforeTransaction(context, { blobFileNames = [] }) {
    await settlePhotos(context, blobFileNames)
  },
  async run(context, { id, batteryChangedDate }, { changedDate, blobFileNames = [] }) {
    const { trx, now, caller } = context
    if (changedDate > dayOf(now)) refuseField('changedDate', 'iot.changeBattery.future')
    if (batteryChangedDate && changedDate < batteryChangedDate) refuseField('changedDate', 'iot.changeBattery.before')
    if (!caller) return
    const { id: batteryChangeId } = await BatteryChange.query(trx).insert({
      containerId: id,
      changedAt: await instantOf(context, changedDate),
      recordedAt: now,
      accountId: caller.accountId
    })
    await Container.query(trx)
      .findById(id)
      .patch({ batteryChangeId, ...noForecast })
    await keepPhotos(context, id, blobFileNames)
  }
})

/** Takes the newest change back, until the end of the day on which it was recorded. Its photos stay with the container. */
export const undoBatteryChange = defineCommand(containers, {
  name: 'iot.undoBatteryChange',
  call: 'DELETE /IoT/container/:id/battery',
  access: {
    ADMIN: { shown: { batteryChangedToday: [true] } },
    SERVICE_TECHNICAN: { shown: { batteryChangedToday: [true] } }
  },
  ui: { icon: 'undo', confirm: true },
  async run({ trx, now }, { id }) {
    const [newest, before] = await BatteryChange.query(trx).where({ container_id: id }).orderBy('id', 'desc').limit(2)
    if (!newest || dayOf(newest.recordedAt) !== dayOf(now)) return throwIotError('batteryChangeOver')
    await Container.query(trx)
      .findById(id)
      .patch({ batteryChangeId: before?.id ?? null, ...noForecast })
    await BatteryChange.query(trx).deleteById(newest.id)
  }
})
