/**
 * The calls of the driver's app: what a device sends and what it is answered. Browser-safe: the page imports the types from here.
 *
 * Every call but that of `devices` has `Authorization: Bearer opd_…`, the token of the device; or the token of a driver who has signed in by
 * password. Errors are problem+json with a `code`:
 *
 * - 401 `kernel.deviceRevoked`: the device is known no more (revoked, or its driver has left). The page says so and keeps its data.
 * - 403 `kernel.deviceShut`: the route is not one of the driver's app.
 * - 429 with `Retry-After`: too many calls; 503 with `Retry-After`: try again.
 * - 422 `driver.linkUsed` at `code`: the code of a link is used up, too old, or none.
 * - 413 `kernel.tooLarge`: the body is larger than `maxEventBytes` or `maxPhotoBytes`.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Most events of one call. */
export const maxEvents = 1_000
/** Most bytes of the body of `POST /api/Driver/events`: the page sends less at a time where its events are larger. */
export const maxEventBytes = 262_144
/** Most bytes of one photo. */
export const maxPhotoBytes = 10_485_760
/** Most characters of the path of a signature. */
export const maxSignature = 10_000
/** Most kilograms that may be typed: more than the heaviest road train. */
export const maxKilograms = 100_000

/** What happens at a stop, by the name on the wire. */
export const eventTypes = [
  'arrived',
  'loaded',
  'weighed',
  'signed',
  'photo',
  'card',
  'failed',
  'unloaded',
  'undone'
] as const
export type EventType = (typeof eventTypes)[number]

/** Why nothing was collected. The page has the words. */
export const failureReasons = ['closed', 'blocked', 'none', 'wrongWaste', 'noCard'] as const

/** Kinds of tyres that a driver counts. */
export const tyreKinds = ['passenger', 'van', 'truck', 'agricultural', 'motorcycle', 'other'] as const
export type TyreKind = (typeof tyreKinds)[number]

/** What a photo shows. */
export const photoKinds = ['before', 'after', 'papers'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** What became of an event. `conflict`: it is kept, and a person of the office decides about it. `refused`: it is not kept. */
export const eventResults = ['applied', 'duplicate', 'conflict', 'refused'] as const
export type EventResult = (typeof eventResults)[number]

/** Why an event is a conflict: what the office has done to the order in the meantime. */
export const conflictReasons = ['canceled', 'finished', 'unplanned', 'otherDriver'] as const

/**
 * Why an event is refused. `malformed`: a field is missing or wrong (`field` names it); `signature`: nothing is drawn; `notYours`: the order
 * never was the driver's; `otherBody`: another event is stored under this id; `noStore`: there is no such store.
 */
export const refusalReasons = ['malformed', 'signature', 'notYours', 'otherBody', 'noStore'] as const
export type RefusalReason = (typeof refusalReasons)[number]

const oneOf = <const T extends readonly string[]>(names: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...names], ...(description ? { description } : {}) })
const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const InstantText = Type.String({ format: 'instant', maxLength: 40 })
/** Made by the device: a UUID of any version, in small letters (version 7 keeps the order). */
export const EventId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  maxLength: 36
})

// ---- POST /api/Driver/devices: connects a device by the code of a link -------------------------------------------

/** The link is `{portal}/driver/app#<code>`: the code is in the fragment, which no server and no log sees. */
export const ConnectDevice = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100, description: 'of the link: good once, for seven days' }),
  name: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'how people recognise the phone: “Samsung A14”'
  })
})
export type ConnectDevice = Static<typeof ConnectDevice>

/** `POST /api/Driver/devices/own`: the same for a driver who has signed in by password, without a link. */
export const ConnectOwnDevice = Type.Pick(ConnectDevice, ['name'])

/** `201 {data: …}`. The token is answered this once. */
export const ConnectedDevice = Type.Object({
  token: Type.String({ description: '`opd_…`; valid until it is revoked' }),
  driver: Type.Object({
    id: Type.Integer({ ...Id, description: 'of the account' }),
    name: Type.String()
  }),
  language: Type.String({ description: 'of the account: `pl`, `en`, `de`, `sk`, `et`, `cs`' })
})
export type ConnectedDevice = Static<typeof ConnectedDevice>

// ---- GET /api/Driver/day?date=YYYY-MM-DD ---------------------------------------------------------------------------
// Answers a weak ETag; with `If-None-Match` 304 while nothing has changed. Without a date: today in Warsaw.

/** Where and when a tap was made, as far as the device knows. */
export const Position = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'metres' }))
})
export type Position = Static<typeof Position>

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 }))
/** How many tyres of each of `tyreKinds`; kinds that are left out are none. */
export const TyreCounts = Type.Object({
  passenger: Count,
  van: Count,
  truck: Count,
  agricultural: Count,
  motorcycle: Count,
  other: Count
} satisfies Record<TyreKind, typeof Count>)
export type TyreCounts = Static<typeof TyreCounts>

/** What the driver has reported for a stop so far, by all of his devices: a function of the events that are stored, and of nothing else. */
export const StopState = Type.Object({
  outcome: oneOf(
    ['waiting', 'arrived', 'done', 'failed'],
    'done: loaded or weighed; failed: not collected. The later of both counts'
  ),
  arrivedAt: OrNull(InstantText),
  /** When it was loaded or weighed last; null unless the outcome is done. */
  doneAt: OrNull(InstantText),
  /** When it failed; null unless the outcome is failed. */
  failedAt: OrNull(InstantText),
  reason: OrNull(oneOf(failureReasons)),
  note: OrNull(Type.String()),
  quantity: OrNull(Type.Number({ description: 'loaded, in the unit of the order' })),
  tyres: OrNull(TyreCounts),
  kilograms: OrNull(Type.Integer({ description: 'as weighed' })),
  signature: OrNull(Type.Object({ name: Type.String(), path: Type.String({ description: 'the `d` of an SVG path' }) })),
  kpo: OrNull(Type.String({ description: 'number of the transfer card' })),
  unloadedStoreId: OrNull(Id),
  photos: Type.Array(
    Type.Object({
      id: EventId,
      kind: oneOf(photoKinds),
      stored: Type.Boolean({ description: 'the server has its bytes' })
    })
  ),
  /** Ids of the events that count, in the order in which they happened; without those that were taken back. */
  events: Type.Array(EventId),
  /** Ids of the events that wait for the office to decide. */
  conflicts: Type.Array(EventId)
})
export type StopState = Static<typeof StopState>

/** An event as the server has it. */
export const StopEvent = Type.Object({
  id: EventId,
  accountId: Type.Integer({ ...Id, description: 'of the driver who reported it' }),
  type: oneOf(eventTypes),
  at: Type.String({ format: 'instant', description: 'when it happened, by the clock that counts' }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'without the paths of signatures' }),
  isWaiting: Type.Boolean({ description: 'the office has still to decide about it' }),
  isRejected: Type.Boolean({ description: 'the office has refused it' })
})
export type StopEvent = Static<typeof StopEvent>

/** A transfer card of the waste register that belongs to the order. */
export const StopCard = Type.Object({
  id: Id,
  number: OrNull(Type.String()),
  state: Type.Integer({ description: 'a code of the vocabulary waste.cardState' }),
  pdf: OrNull(
    Type.String({
      description:
        'address of the confirmation as PDF, called with the token of the device; another address once the card has changed'
    })
  )
})
export type StopCard = Static<typeof StopCard>

/** One order at one place. */
export const DayStop = Type.Object({
  orderId: Id,
  number: Type.String({ description: '`Z/2026/000123`' }),
  version: Type.Integer({ description: 'of the order: grows with each change' }),
  sequence: Type.Integer({ minimum: 1, description: 'place in the route' }),
  status: Type.Integer({ description: 'a code of orders.status: 2 in progress, 3 completed, 5 invoiced' }),
  client: Type.String({ description: 'name of the company' }),
  place: Type.Object({
    id: Id,
    address: Type.String({ description: 'street, postal code and city: the place has no other name' }),
    latitude: OrNull(Type.Number()),
    longitude: OrNull(Type.Number()),
    phone: OrNull(Type.String()),
    contact: OrNull(Type.String({ description: 'e-mail of the place' })),
    /** When the place lets drivers in; absent in days that a phone has kept from before. */
    receiving: Type.Optional(
      Type.Object({
        receivingFrom: OrNull(Type.String({ description: '`HH:MM`' })),
        receivingTo: OrNull(Type.String({ description: '`HH:MM`' })),
        receivingDays: Type.Array(Type.Integer({ description: '1 for Monday' }))
      })
    )
  }),
  /** A code of orders.dayPart: 1 before noon, 2 afternoon; null: any. */
  wishedPart: OrNull(Type.Integer()),
  urgent: Type.Boolean(),
  type: Type.Integer({ description: 'a code of catalogue.orderType: 1 vehicle, 2 tonnage, 3 container' }),
  unit: oneOf(['trips', 'pieces', 'tonnes'], 'of the quantities'),
  item: Type.String({ description: 'what is collected, in the language of the caller' }),
  quantity: Type.Integer({ description: 'as ordered' }),
  load: Type.Number({ description: 'tonnes of it, as planned' }),
  /** Gross PLN that the driver takes in cash; null: nothing. */
  cash: OrNull(
    Type.Object({ amount: Type.Number(), perTonne: Type.Boolean({ description: 'the amount is that of one tonne' }) })
  ),
  clientNote: OrNull(Type.String({ description: 'what the client has written with the order' })),
  /** Comments of the order for the client and internal ones, the oldest first; the newest 20. */
  notes: Type.Array(Type.Object({ text: Type.String(), at: InstantText, internal: Type.Boolean() })),
  kpo: OrNull(Type.String({ description: 'number of the transfer card that the office has typed' })),
  cards: Type.Array(StopCard),
  /** What was reported for it. */
  told: StopState,
  /** The events themselves: the phone adds those that it has not sent yet, and takes back any of the driver's own. */
  events: Type.Array(StopEvent)
})
export type DayStop = Static<typeof DayStop>

/** The stops of one vehicle. */
export const DayRoute = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'from 1 within each day' }),
  version: Type.Integer({ description: 'grows with each change of the stops' }),
  vehicle: Type.Object({ id: Id, registerNumber: Type.String(), label: Type.String() }),
  stops: Type.Array(DayStop)
})
export type DayRoute = Static<typeof DayRoute>

/** `200 {data: …}` */
export const DriverDay = Type.Object({
  date: Type.String({ format: 'day' }),
  /** Changes when the plan does (stops, their order, what is to be collected, notes), and not with what the driver reports. */
  planVersion: Type.String(),
  driver: Type.Object({ id: Id, name: Type.String() }),
  language: Type.String(),
  /** The name of the business, as messages have it. */
  business: Type.String(),
  routes: Type.Array(DayRoute),
  /** Where the load may be brought. */
  stores: Type.Array(Type.Object({ id: Id, name: Type.String(), latitude: Type.Number(), longitude: Type.Number() })),
  reasons: Type.Array(oneOf(failureReasons)),
  tyreKinds: Type.Array(oneOf(tyreKinds)),
  /** The server's time is in the `Date` header of each answer. */
  limits: Type.Object({
    events: Type.Integer(),
    eventBytes: Type.Integer(),
    photoBytes: Type.Integer(),
    signature: Type.Integer()
  })
})
export type DriverDay = Static<typeof DriverDay>

// ---- POST /api/Driver/events ---------------------------------------------------------------------------------------

/** `data` of each type. A field that is not named here makes the event `refused`. */
export const eventData = {
  arrived: Type.Object({}),
  loaded: Type.Object({
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100_000,
      decimals: 2,
      description: 'in the unit of the order'
    }),
    tyres: Type.Optional(TyreCounts)
  }),
  weighed: Type.Object({ kilograms: Type.Integer({ minimum: 1, maximum: maxKilograms }) }),
  signed: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, description: 'who signs' }),
    path: Type.String({ minLength: 1, maxLength: maxSignature, description: 'the `d` of an SVG path' })
  }),
  /** Announces a photo: its bytes come by `PUT /api/Driver/photos/{photoId}`, before or after. */
  photo: Type.Object({ photoId: EventId, kind: oneOf(photoKinds) }),
  card: Type.Object({ number: Type.String({ minLength: 1, maxLength: 50 }) }),
  failed: Type.Object({
    reason: oneOf(failureReasons),
    note: Type.Optional(Type.String({ maxLength: 500 }))
  }),
  unloaded: Type.Object({ storeId: Id }),
  /** Takes back an event of the same driver at the same order. One that was taken back does not come again. */
  undone: Type.Object({ eventId: EventId })
} as const satisfies Record<EventType, ReturnType<typeof Type.Object>>

export type EventData = { readonly [T in EventType]: Static<(typeof eventData)[T]> }

/** One tap. What is wrong in it is answered for this event alone; the others of the call are taken. */
export type DriverEvent = {
  readonly [T in EventType]: {
    /** Made once, at the tap; the event is applied once by it, however often it is sent. */
    readonly id: string
    readonly orderId: number
    readonly type: T
    /** When it happened, by the device's clock; ISO 8601. */
    readonly at: string
    /** When this call is sent, by the same clock: the server sees by it how wrong the clock is. Another value at each try. */
    readonly sentAt: string
    readonly position?: Position | null
    readonly data: EventData[T]
  }
}[EventType]

/** What became of one event. */
export const EventAnswer = Type.Object({
  id: Type.String(),
  result: oneOf(
    eventResults,
    'applied, duplicate, conflict: the server has it, and the device may forget it; refused: it will never be taken as it is'
  ),
  reason: Type.Optional(oneOf([...conflictReasons, ...refusalReasons])),
  /** Of a malformed event the path of the field, such as `data.kilograms`. */
  field: Type.Optional(Type.String()),
  /** Of a refusal a sentence in the language of the caller. */
  detail: Type.Optional(Type.String())
})
export type EventAnswer = Static<typeof EventAnswer>

/** `200 {data: [...]}`, in the order of the events of the call. */
export const EventsAnswer = Type.Array(EventAnswer)

// ---- PUT /api/Driver/photos/{id} -----------------------------------------------------------------------------------
// The body is the picture itself: JPEG, PNG or WebP, at most `maxPhotoBytes`. `{id}` is a UUID that a photo event announces.
// The same id again: 200 and nothing changes. 413 `kernel.tooLarge`; 415 `kernel.mediaType` or 422 `files.content`: it is no such picture.

export const StoredPhoto = Type.Object({
  id: EventId,
  /** Bytes that are stored. */
  size: Type.Integer()
})
export type StoredPhoto = Static<typeof StoredPhoto>
