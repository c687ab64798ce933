/** The rows of `waste.polls`, and what the lists of the register say of the cards. */
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { stateCodes } from '../cards/schema.ts'
import type { CardSummary, RegisterPlace } from '../register/register.ts'
import { PollKind } from './schema.ts'

/** How far a list was read. */
export interface Poll {
  readonly id: number
  readonly kind: number
  readonly place: string
  /** All changes up to this instant were read, before the list began to be gone through. */
  readonly knownAt: Date | null
  /** The list's newest change when that began. */
  readonly newestAt: Date | null
  /** The next page; null: the list is not being gone through. */
  readonly page: number | null
  readonly total: number | null
}

export const roleOf = ({ kind }: Pick<Poll, 'kind'>): 'carrier' | 'receiver' =>
  kind === PollKind.carrier ? 'carrier' : 'receiver'

const columns = sql`id, kind, place, known_at as "knownAt", newest_at as "newestAt", page, total`

/** The lists of places and roles that are to be read now. */
export const dueLists = ({ db, now }: Services): Promise<Poll[]> =>
  query<Poll>(
    db,
    sql`select ${columns} from waste.polls where kind <> ${PollKind.places} and next_at <= ${now()} order by next_at, id`
  )

/** The list of places, which is there from the first time on. */
export async function placesPoll({ db, now }: Services): Promise<Poll & { readonly nextAt: Date }> {
  const [poll] = await query<Poll & { readonly nextAt: Date }>(
    db,
    sql`with added as (
        insert into waste.polls (kind, place, next_at, created_at) values (${PollKind.places}, '', ${now()}, ${now()})
        on conflict (kind, place) do nothing returning ${columns}, next_at as "nextAt")
      select * from added union all
      select ${columns}, next_at as "nextAt" from waste.polls where kind = ${PollKind.places} limit 1`
  )
  if (!poll) throw new Error('the list of places is added by another process at this moment')
  return poll
}

/** Keeps a list for each place and role, and drops those of places that are none of ours any more. */
export async function keepPlaces({ db, now }: Services, places: readonly RegisterPlace[]): Promise<void> {
  const ids = places.map(({ id }) => id)
  const names = places.map(({ name, address }) => [name, address].filter(Boolean).join(', '))
  await query(
    db,
    sql`with gone as (
        delete from waste.polls where kind <> ${PollKind.places} and place <> all(${ids}::text[])
      )
      insert into waste.polls (kind, place, place_name, next_at, created_at)
      select kind, place, name, ${now()}::timestamptz, ${now()}::timestamptz
      from unnest(${ids}::text[], ${names}::text[]) as ours (place, name)
        cross join unnest(array[${PollKind.carrier}::smallint, ${PollKind.receiver}::smallint]) as kind
      on conflict (kind, place) do update set place_name = excluded.place_name
        where waste.polls.place_name is distinct from excluded.place_name`
  )
}

/** What a list is left at until it is read again. */
export interface Standing {
  readonly page: number | null
  readonly total: number | null
  readonly newestAt: Date | null
  readonly knownAt: Date | null
}

export const saveStanding = (
  { db, now }: Services,
  { id }: Pick<Poll, 'id'>,
  { page, total, newestAt, knownAt }: Standing,
  nextAt: Date
): Promise<unknown> =>
  query(
    db,
    sql`update waste.polls set page = ${page}::integer, total = ${total}::integer, newest_at = ${newestAt}::timestamptz,
        known_at = ${knownAt}::timestamptz, tried_at = ${now()}, read_at = ${now()}, problem = null, next_at = ${nextAt}
      where id = ${id}`
  )

/** Says why a list could not be read; where it stands stays as it is. */
export const saveProblem = (
  { db, now }: Services,
  { id }: Pick<Poll, 'id'>,
  problem: string,
  nextAt: Date
): Promise<unknown> =>
  query(
    db,
    sql`update waste.polls set problem = ${problem.replaceAll('\u0000', '').slice(0, 500)}, tried_at = ${now()}, next_at = ${nextAt}
      where id = ${id}`
  )

/**
 * Keeps what a page of a list says. A card that is new, or that is listed with another change than before, is due: its details are to be read.
 * @returns how many are
 */
export async function keepListed({ db, now }: Services, poll: Poll, cards: readonly CardSummary[]): Promise<number> {
  // the lists of two years may have a card twice
  const once = [...new Map(cards.map(card => [card.id, card])).values()]
  const [carrier, receiver] = roleOf(poll) === 'carrier' ? [poll.place, null] : [null, poll.place]
  const kept = await query(
    db,
    sql`insert into waste.cards as card (register_id, number, state, modified_at, revision, carrier_eup, receiver_eup,
        listed_at, listed_state, listed_revision, due_at, created_at)
      select id, number, state, at, revision, ${carrier}::text, ${receiver}::text, at, state, revision, ${now()}::timestamptz, ${now()}::timestamptz
      from unnest(${once.map(({ id }) => id)}::text[], ${once.map(({ number }) => number)}::text[],
        ${once.map(({ state }) => stateCodes[state])}::smallint[], ${once.map(({ modifiedAt }) => modifiedAt)}::timestamptz[],
        ${once.map(({ revision }) => revision)}::integer[]) as listed (id, number, state, at, revision)
      order by id
      on conflict (register_id) do update set listed_at = excluded.listed_at, listed_state = excluded.listed_state,
        listed_revision = excluded.listed_revision,
        carrier_eup = coalesce(excluded.carrier_eup, card.carrier_eup), receiver_eup = coalesce(excluded.receiver_eup, card.receiver_eup),
        is_due = card.is_due or (card.listed_at, card.listed_state, card.listed_revision)
          is distinct from (excluded.listed_at, excluded.listed_state, excluded.listed_revision),
        due_at = ${now()}::timestamptz
      where (card.listed_at, card.listed_state, card.listed_revision) is distinct from
          (excluded.listed_at, excluded.listed_state, excluded.listed_revision)
        or (excluded.carrier_eup is not null and card.carrier_eup is null) or (excluded.receiver_eup is not null and card.receiver_eup is null)
      returning card.id`
  )
  return kept.length
}
