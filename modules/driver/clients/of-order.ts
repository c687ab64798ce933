/** What a client reads in the panel of its order of what the driver has reported. Texts come from the server: the portal loads none for them. */
import { type Static, Type } from '@sinclair/typebox'
import type { ReportedEvent } from '../../../src/contract/driver-stop.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { codes } from '../../../src/contract/vocabulary.ts'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { allRows } from '../../../src/kernel/limits.ts'
import { listTab } from '../../../src/kernel/pages/tabs.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Instant, Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { pictureUrl } from '../../files/public.ts'
import type { Say } from '../../notifications/public.ts'
import { ownOrderPanelTabs } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { expectedText } from '../arrivals/of-order.ts'
import { trackingOf } from '../arrivals/tracking.ts'
import type { EventData } from '../contract.ts'
import { reportedOf } from '../events/reported.ts'
import { joinStoredPhoto } from '../photos/fragments.ts'
import { signatureUrl, stepsOf, stepText } from './steps.ts'

const { orders } = orderResources

const OwnStep = Type.Object({
  at: Instant,
  description: Type.String({ description: 'what happened, in the language of the caller' }),
  picture: Nullable(
    Type.String({ format: 'picture', description: 'a photo or a signature: GET of the API that answers where it is' })
  )
})

const url = '/api/Admin/Orders/:id/own-steps'
const clients = ['CLIENT_ADMIN', 'CLIENT'] as const

/** The order, if the client may see it, with what the client is shown of its stop. */
async function stepsOfOwn(database: Database, id: number, caller: Caller) {
  const order = orNotFound((await readOne(database, orders, id, caller)) ?? null)
  const reported = (await reportedOf(database, [id])).get(id)
  return { order, steps: reported ? stepsOf(reported) : [] }
}

/** When the driver is expected, for clients who are told of arrivals: its time is the middle of the window. */
async function expectedStep(services: Services, id: number, language: Language): Promise<Static<typeof OwnStep>[]> {
  const tracking = await trackingOf(services, services.db, id)
  const window = tracking?.order.isTold ? tracking.arrival?.window : undefined
  if (!tracking || !window) return []
  const at = new Date((window.from.getTime() + window.to.getTime()) / 2).toISOString()
  return [{ at, description: expectedText(services, language, tracking) ?? '', picture: null }]
}

export const ownStepsRoute = defineRoute({
  url,
  access: clients,
  summary: 'What the driver has reported for an order of the own company',
  answer: ListResponse(OwnStep),
  run: async ({ services, caller, id }) => {
    const { order, steps } = await stepsOfOwn(services.db, id, caller)
    const { language } = caller
    const say: Say = (key, params) => services.messages.say(language, key, params)
    const expected = await expectedStep(services, id, language)
    return allRows([
      ...expected,
      ...steps.map(
        (event): Static<typeof OwnStep> => ({
          at: new Date(event.at).toISOString(),
          description: stepText({ say, language, orderTypeId: order.type }, event),
          picture: ['photo', 'signed'].includes(event.type) ? `/api/Admin/Orders/${id}/own-pictures/${event.id}` : null
        })
      )
    ])
  }
})

/** The file of the photo that the event announces. */
const fileOf = ({ id }: ReportedEvent, database: Database) =>
  queryOne<{ id: number | null }>(
    database,
    sql`select photo.file_id as id from driver.events event ${joinStoredPhoto('photo', 'event')} where event.key = ${id}::uuid`
  )

export const ownPictureRoute = defineRoute({
  url: '/api/Admin/Orders/:id/own-pictures/:picture',
  access: clients,
  summary: 'Where a photo or the signature of an order of the own company is, for some minutes',
  answer: ItemResponse(Type.Object({ fileUrl: Type.String() })),
  run: async ({ services, caller, id, param, request }) => {
    const { steps } = await stepsOfOwn(services.db, id, caller)
    const key = param('picture').toLowerCase()
    const event = orNotFound(steps.find(step => step.id === key && ['photo', 'signed'].includes(step.type)) ?? null)
    if (event.type === 'signed') return { data: { fileUrl: signatureUrl((event.data as EventData['signed']).path) } }
    const file = orNotFound((await fileOf(event, services.db)) ?? null)
    return { data: { fileUrl: pictureUrl(services, caller, orNotFound(file.id), request) } }
  }
})

/** Not while the tab would be empty: on a phone it pushes another one off the screen. */
const isReported = {
  currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'invoiced']),
  hasCollectionReport: [true]
}

export const ownStepsTab = ownOrderPanelTabs.fill({
  tabs: [
    {
      ...listTab('driver', {
        title: 'orders.panel.collection',
        load: url,
        schema: OwnStep,
        // a name without texts: the first texts of the portal have no room, and its own words fit
        resourceType: 'driver.own',
        columns: [
          { key: 'at', header: 'orders.order.receivingDate' },
          { key: 'description', grow: 2 },
          { key: 'picture', header: 'warehouse.document.file' }
        ]
      }),
      shown: isReported
    }
  ]
})
