import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, menuOf } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../../src/kernel/database/sql.ts'
import { EnumOf } from '../../../../src/kernel/schema.ts'
import { OrderType } from '../../../catalogue/schema.ts'
import { ReceptionPlace } from '../../models.ts'
import { addToPlaces, giveToCompanies, lockCompaniesOf, type OrderTypeCode } from '../../order-types/sets.ts'
import { lockPlaces, moveDefaultToActive } from '../defaults.ts'
import { places } from '../resource.ts'
import { staffActions } from '../rules.ts'

interface PlaceToVerify {
  readonly id: number
  readonly companyId: number
  /** Whether it was verified before: it then keeps the order types that it had. */
  readonly isApproved: boolean
}

/**
 * Activates a place with an order type, which becomes the newest order type of the place. A new place gets all others of its company,
 * too. The company and its places must be locked (`lockCompaniesOf`, `lockPlaces`).
 */
export async function verifyPlace(
  context: CommandContext,
  { id, companyId, isApproved }: PlaceToVerify,
  orderTypeId: OrderTypeCode
): Promise<void> {
  const { trx, now } = context
  if (!isApproved)
    await query(
      trx,
      sql`insert into companies.place_order_types (reception_place_id, order_type_id, assigned_at)
        select ${id}, t.order_type_id, least(t.assigned_at, ${now}::timestamptz - interval '1 second')
        from companies.company_order_types t where t.company_id = ${companyId} on conflict do nothing`
    )
  await addToPlaces(context, [id], [orderTypeId])
  await ReceptionPlace.query(trx).findById(id).patch({ isActive: true, approvedAt: now, deactivationReason: null })
  await giveToCompanies(context, [companyId], [orderTypeId])
  await moveDefaultToActive(context, companyId, id)
}

/** Staff verify a place. From now on orders can be placed for it. */
export const activatePlace = defineCommand(places, {
  name: 'companies.activatePlace',
  call: 'PUT /api/Admin/reception-places/:id/activate',
  wire: { repeatsId: 'ReceptionPlaceId' },
  access: {
    ADMIN: {
      shown: staffActions.activatePlace,
      form: defineForm({ schema: Type.Object({ orderTypeId: EnumOf(OrderType) }) })
    }
  },
  ui: { icon: 'verified', tone: 'success', effects: ['remove'], menu: menuOf('orderTypeId', OrderType) },
  async lockFirst(context, ids) {
    await lockCompaniesOf(context.trx, ids)
    await lockPlaces(context, ids)
  },
  run: (context, place, { orderTypeId }) => verifyPlace(context, place, orderTypeId)
})
