/** Reads. A route says who it is for, what it is asked and what it answers. Those of resources are made in `resources/routes.ts`. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audience, Caller } from '../access/caller.ts'
import type { Services } from '../services.ts'
import { throwProblem } from './errors.ts'

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
  /** PUT where the body is a file. Every other change is a command. */
  readonly method: 'GET' | 'PUT'
  readonly url: string
  readonly access: readonly Audience[]
  readonly summary: string
  readonly query?: Q
  readonly answer: TSchema
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201
  /** Whether HEAD does what GET does; false where an answer is given only once. */
  readonly head?: false
  /**
   * For an answer that hardly ever changes: a browser keeps it, and asks whether it still holds (`etag.ts`). It says nothing about
   * one person's data.
   */
  readonly revalidated?: true
  /** At most so many calls of one address in a time (milliseconds); for what may be called without signing in. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number }
  /** Gives the answer as an object, or its JSON as a text that passes through. */
  run(context: RouteContext<Static<Q>>): Promise<unknown>
}

export const defineRoute = <Q extends TObject>(route: Omit<Route<Q>, 'method'>): Route<TObject> =>
  ({ method: 'GET', ...route }) as unknown as Route<TObject>

/** A call whose body is a file, given to `run` as `request.body`: a stream of any type and length, which `run` must read. */
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

/** Refuses with 404 what was not found. */
export const orNotFound = <T>(value: T | undefined | null): T => value ?? throwProblem('notFound')
