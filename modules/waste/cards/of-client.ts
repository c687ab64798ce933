/** What a client reads in the panel of its order: number, state and mass of each card, and what was weighed. */
import { type Static, Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { allRows, maxRows } from '../../../src/kernel/limits.ts'
import { listTab } from '../../../src/kernel/pages/tabs.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import { ownOrderPanelTabs, weighedMass } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { draftForOrder } from '../drafts/commands.ts'
import { DraftState } from '../drafts/schema.ts'
import { hasRegister } from '../enabled.ts'
import { fetchSheet } from '../sheet/commands.ts'
import { CardMass, CardState } from './schema.ts'

const { orders } = orderResources

const OwnCard = Type.Object({
  id: Type.Integer({
    description: 'negative: a card that is being made from the order, or that the register has refused'
  }),
  number: Nullable(Type.String()),
  state: EnumOf(CardState),
  mass: Nullable(Type.Number({ ...CardMass, description: 'as received, else as declared, in tonnes' })),
  problem: Nullable(Type.String({ description: 'what the register says of a card that it has not made' })),
  weighedMass: Nullable(
    Type.Number({
      ...CardMass,
      description: 'net of the weigh tickets of the order, in tonnes; null beside a second card'
    })
  )
})

const url = '/api/Admin/Orders/:id/own-cards'

export const ownCardsRoute = defineRoute({
  url,
  access: ['CLIENT_ADMIN', 'CLIENT'],
  summary: 'Transfer cards of an order of the own company, and the mass that was weighed for it',
  answer: ListResponse(OwnCard),
  run: async ({ services, caller, id }) => {
    const { db, extensions } = services
    orNotFound((await exists(db, orders, id, caller)) || null)
    const found = await query<Omit<Static<typeof OwnCard>, 'weighedMass'>>(
      db,
      sql`select id, number, state, coalesce(received_mass, revised_mass, mass)::float8 as mass, null as problem from waste.cards
          where order_id = ${id}
        union all
        select -draft.id, null, case when draft.state = ${DraftState.refused} then ${CardState.rejected}::int else ${CardState.planned}::int end,
            draft.mass::float8, draft.problem
          from (select * from waste.drafts where order_id = ${id} order by id desc limit 1) draft
          where draft.state <> ${DraftState.done}
            and not exists (select from waste.cards card where card.order_id = ${id} and card.state not in (${CardState.rejected}, ${CardState.withdrawn}))
        order by number, id limit ${maxRows}`
    )
    const kilograms = await weighedMass.of(extensions)(db, id)
    // what was weighed is the order's: beside one of several cards it would seem to be that card's, and a card that is not made weighs nothing
    const isSeveral = found.filter(card => card.id > 0).length > 1
    const weighed = kilograms === null || isSeveral ? null : kilograms / 1000
    return allRows(found.map(card => ({ ...card, weighedMass: card.id > 0 ? weighed : null })))
  }
})

const isDriven = { currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'invoiced']) }

export const ownOrderTab = ownOrderPanelTabs.fill({
  tabs: [
    {
      ...listTab('cards', {
        title: 'waste.ofOrder',
        load: url,
        schema: OwnCard,
        // a name of its own: the portal loads every text of a name that it is told
        resourceType: 'waste.ownCard',
        columns: ['number', 'state', 'mass', 'weighedMass', 'problem']
      }),
      short: true,
      shown: isDriven,
      enabledIf: hasRegister
    }
  ],
  commands: { details: [draftForOrder, fetchSheet] }
})
