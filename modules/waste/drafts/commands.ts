/**
 * A card made from an order, with the keys of the client: by its administrator, or by staff on the client's behalf. The command checks all that can be
 * known here, keeps the draft and enqueues the job that tells the register (`job.ts`), in one transaction.
 */
import { Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm, type FormDefinition } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { lockOrderToSend } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { CardMass, CardState } from '../cards/schema.ts'
import { hasRegister } from '../enabled.ts'
import { throwWasteError } from '../errors.ts'
import { lockPlacesOfClient } from '../keys/use.ts'
import { Draft } from '../models.ts'
import { placeOf } from './places.ts'
import { drafts } from './resource.ts'
import { DraftState } from './schema.ts'
import { CardTime, proposedTime, timeField, timeOf } from './time.ts'
import { mostDaysAhead, valuesOf } from './values.ts'

export const draftQueue = 'waste.draft'

const DraftForm = defineForm({
  schema: Type.Object({
    orderId: Id,
    mass: Type.Number({
      ...CardMass,
      minimum: 0.0001,
      maximum: 9_999,
      messages: { required: 'waste.draftCard.mass.required' }
    }),
    plannedTime: Type.Optional(CardTime),
    place: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'the id of the client’s place in the register; without it the one with the number or the address of the order’s place'
      })
    )
  }),
  derive: [timeOf('orderId')],
  fields: {
    orderId: {
      options: {
        call: '/api/Admin/Orders?page=1&limit=20&OrderStatus=2',
        value: 'id',
        label: ['number', 'receptionPlace', 'realizationDate'],
        search: { key: 'allFields', one: 'OrderId', from: 0 }
      }
    },
    mass: { half: true },
    plannedTime: { ...timeField, half: true },
    place: {
      options: {
        call: '/api/Admin/Orders/{orderId}/register-places',
        value: 'id',
        label: ['name', 'number', 'address'],
        onlySeveral: true,
        firstBy: 'isOfOrder'
      }
    }
  }
})

/** The form of a card for the order whose row it is. */
const OrdersForm: FormDefinition<typeof DraftForm.schema> = {
  ...DraftForm,
  fields: { ...DraftForm.fields, orderId: { control: 'hidden', from: 'id' }, mass: { from: 'load', half: true } }
}

export const draftCard = defineCreation(drafts, {
  name: 'waste.draftCard',
  call: 'POST /api/Admin/CardDrafts',
  access: { ADMIN: { form: DraftForm }, CLIENT_ADMIN: { form: DraftForm } },
  ui: { icon: 'file-export', queued: true },
  disabledIf: settings => (hasRegister(settings) ? undefined : 'waste.registerOff'),
  async run({ trx, now, reader, accountId, services }, { orderId, mass, plannedTime, place: chosen }) {
    const order = (await lockOrderToSend(trx, orderId, reader)) ?? throwProblem('notFound')
    const { companyId, day } = order
    const time = plannedTime ?? (await proposedTime(services, trx, orderId, order))
    const values = valuesOf(order, services.settings, now, time)
    const { plate, plannedAt, wasteCode, process, store, dayFault } = values
    if (order.status !== OrderStatus.inProgress || !day || !plate) return throwWasteError('draftNotPlanned')
    const standing = await queryOne(
      trx,
      sql`select from waste.cards where order_id = ${orderId} and state not in (${CardState.withdrawn}, ${CardState.rejected})`
    )
    if (standing) return throwWasteError('draftHasCard')
    const former = await queryOne<{ state: number }>(
      trx,
      sql`select draft.state from waste.drafts draft
        where draft.order_id = ${orderId} and (draft.state = ${DraftState.waiting} or draft.register_id is not null)
          and not exists (select from waste.cards card
            where card.register_id = draft.register_id and card.state in (${CardState.withdrawn}, ${CardState.rejected}))
        order by draft.id desc limit 1`
    )
    if (former) return throwWasteError(former.state === DraftState.refused ? 'draftPlanned' : 'draftWaits')
    const places = await lockPlacesOfClient(trx, companyId)
    if (!places) return throwWasteError('noKeys')
    const place = chosen === undefined ? placeOf(places, order) : places.find(({ id }) => id === chosen)
    if (!place) return throwWasteError.at('place', 'choosePlace')
    if (dayFault || !plannedAt)
      return throwWasteError(dayFault ?? 'draftNotPlanned', { params: { days: mostDaysAhead } })
    if (values.isTimeOver) return throwWasteError.at('plannedTime', 'draftTimeOver')
    const { id } = await Draft.query(trx).insert({
      ...{ orderId, companyId, mass, plate, place: place.id, wasteCode, process, store, plannedAt },
      ...{ accountId, createdAt: now, dueAt: now }
    })
    await services.jobs.send(trx, draftQueue, { draftId: id })
    return { id }
  }
})

/** Where an order is. */
export const draftForOrder = defineLink(orderResources.orders, {
  name: 'waste.draftForOrder',
  selection: 'one',
  access: {
    ADMIN: { shown: { currentStatus: codes(OrderStatus, ['inProgress']) }, form: OrdersForm },
    CLIENT_ADMIN: { shown: { currentStatus: codes(OrderStatus, ['inProgress']) }, form: OrdersForm }
  },
  ui: { icon: 'file-export' },
  enabledIf: hasRegister,
  creates: draftCard
})
