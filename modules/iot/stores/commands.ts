/**
 * The commands of internal stores, whose borders are drawn on the map. They are here and not in the warehouse, because a changed border
 * changes which containers are in the store.
 */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { Nullable, Text } from '../../../src/kernel/schema.ts'
import { beforeStoreRemoval, closeStore, removeStore, reopenStore, saveStore } from '../../warehouse/public.ts'
import { warehouseResources } from '../../warehouse/resources.ts'
import { Border, Position } from '../../warehouse/schema.ts'
import { containers } from '../containers-resource.ts'
import { holdIngest, reassignContainers } from './reassign.ts'

const { internalStores } = warehouseResources
const closedStoresRoute = '/internalstore/closed'

const fields = {
  borderPoints: { control: 'part:iot.border' },
  position: { control: 'part:companies.position', help: 'iot.store.position.help' }
} as const

const StoreForm = defineForm({
  schema: Type.Object({
    name: Text(100, { minLength: 1, messages: { required: 'iot.store.name.required' } }),
    borderPoints: Border,
    /** Null: the middle of the border. */
    position: Type.Optional(Nullable(Position))
  }),
  load: '/api/Admin/Stores/internal/:id',
  fields
})

/** The same form for a new store, with nothing to load. */
const NewStoreForm = defineForm({ schema: StoreForm.schema, fields })

async function reassign(context: CommandContext): Promise<void> {
  const moved = await reassignContainers(context.trx)
  if (moved.length > 0) context.hint(containers.type, moved)
}

export const addStore = defineCreation(internalStores, {
  name: 'iot.addStore',
  key: 'n',
  call: 'POST /api/Admin/Stores/internal',
  icon: 'plus',
  access: { ADMIN: { form: NewStoreForm } },
  async run(context, input) {
    await holdIngest(context.trx)
    const id = await saveStore(context.trx, input)
    await reassign(context)
    return { id }
  }
})

export const editStore = defineCommand(internalStores, {
  name: 'iot.editStore',
  key: 'e',
  call: 'PUT /api/Admin/Stores/internal/:id',
  icon: 'pencil',
  access: { ADMIN: { when: { isClosed: [false] }, form: StoreForm } },
  lockFirst: ({ trx }) => holdIngest(trx),
  async run(context, { id }, input) {
    await saveStore(context.trx, input, id)
    await reassign(context)
  }
})

/** A closed store is in documents and history as before; it is not offered, is not on the map, and contains nothing. */
export const closeStoreCommand = defineCommand(internalStores, {
  name: 'iot.closeStore',
  call: 'PUT /api/Admin/Stores/internal/:id/close',
  icon: 'lock',
  tone: 'warning',
  undo: 'PUT /api/Admin/Stores/internal/:id/reopen',
  leadsTo: [closedStoresRoute],
  access: { ADMIN: { when: { isClosed: [false], isEmpty: [true] } } },
  effects: ['remove'],
  lockFirst: ({ trx }) => holdIngest(trx),
  async run(context, { id }) {
    await closeStore(context.trx, id, context.now)
    await reassign(context)
  }
})

export const reopenStoreCommand = defineCommand(internalStores, {
  name: 'iot.reopenStore',
  call: 'PUT /api/Admin/Stores/internal/:id/reopen',
  icon: 'lock-open',
  tone: 'info',
  leadsTo: ['/internalstore/list'],
  access: { ADMIN: { when: { isClosed: [true] } } },
  effects: ['remove'],
  lockFirst: ({ trx }) => holdIngest(trx),
  async run(context, { id }) {
    await reopenStore(context.trx, id)
    await reassign(context)
  }
})

/** Only a store that nothing has ever referred to, such as one entered by mistake. */
export const removeStoreCommand = defineCommand(internalStores, {
  name: 'iot.removeStore',
  call: 'DELETE /api/Admin/Stores/internal/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  lockFirst: ({ trx }) => holdIngest(trx),
  async run(context, { id }) {
    await beforeStoreRemoval.check(context, [id])
    await removeStore(context.trx, id)
  }
})

/** Reached from the message about a closed store, and from its stock level. */
export const closedStoresPage = definePage(internalStores, {
  id: 'iot.closedStores',
  route: closedStoresRoute,
  group: 'store',
  inMenu: false,
  fixed: { IsClosed: true },
  columns: [{ key: 'storeName', grow: 2 }, 'closedAt'],
  commands: [reopenStoreCommand, removeStoreCommand]
})
