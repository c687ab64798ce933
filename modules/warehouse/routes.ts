import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { defineRoute, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { storeContainersAmount } from './public.ts'
import { BorderPoint, InternalStore, StoreReservation } from './schema.ts'
import { openReservations } from './stock/reservations.ts'

const staff = ['ADMIN', 'SERVICE_TECHNICAN'] as const

export const routes = [
  defineRoute({
    url: '/api/Admin/Stores/internal',
    access: staff,
    summary: 'Open internal stores with the containers that stand in them',
    answer: ListResponse(InternalStore),
    run: async ({ services }) => {
      const containersAmount = storeContainersAmount.of(services.extensions)
      const data = await query(
        services.db,
        sql`select s.id, s.id as "storeId", s.name, s.name as "storeName", ${containersAmount} as "containersAmount", s.longitude, s.latitude
          from warehouse.internal_stores s where s.closed_at is null order by s.name, s.id limit ${maxRows}`
      )
      return allRows(data)
    }
  }),
  defineRoute({
    url: '/api/Admin/Stores/internal/:id/borderPoints',
    access: staff,
    summary: 'Border of an internal store, point after point',
    answer: ListResponse(BorderPoint),
    run: async ({ services, id }) => {
      orNotFound(await queryOne(services.db, sql`select id from warehouse.internal_stores where id = ${id}`))
      const data = await query(
        services.db,
        sql`select id, latitude, longitude from warehouse.border_points
          where internal_store_id = ${id} order by position limit ${maxRows}`
      )
      return allRows(data)
    }
  }),
  defineRoute({
    url: '/api/Admin/Stores/internal/:id/reservations',
    access: ['ADMIN'],
    summary: 'The reservations of an internal store that have containers left, the oldest first',
    answer: ListResponse(StoreReservation),
    run: async ({ services, caller, id }) => {
      orNotFound(await queryOne(services.db, sql`select id from warehouse.internal_stores where id = ${id}`))
      const open = await openReservations(services.db, id, maxRows)
      return allRows(
        open.map(reservation => {
          const { number, description, left } = reservation
          const params = { number, description: description ?? '', named: description === null ? 'no' : 'yes', left }
          return {
            ...reservation,
            label: services.messages.say(caller.language, 'warehouse.reservation.label', params)
          }
        })
      )
    }
  })
]
