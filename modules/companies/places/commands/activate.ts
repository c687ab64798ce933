import { Type } from '@sinclair/typebox'
import type { CodeOf } from '../../../../src/contract/vocabulary.ts'
import { type CommandContext, defineCommand } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { EnumOf } from '../../../../src/kernel/schema.ts'
import { OrderType } from '../../../catalogue/schema.ts'
import { PlaceOrderType, ReceptionPlace } from '../../models.ts'
import { places } from '../resource.ts'
import { staffActions } from '../rules.ts'

/** Activates a place with an order type, which becomes the newest order type of the place. */
export async function verifyPlace(
  { trx, now }: Pick<CommandContext, 'trx' | 'now'>,
  receptionPlaceId: number,
  orderTypeId: CodeOf<typeof OrderType>
): Promise<void> {
  await PlaceOrderType.query(trx)
    .insert({ receptionPlaceId, orderTypeId, assignedAt: now })
    .onConflict(['reception_place_id', 'order_type_id'])
    .merge(['assigned_at'])
  await ReceptionPlace.query(trx).findById(receptionPlaceId).patch({ isActive: true, approvedAt: now })
}

/** Staff verify a place. From now on orders can be placed for it. */
export const activatePlace = defineCommand(places, {
  name: 'companies.activatePlace',
  call: 'PUT /api/Admin/reception-places/:id/activate',
  repeatsId: 'ReceptionPlaceId',
  menu: { field: 'orderTypeId', options: OrderType },
  icon: 'verified',
  tone: 'success',
  access: {
    ADMIN: {
      shown: staffActions.activatePlace,
      form: defineForm({ schema: Type.Object({ orderTypeId: EnumOf(OrderType) }) })
    }
  },
  effects: ['remove'],
  run: (context, { id }, { orderTypeId }) => verifyPlace(context, id, orderTypeId)
})
