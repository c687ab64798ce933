/**
 * Rounds that are worked: a person's present round with its stops, each open, done or not possible. It is kept by the server, so that it
 * goes on after the phone was put away. A new round ends the one before.
 */
import { Type } from '@sinclair/typebox'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { EnumOf, Id, Instant, Nullable, Text, Version } from '../../../src/kernel/schema.ts'
import { leftJoinStore } from '../../warehouse/public.ts'
import { containers } from '../containers/resource.ts'
import { throwIotError } from '../errors.ts'
import { Round, RoundStop } from '../models.ts'
import { StopState } from '../schema.ts'
import { maxStops, roundOf, StartGiven, Stop, stopsOf, withLeg } from './round.ts'

const counted = (state?: number): string =>
  `(select count(*)::int from iot.round_stops stop where stop.round_id = round.id${state === undefined ? '' : ` and stop.state = ${state}`})`

/** Rounds are personal: administrators, too, have only their own. */
export const rounds = defineResource({
  type: 'iot.round',
  title: 'service round',
  path: '/IoT/rounds',
  serves: [],
  access: containers.access,
  schema: Type.Object({
    id: Id,
    version: Version,
    begunDate: Instant,
    endedDate: Nullable(Instant),
    stops: Type.Integer({ minimum: 0 }),
    done: Type.Integer({ minimum: 0 }),
    notPossible: Type.Integer({ minimum: 0 })
  }),
  table: 'iot.rounds',
  alias: 'round',
  fields: {
    begunDate: 'begun_at',
    endedDate: 'ended_at',
    stops: { sql: counted() },
    done: { sql: counted(StopState.done) },
    notPossible: { sql: counted(StopState.notPossible) }
  },
  isPersonal: true,
  visibleTo: ({ accountId }) => sql`round.account_id = ${accountId}::int`,
  sort: '-begunDate'
})

const hidden = { control: 'hidden' } as const
const BeginForm = defineForm({
  schema: Type.Object({
    containerIds: Type.Array(Id, { minItems: 1, maxItems: maxStops, uniqueItems: true }),
    ...StartGiven
  }),
  fields: { containerIds: hidden, startStoreId: hidden, latitude: hidden, longitude: hidden }
})

const StopForm = defineForm({
  schema: Type.Object({
    containerId: Id,
    state: EnumOf(StopState),
    note: Type.Optional(
      Nullable(
        Text(500, { requiredWhen: { state: [StopState.notPossible] }, messages: { required: 'iot.round.noteMissing' } })
      )
    )
  }),
  fields: { containerId: hidden, state: hidden }
})

/** Begins the caller's round, and ends the one before. */
export const beginRound = defineCreation(rounds, {
  name: 'iot.beginRound',
  call: 'POST /IoT/rounds',
  access: { ADMIN: { form: BeginForm }, SERVICE_TECHNICAN: { form: BeginForm } },
  ui: { icon: 'directions' },
  async run({ trx, caller, now }, { containerIds, ...given }) {
    if (!caller) return throwProblem('unauthorized')
    const { accountId } = caller
    const { start, stops } = await roundOf(trx, containerIds, given, caller)
    await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('iot.rounds'), ${accountId}::int)`)
    await Round.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')
    const { id } = await Round.query(trx).insert({
      accountId,
      startStoreId: start?.id ?? null,
      begunAt: now,
      changedAt: now
    })
    await RoundStop.query(trx).insert(
      stops.map((stop, at) => ({ roundId: id, containerId: stop.id, place: at + 1, metres: stop.metresFromPrevious }))
    )
    return { id }
  }
})

/** Says of a stop that it is done or not possible, with a note, or that it is open again. */
export const decideStop = defineCommand(rounds, {
  name: 'iot.decideStop',
  call: 'PUT /IoT/rounds/:id/stop',
  access: { ADMIN: { form: StopForm }, SERVICE_TECHNICAN: { form: StopForm } },
  ui: { icon: 'check' },
  async run({ trx, now }, { id, endedDate }, { containerId, state, note = null }) {
    if (endedDate) throwIotError('roundEnded')
    const isOpen = state === StopState.open
    const written = note?.trim() || null
    const changed = await RoundStop.query(trx)
      .patch({ state, note: written, decidedAt: isOpen ? null : now })
      .where({ round_id: id, container_id: containerId })
      .whereRaw('(state, note) is distinct from (?::smallint, ?::text)', [state, written])
    if (changed > 0) return void (await Round.query(trx).findById(id).patch({ changedAt: now }))
    if (!(await RoundStop.query(trx).findById([id, containerId]))) throwIotError.at('containerId', 'noContainer')
  }
})

/** Ends the round, whatever is open in it. */
export const endRound = defineCommand(rounds, {
  name: 'iot.endRound',
  call: 'PUT /IoT/rounds/:id/end',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  ui: { icon: 'flag', confirm: true },
  async run({ trx, now }, { id, endedDate }) {
    if (!endedDate) await Round.query(trx).findById(id).patch({ endedAt: now })
  }
})

const WorkedStop = Type.Object({
  ...Stop.properties,
  state: EnumOf(StopState),
  note: Nullable(Type.String()),
  decidedDate: Nullable(Instant)
})

const WorkedRound = Type.Object({
  id: Id,
  version: Version,
  begunDate: Instant,
  startStoreName: Nullable(Type.String()),
  metres: Type.Integer({ format: 'metres', minimum: 0 }),
  stops: Type.Array(WorkedStop)
})

interface Decided {
  readonly state: number
  readonly note: string | null
  readonly containerId: number
  readonly metres: number | null
  readonly decidedDate: Date | null
}

export const presentRoundRoute = defineRoute({
  url: '/IoT/rounds/current',
  access: containers.access,
  summary: 'The round that the caller has begun, with its stops in their order; null without one',
  answer: ItemResponse(Nullable(WorkedRound)),
  run: async ({ services: { db }, caller }) => {
    const round = await queryOne<{ id: number; version: number; begunDate: Date; startStoreName: string | null }>(
      db,
      sql`select round.id, round.version, round.begun_at as "begunDate", store.name as "startStoreName"
        from iot.rounds round ${leftJoinStore('store', 'round.start_store_id')}
        where round.account_id = ${caller.accountId} and round.ended_at is null`
    )
    if (!round) return { data: null }
    const decided = await query<Decided>(
      db,
      sql`select container_id as "containerId", metres, state, note, decided_at as "decidedDate"
        from iot.round_stops where round_id = ${round.id} order by place`
    )
    const rows = await stopsOf(
      db,
      decided.map(({ containerId }) => containerId),
      caller
    )
    const byId = new Map(rows.map(row => [row.id, row]))
    const stops = decided.flatMap(({ containerId, metres, ...more }) => {
      const row = byId.get(containerId)
      return row ? [{ ...withLeg(row, metres), ...more }] : []
    })
    return { data: { ...round, metres: stops.reduce((sum, stop) => sum + (stop.metresFromPrevious ?? 0), 0), stops } }
  }
})
