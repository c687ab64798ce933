/**
 * Routes that read. A route states its audiences, its query and its answer. Those of resources are made in `routes/resource-routes.ts`.
 */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../access/api-keys.ts'
import type { Audience, Caller } from '../access/caller.ts'
import type { RateLimit } from '../access/rate-limit.ts'
import { type Asked, throwProblem } from '../errors/errors.ts'
import type { SecurityKind } from '../security/kinds.ts'
import type { Services } from '../services.ts'

export interface RouteContext<Q> {
  readonly services: Services
  /** Undefined only on routes for anyone. */
  readonly caller: Caller
  readonly query: Q
  /** The `:id` of the path; other names by `param`. */
  readonly id: number
  readonly param: (name: string) => string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Route<Q extends TObject = TObject> {
  /** PUT where the body is a file, POST of a page without scripts. Every other change is a command. */
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly url: string
  readonly access: readonly Audience[]
  /** The scope by which API keys may call; without it they may not. */
  readonly scope?: Scope | undefined
  /** Devices of drivers may call it (`access/devices.ts`). */
  readonly device?: true
  /** Machines call it, which try again by themselves: it is answered a few calls at a time (`serve/overload.ts`). */
  readonly patient?: true
  readonly summary: string
  readonly query?: Q
  readonly answer: TSchema
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201
  /** Whether HEAD is served as GET is; false where an answer may be given only once. */
  readonly head?: false
  /**
   * For an answer that hardly ever changes: browsers keep it and ask whether it is still valid (`etag.ts`). It must not contain
   * data of a single person.
   */
  readonly revalidated?: true
  /**
   * Whether a replica of the database may answer (`database/replica.ts`): for what only reads, by `services.db`, and is answered as a whole, not
   * as a stream.
   */
  readonly replica?: true
  /** At most so many calls in a time: of one address where strangers may call, else of one account (`rate-limit.ts`). */
  readonly rateLimit?: RateLimit
  /**
   * The security event that it is when it has answered; a spreadsheet is `exported` by itself. `subject` names what left, where the
   * route does not say it.
   */
  readonly securityEvent?: {
    readonly kind: SecurityKind
    subject?(param: (name: string) => string): string | undefined
  }
  /** Returns the answer as an object, or as JSON text, which is sent unchanged. */
  run(context: RouteContext<Static<Q>>): Promise<unknown>
}

export const defineRoute = <Q extends TObject>(route: Omit<Route<Q>, 'method'>): Route<TObject> =>
  ({ method: 'GET', ...route }) as unknown as Route<TObject>

/**
 * The button of a page that the server writes, which has no script and is open to whoever has its link: a form without fields, whose answer is
 * the page. Its body is not read. What it does it must say of itself: it is no command of a caller.
 */
export const defineButtonRoute = <Q extends TObject>(route: Omit<Route<Q>, 'method'>): Route<TObject> =>
  ({ method: 'POST', ...route }) as unknown as Route<TObject>

/** A call whose body is a file. `run` gets it as `request.body`, a stream of any type and length, and must read it. */
export const defineUploadRoute = <Q extends TObject>(route: Omit<Route<Q>, 'method'>): Route<TObject> =>
  ({ method: 'PUT', ...route }) as unknown as Route<TObject>

/** `{ data: … }` */
export const ItemResponse = <T extends TSchema>(data: T) => Type.Object({ data })

/** `{ data: […], total, totalCapped? }` */
export const ListResponse = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    totalCapped: Type.Optional(Type.Literal(true, { description: 'counting stopped: there are at least `total`' }))
  })

/** Throws 404 where nothing was found. `asked` names the row, so that asking for one of others is noticed. */
export const orNotFound = <T>(value: T | undefined | null, asked?: Asked): T =>
  value ?? throwProblem('notFound', asked ? { asked } : {})
