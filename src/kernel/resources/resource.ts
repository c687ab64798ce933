/**
 * A resource is declared once: its schema, who may read it, where each field comes from in SQL, how it is sorted, filtered
 * and searched. From the declaration follow the routes that read it (list, one, history), its panel's tabs, its pages, and
 * the row that a command's rule is checked on: button and server read the same JSON, because both come from here.
 *
 * - A **field** is the column of its name in the resource's table (`isActive` is `is_active`), another column, or an
 *   expression with the joins that it needs (`joined('company', 'name')`). Nothing is guessed from the text of SQL: a join
 *   is named by the field that needs it, a day by `day(…)`. A test reads each field of each resource by itself.
 * - A **view** is a choice of fields: `list` for rows (commands are checked on it), `details` for one thing, `history` for
 *   what changes are kept. A view that is not named has all fields.
 * - Who is no administrator sees what `visibleTo` allows; without it, nothing. Of `isPersonal` this holds for administrators, too.
 */

import type { Static, TObject } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { Reader } from '../access/caller.ts'
import { raw, type Sql } from '../database/sql.ts'

/** An expression over the resource's alias and those of the named joins. */
export interface FieldExpression<J extends string = string> {
  readonly sql: string | ((reader: Reader) => Sql)
  readonly join?: J | readonly J[]
  /** Expressions that a header sorts by, in their order; by default the field's own expression. */
  readonly sort?: readonly string[]
  /**
   * How a sort by the field finds its page among very many rows (`../lists/walk.ts`): by walking the column's few values, or, with
   * `parts`, from an index by (division, field). The list's usual order needs neither.
   */
  readonly walk?: Walk | 'parts'
  /** Roles that see the field; by default every role that sees the row. */
  readonly access?: readonly Role[]
}

/** The few values of a column, which an index has together with the division and the usual order. */
export interface Walk {
  /** Of the resource's own table; the field's sort and joins stand on it alone. */
  readonly column: string
  /** A statement of all its values, null left out: `select id from …`. */
  readonly values: Sql
}

/** A column of the resource's own table, by its name, or an expression. */
export type FieldSource<J extends string = string> = string | FieldExpression<J>

/** Join clauses by alias; one that needs another stands after it and names it. */
export type Joins = Readonly<Record<string, string | { readonly sql: string; readonly after: string }>>

/** What a list may be narrowed by: a query parameter and its condition. Made by `filter`. */
export interface Filter {
  readonly schema: Schema
  readonly join?: string
  /** The field whose roles may narrow the list by it, where it tells of a field that is not for all. */
  readonly of?: string
  /** A value that asks for nothing, such as an empty mask. */
  isBlank?(value: unknown): boolean
  where(value: unknown, reader: Reader): Sql
}

/** Texts with a trigram index over `kernel.fold(text)`: `{ table: 'companies.companies', id: 'id', text: 'name' }`. */
export interface TextIndex {
  readonly table: string
  readonly id: string
  /** The indexed expression, over the table's own columns. */
  readonly text: string
  /** The text is stored folded, and so is the row's own. */
  readonly isFolded?: boolean
}

/** Where a search looks: a text of the row, and the index that finds rows (by the key) for a term. */
export interface SearchPlace<J extends string = string> {
  /** Column of the row that the index's ids are: `orders.company_id`. */
  readonly key: string
  /** The same text as the row gives it: `company.name`. */
  readonly text: string
  /** The text that clients search, over the resource's own columns, where the other one has what they may not read. */
  readonly clientText?: string
  readonly join?: J
  readonly of: TextIndex
}

type Key<S extends TObject> = keyof Static<S> & string
type Views<S extends TObject> = { readonly [view: string]: readonly Key<S>[] }

/** The fields of a view; all of the schema where the view is not named. */
type ViewKey<S extends TObject, V, Name extends string> = V extends { readonly [N in Name]: readonly (infer K)[] }
  ? K & Key<S>
  : Key<S>

export type Direction<K extends string> = K | `-${K}`

/** How a thing is shown where things of all kinds are found together (`../metadata/find.ts`). */
export interface FoundAs<K extends string = string> {
  /** The field that names it: a number, a name. */
  readonly name: K
  /** Texts that tell it from others. */
  readonly details: readonly K[]
  readonly icon: string
  /** Where its kind stands among the others; the lower, the further up. */
  readonly place: number
}

export interface ResourceDefinition<S extends TObject, V, J extends Joins, F extends Readonly<Record<string, Filter>>> {
  /** `orders.order`: prefix of the fields' messages, and the name of the resource in history and hints. */
  readonly type: `${string}.${string}`
  /**
   * The resource type under which history and hints know its rows: another's, where both show the same things. So a change
   * by the commands of either is in one history, and reaches the lists of both. By default its own.
   */
  readonly subjectType?: `${string}.${string}`
  /** What the API's description calls one of them: `recycle operator`. */
  readonly title: string
  /** Several of them, where an `s` does not make the plural. */
  readonly titles?: string
  /** Path of the list; `{path}/:id` and `{path}/:id/history` follow. */
  readonly path: string
  readonly itemPath?: string
  readonly historyPath?: string
  /** Which of the routes there are; by default all three. */
  readonly serves?: readonly ('list' | 'item' | 'history')[]
  readonly access: readonly Role[]
  readonly schema: S
  readonly table: string
  /** Alias of the table in every expression. */
  readonly alias: string
  readonly joins?: J
  /** Where fields come from; by default `isActive` is the column `is_active` of the table. */
  readonly fields?: { readonly [K in Key<S>]?: FieldSource<NoInfer<keyof J & string>> }
  /** Roles that see a field, where that are not all that see the row: one table for all of its fields, or only some. */
  readonly fieldAccess?: { readonly [K in Key<S>]?: readonly Role[] | undefined }
  /** Rows that a reader other than an administrator may see, over the resource's own columns; undefined: all. */
  visibleTo?(reader: Reader): Sql | undefined
  /** Its rows are of single people: administrators, too, see only what `visibleTo` allows. */
  readonly isPersonal?: true
  readonly filters?: F
  readonly search?: readonly SearchPlace<NoInfer<keyof J & string>>[]
  /** Its rows are found by the search over all things, and opened on its first page with a panel that has them. */
  readonly found?: FoundAs<ViewKey<S, NoInfer<V>, 'list'>>
  readonly views?: V
  /** Fields of the history that hold an account's id: shown as the field named here, with the person's name. */
  readonly historyAccounts?: Readonly<Record<string, string>>
  /** What clients see of the history: the fields of a view, and the entries of these commands. By default all. */
  readonly clientHistory?: { readonly view: keyof V & string; readonly events: readonly string[] }
  /** The list's usual order: `-createdAt`. */
  readonly sort: Direction<ViewKey<S, NoInfer<V>, 'list'>>
  /** What the indexes of long lists are divided by, beside what they sort: a column of few codes, and the filter that names them. */
  readonly divided?: { readonly column: string; readonly filter: keyof F & string; readonly values: readonly number[] }
  /** The filter that alone is answered by the counter of this name, without counting rows. */
  readonly counter?: { readonly list: string; readonly filter: keyof F & string }
  /** Rows of a page, where the call does not say. */
  readonly pageSize?: number
  /** Prefix of the panel's messages and its name in links; `{type}Panel` by default. */
  readonly panel?: string
}

/** A resource as the kernel uses it: keys are plain texts, checked when the resource was declared. */
export interface Resource {
  readonly type: string
  readonly subjectType: string
  readonly title: string
  readonly titles: string
  readonly path: string
  readonly itemPath: string
  readonly historyPath: string
  readonly serves: readonly ('list' | 'item' | 'history')[]
  readonly access: readonly Role[]
  readonly schema: TObject
  readonly table: string
  readonly alias: string
  readonly joins: Joins
  readonly fields: Readonly<Record<string, FieldExpression>>
  visibleTo(reader: Reader): Sql | undefined
  readonly isPersonal: boolean
  readonly filters: Readonly<Record<string, Filter>>
  readonly search: readonly SearchPlace[] | undefined
  readonly found: FoundAs | undefined
  readonly views: Readonly<Record<string, readonly string[]>>
  readonly historyAccounts: Readonly<Record<string, string>>
  readonly clientHistory: { readonly view: string; readonly events: readonly string[] } | undefined
  readonly sort: string
  /** Fields of the list that it sorts by: all but lists and objects, which have no order. */
  readonly sortable: readonly string[]
  readonly divided: { readonly column: string; readonly filter: string; readonly values: readonly number[] } | undefined
  readonly counter: { readonly list: string; readonly filter: string } | undefined
  readonly pageSize: number
  readonly panel: string
}

declare const types: unique symbol

/** A declared resource. `Row` is its list's row, `Item` one thing whole; they exist for the compiler only. */
export interface TypedResource<Row, Item, FilterKey extends string> extends Resource {
  readonly [types]?: { readonly row: Row; readonly item: Item; readonly filter: FilterKey }
}

export type RowOf<R> = R extends TypedResource<infer Row, unknown, string> ? Row : Record<string, unknown>
export type ItemOf<R> = R extends TypedResource<unknown, infer Item, string> ? Item : Record<string, unknown>
export type FilterKeyOf<R> = R extends TypedResource<unknown, unknown, infer K> ? K : string

const column = /^[a-z][a-z0-9_]*$/
const snakeCase = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function expressionOf(type: string, alias: string, field: string, source: FieldSource): FieldExpression {
  if (typeof source !== 'string') return source
  if (!column.test(source)) throw new Error(`${type}.${field}: "${source}" is no column; an expression is { sql: … }`)
  return { sql: `${alias}.${source}` }
}

/** Declares a resource. Throws when a field names neither a column nor an expression. */
export function defineResource<
  S extends TObject,
  const V extends Views<S> = Record<never, never>,
  const J extends Joins = Record<never, never>,
  F extends Readonly<Record<string, Filter>> = Record<never, never>
>(
  definition: ResourceDefinition<S, V, J, F>
): TypedResource<Pick<Static<S>, ViewKey<S, V, 'list'>>, Pick<Static<S>, ViewKey<S, V, 'details'>>, keyof F & string> {
  const { type, alias, path, title, views = {}, serves = ['list', 'item', 'history'] } = definition
  const all = Object.keys(definition.schema.properties)
  const sources = (definition.fields ?? {}) as Readonly<Record<string, FieldSource | undefined>>
  const limits = (definition.fieldAccess ?? {}) as Readonly<Record<string, readonly Role[] | undefined>>
  const fields = all.map(field => {
    const expression = expressionOf(type, alias, field, sources[field] ?? snakeCase(field))
    const access = limits[field]
    return [field, access ? { ...expression, access } : expression] as const
  })
  const expressions: Readonly<Record<string, FieldExpression>> = Object.fromEntries(fields)
  for (const [key, { of }] of Object.entries(definition.filters ?? {}))
    if (of !== undefined && !expressions[of]) throw new Error(`${type}: the filter ${key} is of no field "${of}"`)
  const itemPath = definition.itemPath ?? `${path}/:id`
  return {
    ...definition,
    subjectType: definition.subjectType ?? type,
    titles: definition.titles ?? `${title}s`,
    itemPath,
    historyPath: definition.historyPath ?? `${path}/:id/history`,
    serves,
    joins: definition.joins ?? {},
    fields: expressions,
    visibleTo: definition.visibleTo ?? (() => raw('false')),
    isPersonal: definition.isPersonal ?? false,
    filters: definition.filters ?? {},
    search: definition.search,
    found: definition.found,
    views: {
      ...views,
      list: viewOr(views, 'list', all),
      details: viewOr(views, 'details', all),
      history: viewOr(views, 'history', all)
    },
    historyAccounts: definition.historyAccounts ?? {},
    clientHistory: definition.clientHistory,
    sortable: viewOr(views, 'list', all).filter(field => isSortable(definition.schema, field, expressions[field])),
    divided: definition.divided,
    counter: definition.counter,
    pageSize: definition.pageSize ?? 35,
    panel: definition.panel ?? `${type}Panel`
  }
}

/** Lists and objects have no order, unless the field names what they are sorted by. */
const isSortable = ({ properties }: TObject, field: string, expression: FieldExpression | undefined): boolean => {
  const { type } = unwrapped(properties[field] as Schema)
  return expression?.sort !== undefined || (type !== 'array' && type !== 'object')
}

const viewOr = (views: Readonly<Record<string, readonly string[]>>, name: string, all: readonly string[]) =>
  views[name] ?? all
