/** The events of containers entering and leaving stores and places: as a list, and as a live channel. */
import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { defineExtensionPoint } from '../../../src/kernel/extension-points.ts'
import { defineChannel } from '../../../src/kernel/realtime/channel.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, ExactInstant, Id, Nullable } from '../../../src/kernel/schema.ts'
import { leftJoinPlace, placeAddress } from '../../companies/public.ts'
import { leftJoinStore } from '../../warehouse/public.ts'
import { fenceEvents as codes, fences as kinds } from './rules.ts'

export const FenceKind = vocabulary('iot.fence', { store: { code: kinds.store }, place: { code: kinds.place } })

export const FenceEventKind = vocabulary('iot.fenceEvent', {
  entered: { code: codes.entered, tone: 'info' },
  stayed: { code: codes.stayed, tone: 'success' },
  left: { code: codes.left, tone: 'neutral' }
})

/**
 * An event of a container at an internal store (`fence` 1) or a reception place (2): it has entered (`event` 1), has been there for the
 * dwell time (2), or has left (3).
 */
export interface FenceEvent {
  readonly containerId: number
  readonly fence: number
  readonly fenceId: number
  readonly event: number
  /** ISO 8601, by the sensor's clock. */
  readonly at: string
  /** For how long it had been there; null for an entry. */
  readonly dwellSeconds: number | null
}

/**
 * Called in the transaction that records events, with the added ones, and with those removed because late readings have shown that they did
 * not happen. An event is added once; a removed one may be added again.
 */
export const onFenceEvents =
  defineExtensionPoint<
    (
      trx: Knex.Transaction,
      changes: { readonly added: readonly FenceEvent[]; readonly removed: readonly FenceEvent[] }
    ) => Promise<void>
  >('iot.fenceEvents')

const readers = ['ADMIN', 'SERVICE_TECHNICAN'] as const

/** The live channel. `removed`: late readings have shown that the event did not happen. */
export const fenceChannel = defineChannel<FenceEvent & { readonly removed: boolean }>('iot.fenceEvents', readers)

export const fenceEvents = defineResource({
  type: 'iot.fenceEvent',
  title: 'entry or exit of a container',
  titles: 'entries and exits of containers',
  path: '/IoT/fence-events',
  serves: ['list'],
  access: readers,
  scope: 'containers:read',
  schema: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    containerId: Id,
    containerNumber: Nullable(Type.String()),
    fence: EnumOf(FenceKind),
    fenceId: Id,
    /** Null if the store or place no longer exists. */
    fenceName: Nullable(Type.String()),
    event: EnumOf(FenceEventKind),
    at: ExactInstant,
    /** For how long the container had been there; null for an entry. */
    dwellSeconds: Nullable(Type.Integer({ minimum: 0, format: 'seconds' })),
    recordedAt: ExactInstant
  }),
  table: 'iot.fence_events',
  alias: 'happened',
  joins: {
    container: 'join iot.containers container on container.id = happened.container_id',
    store: leftJoinStore('store', `(case when happened.fence = ${kinds.store} then happened.fence_id end)`),
    place: leftJoinPlace('place', `(case when happened.fence = ${kinds.place} then happened.fence_id end)`)
  },
  fields: {
    containerNumber: joined('container', 'container_number'),
    fenceName: { sql: sql`coalesce(store.name, ${placeAddress('place')})`, join: ['store', 'place'] }
  },
  visibleTo: () => undefined,
  filters: {
    ContainerId: filter(Id, id => sql`happened.container_id = ${id}`),
    Fence: filter(EnumOf(FenceKind), fence => sql`happened.fence = ${fence}`),
    FenceId: filter(Id, id => sql`happened.fence_id = ${id}`),
    Event: filter(EnumOf(FenceEventKind), event => sql`happened.event = ${event}`),
    /** Events that were recorded after the one with this id. */
    After: filter(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), id => sql`happened.id > ${id}`)
  },
  sort: '-id'
})
