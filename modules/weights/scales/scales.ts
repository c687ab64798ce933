/** Scales, each in a store; the last reading is shown, so that one sees whether its agent is alive. A removed one is kept for its tickets. */
import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { type CommandContext, defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id, Text } from '../../../src/kernel/schema.ts'
import { leftJoinStore, requireOpenStore } from '../../warehouse/public.ts'
import { throwWeightError } from '../errors.ts'
import { Scale } from '../models.ts'
import { ScaleRow } from '../schema.ts'
import { readings } from './readings.ts'

export const scales = defineResource({
  type: 'weights.scale',
  title: 'scale',
  path: '/api/Admin/Scales',
  access: ['ADMIN'],
  schema: ScaleRow,
  table: '(select * from weights.scales where removed_at is null)',
  alias: 'scale',
  joins: {
    store: leftJoinStore('store', 'scale.internal_store_id'),
    last: `left join lateral (select weight, at from weights.readings r where r.scale_id = scale.id
      order by r.at desc, r.id desc limit 1) last on true`
  },
  fields: {
    name: { sql: 'scale.name', sort: ['lower(scale.name)'] },
    storeId: 'internal_store_id',
    storeName: joined('store', 'name'),
    lastWeight: { sql: 'last.weight', join: 'last' },
    lastAt: { sql: 'last.at', join: 'last' }
  },
  views: { history: ['name', 'storeName'] },
  named: 'name',
  sort: 'name'
})

const ScaleForm = defineForm({
  schema: Type.Object({
    name: Text(60, { messages: { required: 'weights.scale.name.required' } }),
    storeId: Type.Integer({ ...Id, messages: { otherwise: 'weights.store.required' } })
  }),
  fields: {
    storeId: {
      label: 'weights.scale.storeName',
      options: { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'], autoSelectSingle: 'shown' }
    }
  }
})

async function requireFreeName(trx: Knex.Transaction, name: string, id = 0): Promise<void> {
  const taken = await Scale.query(trx)
    .whereNull('removed_at')
    .whereRaw('lower(name) = lower(?)', name.trim())
    .whereNot('id', id)
    .first()
  if (taken) throwWeightError.at('name', 'scaleExists')
}

const columnsOf = async ({ trx }: CommandContext, given: { name: string; storeId: number }, id?: number) => {
  await requireFreeName(trx, given.name, id)
  await requireOpenStore(trx, given.storeId, 'storeId')
  return { name: given.name.trim(), internalStoreId: given.storeId }
}

const addScale = defineCreation(scales, {
  name: 'weights.addScale',
  call: 'POST /api/Admin/Scales',
  access: { ADMIN: { form: ScaleForm } },
  ui: { key: 'n' },
  async run(context, given) {
    const columns = await columnsOf(context, given)
    const { id } = await Scale.query(context.trx).insert({ ...columns, createdAt: context.now })
    return { id }
  }
})

const editScale = defineCommand(scales, {
  name: 'weights.editScale',
  call: 'PUT /api/Admin/Scales/:id',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { form: ScaleForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run(context, { id }, given) {
    await Scale.query(context.trx)
      .findById(id)
      .patch(await columnsOf(context, given, id))
  }
})

const removeScale = defineCommand(scales, {
  name: 'weights.removeScale',
  call: 'DELETE /api/Admin/Scales/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run({ trx, now }, { id }) {
    await Scale.query(trx).findById(id).patch({ removedAt: now })
  }
})

export const scaleCommands = [addScale, editScale, removeScale]

export const scalesPage = definePage(scales, {
  id: 'weights.scales',
  route: '/config/scales',
  group: 'settings',
  place: 21,
  columns: [{ key: 'name', grow: 2 }, 'storeName', 'lastWeight', 'lastAt'],
  commands: [addScale, editScale, removeScale],
  panel: [
    detailsTab(scales, ['name', 'storeName', 'lastWeight', 'lastAt', 'id'], { commands: [editScale, removeScale] }),
    resourceTab('readings', readings, {
      parent: 'ScaleId',
      selection: 'none',
      columns: ['at', 'weight', { key: 'raw', grow: 2 }]
    }),
    historyTab(scales)
  ]
})
