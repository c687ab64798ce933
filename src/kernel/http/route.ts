/** Reads. A route names who it is for, what it is asked and what it answers; a list is a route that is generated. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audience, Caller } from '../access/caller.ts'
import { answerList, type ListSource } from '../lists/answer-list.ts'
import type { ListQuestion } from '../lists/statements.ts'
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
  readonly method: 'GET'
  readonly url: string
  readonly access: readonly Audience[]
  readonly summary: string
  readonly query?: Q
  readonly answer: TSchema
  /** Set on generated lists. */
  readonly list?: ListSource
  /** At most so many calls of one address in a time (milliseconds); for what strangers may call. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number }
  /** Gives the answer as an object, or its JSON as a text that passes through. */
  run(context: RouteContext<Static<Q>>): Promise<unknown>
}

export const defineRoute = <Q extends TObject>(route: Omit<Route<Q>, 'method'>): Route<TObject> =>
  ({ method: 'GET', ...route }) as unknown as Route<TObject>

/** `{ data: … }` */
export const ItemResponse = <T extends TSchema>(data: T) => Type.Object({ data })

/** `{ data: […], total, totalCapped? }` */
export const ListResponse = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    totalCapped: Type.Optional(Type.Literal(true, { description: 'counting stopped: there are at least `total`' }))
  })

export const maxLimit = 1000

export interface ListRouteDefinition extends ListSource {
  readonly url: string
  readonly access: readonly Audience[]
  readonly summary: string
  /** How many rows a page has when the call does not say. */
  readonly pageSize?: number
}

/** `GET url?page&limit&OrderBy&Desc&allFields&…filters`: the shape of every list. */
export function defineListRoute({
  url,
  summary,
  pageSize = 35,
  access: audiences,
  ...source
}: ListRouteDefinition): Route<TObject> {
  const filters = Object.entries(source.rows.filters ?? {})
  const sortable = source.sortable ?? Object.keys(source.rows.schema.properties)
  const asked = Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: pageSize }),
    OrderBy: Type.Optional(Type.String({ maxLength: 60, description: `one of: ${sortable.join(', ')}` })),
    Desc: Type.Optional(Type.Boolean()),
    ...(source.rows.search ? { allFields: Type.Optional(Type.String({ maxLength: 100 })) } : {}),
    ...Object.fromEntries(filters.map(([key, { schema }]) => [key, Type.Optional(Type.Unsafe(schema as object))]))
  })
  return defineRoute({
    url,
    access: audiences,
    summary,
    query: asked,
    answer: ListResponse(source.rows.schema),
    list: source,
    run: async ({ services, caller, query, reply }) => {
      reply.type('application/json; charset=utf-8')
      return answerList(
        services.db,
        source,
        questionOf(
          query as Record<string, unknown>,
          filters.map(([key]) => key)
        ),
        caller
      )
    }
  })
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

function questionOf(query: Record<string, unknown>, filters: readonly string[]): ListQuestion {
  const search = (query.allFields as string | undefined)?.trim()
  return {
    page: query.page as number,
    limit: query.limit as number,
    orderBy: (query.OrderBy as string | undefined) || undefined,
    desc: query.Desc as boolean | undefined,
    search: search || undefined,
    filters: Object.fromEntries(filters.filter(key => isGiven(query[key])).map(key => [key, query[key]]))
  }
}

/** Refuses with 404 what was not found. */
export const orNotFound = <T>(thing: T | undefined | null): T => thing ?? throwProblem('notFound')
