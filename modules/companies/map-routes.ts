import { Type } from '@sinclair/typebox'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import { EnumOf, Id } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { placeAddress } from './fragments.ts'
import { placeDistances } from './points.ts'

const PlaceOnMap = Type.Object({
  id: Id,
  address: Type.String(),
  companyName: Type.String(),
  latitude: Type.Number({ format: 'degrees' }),
  longitude: Type.Number({ format: 'degrees' }),
  orderTypes: Type.Array(EnumOf(OrderType)),
  isActive: Type.Boolean(),
  /** To the internal stores in metres, the nearest first; only if they are asked for, because they are many. */
  distances: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), distance: Type.Integer({ format: 'metres', minimum: 0 }) }))
  )
})

/** The calls of the map: all places at once, as JSON text that PostgreSQL builds. */
export const mapRoutes = [
  defineRoute({
    url: '/api/Admin/reception-places/coordinates',
    access: ['ADMIN', 'SERVICE_TECHNICAN'],
    summary: 'Every reception place that has coordinates',
    query: Type.Object({ distances: Type.Optional(Type.Boolean({ description: 'to the internal stores, too' })) }),
    replica: true,
    answer: ListResponse(PlaceOnMap),
    run: async ({ services, reply, query: { distances } }) => {
      const ways = distances ? sql`, ${placeDistances.of(services.extensions)} as distances` : raw('')
      reply.type('application/json; charset=utf-8')
      const answer = await queryOne<{ body: string }>(
        services.db,
        sql`select json_build_object('data', coalesce(json_agg(r), '[]'), 'total', count(*))::text as body from (
          select p.id, ${placeAddress('p')} as address, c.name as "companyName", p.latitude, p.longitude,
            coalesce(t.types, '{}') as "orderTypes", p.is_active as "isActive"${ways}
          from companies.reception_places p join companies.companies c on c.id = p.company_id
            left join (select reception_place_id, array_agg(order_type_id order by order_type_id) as types
              from companies.place_order_types group by reception_place_id) t on t.reception_place_id = p.id
          where p.latitude is not null order by p.id) r`
      )
      return answer?.body
    }
  })
]
