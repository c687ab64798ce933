import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { Container } from '../model.ts'
import { containerRows } from '../rows.ts'
import { ContainerStatus } from '../schema.ts'

const ByTechnician = {
  status: Type.Optional(EnumOf(ContainerStatus)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  /** Must be the container's own. */
  id: Type.Optional(Id),
  /** Taken and not used: the documents send it without saying what it would change. */
  identifier: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  /** Another name of `status`. */
  containerStatus: Type.Optional(EnumOf(ContainerStatus))
}

const shared = {
  omit: ['id', 'identifier', 'containerStatus'],
  fields: {
    status: { options: { call: '/api/Admin/GpsDevice/statuses', value: 'gpsDeviceStatus', label: ['description'] } }
  }
}

const TechnicianForm = defineForm({ ...shared, schema: Type.Object(ByTechnician) })

const StaffForm = defineForm({
  ...shared,
  schema: Type.Object({ containerNumber: Type.Optional(Nullable(Type.String({ maxLength: 50 }))), ...ByTechnician })
})

interface Edited {
  readonly containerNumber?: string | null
  readonly status?: number
  readonly containerStatus?: number
  readonly description?: string | null
  readonly id?: number
}

/** Number, status and description of a container; what is left out stays, null clears. */
export const edit = defineCommand(containerRows)({
  name: 'iot.edit',
  call: 'PUT /IoT/container/:id',
  icon: 'pencil',
  tone: 'info',
  selection: 'one',
  access: { ADMIN: { form: StaffForm }, SERVICE_TECHNICAN: { form: TechnicianForm } },
  effects: ['reload'],
  async run({ trx }, { id }, { containerNumber, description, ...input }: Edited) {
    if (input.id !== undefined && input.id !== id) refuseField('id', 'iot.edit.otherId')
    const { status = input.containerStatus, containerStatus = status } = input
    if (status !== containerStatus) refuseField('containerStatus', 'iot.edit.twoStatuses')
    const patch = { containerNumber, description, status }
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await Container.query(trx).findById(id).patch(given)
  }
})
