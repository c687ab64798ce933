/** The read-only page of reception places: their containers, the distances to stores, and where containers rested near them. */
import { Type } from '@sinclair/typebox'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, listTab } from '../../../src/kernel/pages/tabs.ts'
import { exists, readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { metresToPlace } from '../../companies/public.ts'
import { Distance, storePlaces } from './resource.ts'

/** Stays within so many metres of a place may show where the place really is. */
const localizationMetres = 2000
const maxLocalizations = 1000

const Localization = Type.Object({
  id: Id,
  latitude: Type.Number({ format: 'degrees' }),
  longitude: Type.Number({ format: 'degrees' })
})

const distancesPath = '/api/Admin/Stores/reception-places/:id/distances'

export const placeRoutes = [
  defineRoute({
    url: '/api/Admin/reception-places/:id/localizations',
    access: ['ADMIN', 'SERVICE_TECHNICAN'],
    summary: `Where the containers that are nearest to a place now have rested around it, the newest ${maxLocalizations}`,
    answer: ListResponse(Localization),
    run: async ({ services: { db }, caller, id }) => {
      if (!(await exists(db, storePlaces, id, caller))) throwProblem('notFound')
      const data = await query(
        db,
        sql`select y.id, y.latitude, y.longitude
          from iot.containers c join iot.stays y on y.container_id = c.id
          where c.reception_place_id = ${id} and c.reception_place_distance <= ${localizationMetres}
            and ${metresToPlace(id, 'y.latitude', 'y.longitude')} <= ${localizationMetres}
          order by y.last_ts desc, y.id limit ${maxLocalizations}`
      )
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: distancesPath,
    access: ['ADMIN', 'SERVICE_TECHNICAN'],
    summary: 'How far a place is from the internal stores, the nearest first',
    answer: ListResponse(Distance),
    run: async ({ services, caller, id }) => {
      const { distances } = orNotFound(await readOne(services.db, storePlaces, id, caller))
      return { data: distances, total: distances.length }
    }
  })
]

const place = { group: 'iot.placePanel.place' }
const company = { group: 'iot.placePanel.company' }
const containers = { group: 'iot.placePanel.containers' }

export const storePlacesPage = definePage(storePlaces, {
  id: 'iot.places',
  route: '/store/receptionPlaces',
  group: 'store',
  place: 7,
  filters: [{ key: 'PostalCode', mask: '99-999', placeholder: '09-410' }],
  columns: [
    { key: 'address', grow: 2 },
    'bdoNumber',
    'phone',
    { key: 'companyName', grow: 2, under: 'address' },
    { key: 'receptionPlacesOrderTypes', header: 'iot.place.orderType' },
    { key: 'containersAmount', header: 'iot.column.containers' }
  ],
  panel: [
    detailsTab(storePlaces, [
      { key: 'address', ...place },
      { key: 'phone', ...place },
      { key: 'bdoNumber', ...place },
      { key: 'receptionPlacesOrderTypes', ...place },
      { key: 'latitude', ...place },
      { key: 'longitude', ...place },
      { key: 'elevation', ...place },
      { key: 'isActive', ...place },
      { key: 'companyName', ...company },
      { key: 'taxNumber', ...company },
      { key: 'deactivationReason', ...company },
      { key: 'containersAmount', ...containers },
      { key: 'locatedContainers', ...containers },
      { key: 'averageDistance', ...containers }
    ]),
    listTab('distances', {
      load: distancesPath,
      schema: Distance,
      resourceType: 'iot.distance',
      columns: ['name', 'distance']
    }),
    listTab('localizations', {
      load: '/api/Admin/reception-places/:id/localizations',
      schema: Localization,
      resourceType: 'iot.localization',
      columns: ['latitude', 'longitude']
    })
  ]
})
