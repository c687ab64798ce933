/** The routes that a resource's declaration gives: its list, one of it, and the history of one. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import type { Scope } from '../access/api-keys.ts'
import type { Audience } from '../access/caller.ts'
import { defined } from '../defined.ts'
import { throwProblem } from '../errors/errors.ts'
import { HistoryEntry, historyOf } from '../history/timeline.ts'
import { answerList } from '../lists/answer-list.ts'
import type { ListQuestion } from '../lists/statements.ts'
import { exists, readOne } from '../resources/read-one.ts'
import type { Resource } from '../resources/resource.ts'
import { viewOf } from '../resources/select.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound, type Route } from './route.ts'

/** Rows of one page at most. */
export const maxPageSize = 1000

const sentenceOf = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('. ')
/** For the API's description, which is the same document for all roles. */
const forRoles = (roles: readonly Role[]): string => `For: ${roles.join(', ')}`

/** The same schema, with the roles that it is for where these are not all that read the resource. */
const described = <S extends object>(schema: S, roles: readonly Role[] | undefined): S =>
  roles
    ? { ...schema, description: sentenceOf((schema as { description?: string }).description, forRoles(roles)) }
    : schema

/** The roles that see this field, where these are not all. */
const rolesOf = (resource: Resource, field: string | undefined): readonly Role[] | undefined =>
  field === undefined ? undefined : resource.fields[field]?.access

/** The fields that everybody may sort the list by, and those for some roles only. */
function sortsOf(resource: Resource): string {
  const fields = new Map<string, string[]>()
  for (const field of resource.sortable) {
    const roles = rolesOf(resource, field)
    const who = roles ? `${forRoles(roles)}, also` : 'one of'
    fields.set(who, [...(fields.get(who) ?? []), field])
  }
  return sentenceOf(...[...fields].map(([who, names]) => `${who}: ${names.join(', ')}`))
}

/** The schema of a view: its fields in its order. A field that is not for all roles may be missing. */
export const viewSchema = (resource: Resource, view: string): TObject => {
  const { properties } = resource.schema
  const schemaOf = (field: string): TSchema => {
    const schema = properties[field] as TSchema
    const roles = rolesOf(resource, field)
    return roles ? Type.Optional(described(schema, roles)) : schema
  }
  return Type.Object(Object.fromEntries(viewOf(resource, view).map(field => [field, schemaOf(field)])))
}

interface ListRouteDefinition {
  readonly url: string
  readonly access: readonly Audience[]
  /** The scope by which API keys may call it. */
  readonly scope?: Scope | undefined
  readonly summary: string
  /** Filters whose values come from the path instead of the query. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /**
   * For lists below another thing: `:id` in the path is the value of the filter, and must be a row of this resource that the caller
   * may see.
   */
  readonly parent?: { readonly filter: string; readonly of: Resource }
  /** The order if the call names none; by default the resource's. */
  readonly sort?: string
  /** Rows of a page if the call does not say; by default the resource's. */
  readonly limit?: number
}

/** `GET path?page&limit&OrderBy&Desc&allFields&…filters`: the shape of every list. */
export function listRoute(
  resource: Resource,
  { url, access, scope, summary, fixed = {}, parent, sort, limit = resource.pageSize }: ListRouteDefinition
): Route {
  const known = [...Object.keys(fixed), ...(parent ? [parent.filter] : [])]
  const filters = Object.entries(resource.filters).filter(([key]) => !known.includes(key))
  const query = Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: maxPageSize, default: limit }),
    OrderBy: Type.Optional(Type.String({ maxLength: 60, description: sortsOf(resource) })),
    Desc: Type.Optional(Type.Boolean()),
    ...defined({ allFields: resource.search && Type.Optional(Type.String({ maxLength: 100 })) }),
    ...Object.fromEntries(
      filters.map(([key, { schema, of }]) => [
        key,
        Type.Optional(Type.Unsafe(described(schema as object, rolesOf(resource, of))))
      ])
    )
  })
  return defineRoute({
    url,
    access,
    scope,
    summary,
    query,
    replica: true,
    answer: ListResponse(viewSchema(resource, 'list')),
    async run(call) {
      const { services, caller, reply } = call
      if (parent && !(await exists(services.db, parent.of, call.id, caller))) throwProblem('notFound')
      reply.type('application/json; charset=utf-8')
      const ofParent = parent ? { [parent.filter]: call.id } : {}
      const asked = questionOf({ ...(call.query as object), ...fixed, ...ofParent }, resource)
      return answerList(services.db, resource, withSort(asked, sort), caller)
    }
  })
}

/** The question, with the route's order where it names none. */
const withSort = (question: ListQuestion, sort?: string): ListQuestion =>
  question.orderBy || !sort
    ? question
    : { ...question, orderBy: sort.replace(/^-/, ''), desc: question.desc ?? sort.startsWith('-') }

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

/** In a list without a search, `allFields` is an unknown parameter, and ignored like any other. */
function questionOf(query: Record<string, unknown>, { filters, search: searched }: Resource): ListQuestion {
  const given = Object.entries(filters).filter(([key, { isBlank }]) => isGiven(query[key]) && !isBlank?.(query[key]))
  const search = searched ? (query.allFields as string | undefined)?.trim() : undefined
  return {
    page: query.page as number,
    limit: query.limit as number,
    orderBy: (query.OrderBy as string | undefined) || undefined,
    desc: query.Desc as boolean | undefined,
    search: search || undefined,
    filters: Object.fromEntries(given.map(([key]) => [key, query[key]]))
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const itemRoute = (resource: Resource): Route =>
  defineRoute({
    url: resource.itemPath,
    access: resource.access,
    scope: resource.scope,
    summary: `One ${resource.title}`,
    replica: true,
    answer: ItemResponse(viewSchema(resource, 'details')),
    run: async ({ services, caller, id }) => ({
      data: orNotFound(await readOne(services.db, resource, id, caller), { resource, ids: [id] })
    })
  })

const historyRoute = (resource: Resource): Route =>
  defineRoute({
    url: resource.historyPath,
    access: resource.access,
    scope: resource.scope,
    summary: `History of one ${resource.title}, newest first`,
    replica: true,
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      if (!(await exists(services.db, resource, id, caller)))
        throwProblem('notFound', { asked: { resource, ids: [id] } })
      return historyOf(services, resource, id, caller)
    }
  })

/** The routes that the resource serves. */
export function routesOf(resource: Resource): Route[] {
  const { path: url, access, scope, titles } = resource
  const routes = {
    list: () => listRoute(resource, { url, access, scope, summary: capitalised(titles) }),
    item: () => itemRoute(resource),
    history: () => historyRoute(resource)
  }
  return resource.serves.map(name => routes[name]())
}
