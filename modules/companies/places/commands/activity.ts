/** Deactivating a place that is no longer collected from, with a reason, and restoring it. Its orders and documents stay. */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../../src/kernel/database/sql.ts'
import { Text } from '../../../../src/kernel/schema.ts'
import { throwCompanyError } from '../../errors.ts'
import { ReceptionPlace } from '../../models.ts'
import { requireNoOpenOrders } from '../../order-types/open-orders.ts'
import { lockPlaces, moveDefaultToActive } from '../defaults.ts'
import { places } from '../resource.ts'
import { clientActions, staffActions } from '../rules.ts'

const reasonForm = (help: string) =>
  defineForm({
    schema: Type.Object({ reason: Text(200, { messages: { required: 'companies.deactivatePlace.missing' } }) }),
    fields: { reason: { help } }
  })

/**
 * Nobody can order for the place any more, at once. Refused while it has open orders. A client administrator cannot deactivate the last
 * active place: without one, nobody of the company could work here.
 */
export const deactivatePlace = defineCommand(places, {
  name: 'companies.deactivatePlace',
  call: 'PUT /api/Admin/reception-places/:id/deactivate',
  access: {
    ADMIN: { shown: staffActions.deactivatePlace, form: reasonForm('companies.deactivatePlace.help') },
    CLIENT_ADMIN: {
      shown: clientActions.deactivatePlace,
      form: reasonForm('companies.deactivatePlace.helpForClient')
    }
  },
  ui: { icon: 'ban', tone: 'danger' },
  lockFirst: lockPlaces,
  async run(context, { id, companyId }, { reason }) {
    await requireNoOpenOrders(context, id)
    if (context.audience === 'CLIENT_ADMIN') await requireAnotherActive(context, companyId, id)
    context.addAuditParams({ reason })
    await ReceptionPlace.query(context.trx).findById(id).patch({ isActive: false, deactivationReason: reason })
    await moveDefaultToActive(context, companyId, id)
  }
})

async function requireAnotherActive({ trx }: CommandContext, companyId: number, id: number): Promise<void> {
  const other = await queryOne(
    trx,
    sql`select p.id from companies.reception_places p
      where p.company_id = ${companyId} and p.id <> ${id} and p.is_active limit 1`
  )
  if (!other) throwCompanyError('lastActivePlace')
}

/** Staff open the place again, with the order types that it had. A client administrator asks for it. */
export const restorePlace = defineCommand(places, {
  name: 'companies.restorePlace',
  call: 'PUT /api/Admin/reception-places/:id/restore',
  access: { ADMIN: { shown: staffActions.restorePlace } },
  ui: { icon: 'undo', tone: 'success' },
  lockFirst: lockPlaces,
  async run(context, { id, companyId }) {
    await ReceptionPlace.query(context.trx).findById(id).patch({ isActive: true, deactivationReason: null })
    await moveDefaultToActive(context, companyId, id)
  }
})
