/** Containers that people enter and edit: the forms, and what only the database knows of their numbers. */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { hashForMosquitto, hashSecret, newSecret } from '../../../src/kernel/mqtt/secret.ts'
import { EnumOf, Id, Nullable, Text } from '../../../src/kernel/schema.ts'
import { requireOpenStore } from '../../warehouse/public.ts'
import { throwIotError } from '../errors.ts'
import { Container } from '../models.ts'
import { ContainerStatus } from '../schema.ts'
import { containers } from './resource.ts'

const containerNumber = Type.Optional(Nullable(Text(50)))
const description = Type.Optional(Nullable(Text(2000)))

/** Further numbers of the container and its sensor, and the store that services it. */
const numbers = {
  serNo: Type.Optional(Nullable(Text(50))),
  iccid: Type.Optional(Nullable(Type.String({ format: 'iccid' }))),
  assignedStoreId: Type.Optional(Nullable(Id))
}
const status = Type.Optional(EnumOf(ContainerStatus))

/** What the specification's call has besides, and nobody is asked for. */
const besides = {
  /** Accepted but not used: the specification does not say what it changes. */
  identifier: Type.Optional(Nullable(Text(100))),
  /** Another name of `status`. */
  containerStatus: Type.Optional(EnumOf(ContainerStatus))
}

const serviceStore = {
  label: 'iot.container.assignedInternalStoreName',
  options: { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] }
}
const statuses = {
  options: { call: '/api/Admin/GpsDevice/statuses', value: 'gpsDeviceStatus', label: ['description'] }
}

const TechnicianForm = defineForm({
  schema: Type.Object({ status, description, ...besides }),
  omit: ['identifier', 'containerStatus'],
  fields: { status: statuses }
})

const AdminForm = defineForm({
  schema: Type.Object({ containerNumber, status, ...numbers, description, ...besides }),
  omit: ['identifier', 'containerStatus'],
  fields: { status: statuses, assignedStoreId: { ...serviceStore, from: 'assignedInternalStoreId' } }
})

export const NewForm = defineForm({
  schema: Type.Object({
    imei: Type.String({ format: 'imei', messages: { required: 'iot.container.imei.required' } }),
    containerNumber,
    ...numbers,
    description
  }),
  fields: { imei: { help: 'iot.container.imei.help' }, assignedStoreId: serviceStore }
})

interface Given {
  readonly containerNumber?: string | null | undefined
  readonly assignedStoreId?: number | null | undefined
}

/** A text as it is stored, without spaces around it; null and undefined stay. */
const written = (text: string | null | undefined): string | null | undefined => text?.trim() ?? text

/**
 * Refuses a number that another container bears in any letter case, naming that one by its sensor, and a service store that is closed.
 * @param id the container that gets them; 0 for a new one
 * @throws iot.numberTaken, warehouse.noStore or storeClosed, at the field
 */
async function requireFree({ trx }: CommandContext, { containerNumber: number, assignedStoreId }: Given, id = 0) {
  if (assignedStoreId) await requireOpenStore(trx, assignedStoreId, 'assignedStoreId')
  if (!number) return
  // Two people who give the same number at once take turns, so that the second is told of the first one's container.
  await query(trx, sql`select pg_advisory_xact_lock(hashtext('iot.container_number'), hashtext(lower(${number})))`)
  const other = await queryOne<{ imei: string }>(
    trx,
    sql`select imei from iot.containers where lower(container_number) = lower(${number}) and id <> ${id} order by id limit 1`
  )
  if (other) throwIotError.at('containerNumber', 'numberTaken', { number, imei: other.imei })
}

/** A container with its sensor. The secret with which the sensor signs in is in this answer alone. */
export const addContainer = defineCreation(containers, {
  name: 'iot.addContainer',
  call: 'POST /IoT/containers',
  wire: { reveals: true },
  access: { ADMIN: { form: NewForm } },
  ui: { key: 'n' },
  async run(context, { imei, serNo, iccid, description, ...input }) {
    const { trx, now, reveal } = context
    const containerNumber = written(input.containerNumber) ?? null
    await requireFree(context, { ...input, containerNumber })
    const secret = newSecret()
    const { id } = await Container.query(trx)
      .insert({
        imei,
        containerNumber,
        serNo: written(serNo) ?? null,
        iccid: iccid?.toUpperCase() ?? null,
        assignedStoreId: input.assignedStoreId ?? null,
        description: description ?? null,
        secretHash: hashSecret(secret),
        brokerHash: hashForMosquitto(secret),
        createdAt: now
      })
      .onConflict('imei')
      .ignore()
    if (!id) {
      const other = await queryOne<{ number: string | null }>(
        trx,
        sql`select container_number as number from iot.containers where imei = ${imei}`
      )
      throwIotError.at('imei', 'imeiTaken', { number: other?.number ?? '', numbered: other?.number ? 'yes' : 'no' })
    }
    reveal(secret)
    return { id }
  }
})

/** Fields that are left out stay; null clears them. What is unchanged is not judged: some containers have shared a number for long. */
export const editContainer = defineCommand(containers, {
  name: 'iot.edit',
  call: 'PUT /IoT/container/:id',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { form: AdminForm }, SERVICE_TECHNICAN: { form: TechnicianForm } },
  ui: { icon: 'pencil', tone: 'info', key: 'e' },
  async run(context, container, { description, ...input }) {
    const { id } = container
    const { status = input.containerStatus, containerStatus = status, serNo, iccid, assignedStoreId } = input
    if (status !== containerStatus) refuseField('containerStatus', 'iot.edit.twoStatuses')
    const containerNumber = written(input.containerNumber)
    await requireFree(
      context,
      {
        containerNumber: containerNumber === container.containerNumber ? undefined : containerNumber,
        assignedStoreId: assignedStoreId === container.assignedInternalStoreId ? undefined : assignedStoreId
      },
      id
    )
    const patch = {
      containerNumber,
      serNo: written(serNo),
      iccid: iccid?.toUpperCase() ?? iccid,
      assignedStoreId,
      description,
      status
    }
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await Container.query(context.trx).findById(id).patch(given)
  }
})
