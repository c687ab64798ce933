/**
 * A resource is declared once: its schema, who may read it, where each field comes from in SQL, how it is sorted, filtered and
 * searched. From the declaration follow the routes that read it (list, one, history), its panel's tabs, its pages, and the row that
 * a command's rule is checked on: button and server read the same JSON, because both come from here.
 *
 * - A **field** is the column of its name in the resource's table (`isActive` is `is_active`), another column, or an expression
 *   with the joins that it needs (`joined('company', 'name')`). Nothing is guessed from the text of SQL: a join is named by the
 *   field that needs it, a day by `day(…)`. A test reads each field of each resource by itself.
 * - A **view** is a choice of fields: `list` for rows (commands are checked on it), `details` for one thing, `history` for what
 *   changes are kept. A view that is not named has all fields.
 * - Readers other than administrators see the rows that `visibleTo` allows; without it, none. With `isPersonal` this applies to
 *   administrators, too.
 */

import type { Static, TObject } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { Scope } from '../access/api-keys.ts'
import type { Reader } from '../access/caller.ts'
import { raw, type Sql } from '../database/sql.ts'

/** An expression over the resource's alias and those of the named joins. */
export interface FieldExpression<J extends string = string> {
  readonly sql: string | Sql | ((reader: Reader) => Sql)
  readonly join?: J | readonly J[]
  /** Expressions that a header sorts by, in their order; by default the field's own expression. */
  readonly sort?: readonly string[]
  /**
   * How a sort by the field finds its page among very many rows (`../lists/walk.ts`): by walking the column's few values; or with
   * `parts`, from an index by (division, field), which may have a second division. The list's usual order needs none of these.
   */
  readonly walk?: Walk | 'parts' | PartsWalk
  /** Roles that see the field; by default every role that sees the row. */
  readonly access?: readonly Role[]
}

/** The values of a column, which an index has together with the division and the usual order. */
export interface Walk {
  /** A column of the resource's own table; the field's sort and joins depend on it alone. */
  readonly column: string
  /** A statement of all its values except null, if they are few: `select id from …`. Without it, only the rows of a search are sorted by them. */
  readonly values?: Sql
}

/** An amount that depends on another division: it has an index by (division, other division, amount). */
export interface PartsWalk {
  readonly partsBy: Division
}

/** What divides an index, besides what it sorts: a column with few codes, and the filter for it. */
export interface Division<F extends string = string> {
  readonly column: string
  readonly filter: F
  /** All its codes. */
  readonly values: readonly number[]
}

/** A column of the resource's own table, by its name, or an expression. */
export type FieldSource<J extends string = string> = string | FieldExpression<J>

/** Join clauses by alias; one that needs another follows it and names it. */
export type Joins = Readonly<Record<string, string | Sql | { readonly sql: string | Sql; readonly after: string }>>

/** A filter of a list: a query parameter and its condition. Made by `filter`. */
export interface Filter {
  readonly schema: Schema
  readonly join?: string
  /** The field whose roles may use the filter, where the filter reveals a field that is not for all. */
  readonly of?: string
  /** Whether a value filters nothing, such as an empty mask. */
  isBlank?(value: unknown): boolean
  where(value: unknown, reader: Reader): Sql
}

/** Texts with a trigram index: `{ table: 'companies.companies', id: 'id', text: folded('name') }`. */
export interface TextIndex {
  readonly table: string
  readonly id: string
  /** The indexed expression, over the table's own columns; its letters are folded. */
  readonly text: string
}

/** A text as it is compared in a search: small letters without marks. */
export const folded = (text: string): string => `kernel.fold(${text})`

/** A place that is searched: the index of its texts finds rows by the key. */
export interface SearchPlace {
  /** The column of the row that holds the index's ids: `document.company_id`. */
  readonly key: string
  readonly of: TextIndex
  /** True when only staff may read the texts: nobody else finds a row by them. */
  readonly isForStaff?: true
}

/** A condition of its own by which a word finds rows, where no column of the row holds an index's ids. */
export interface SearchCondition {
  /** @param word the condition that a folded text has the word */
  readonly finds: (word: (text: Sql) => Sql) => Sql
}

/**
 * One text for each row, with all that it is found by, for a resource of very many rows (`../lists/search/texts.ts`). The table has the
 * columns `text`, folded; `created_at`, by which the newest rows are known; and `period`, the number of 30 days that it lies in. One
 * GIN index is over period and trigrams. What only staff may read stands in the text after a line break.
 */
export interface SearchTexts<K extends string = string> {
  readonly of: TextIndex
  /** The column of the resource that holds the ids of the texts: `orders.id`. */
  readonly key: string
  /** The field that is the texts' `created_at`. */
  readonly age?: K
  /** True when the table has texts of further rows than the resource's. */
  readonly isOfMore?: true
}

type Key<S extends TObject> = keyof Static<S> & string
type Views<S extends TObject> = { readonly [view: string]: readonly Key<S>[] }

/** The fields of a view; all of the schema where the view is not named. */
type ViewKey<S extends TObject, V, Name extends string> = V extends { readonly [N in Name]: readonly (infer K)[] }
  ? K & Key<S>
  : Key<S>

export type Direction<K extends string> = K | `-${K}`

/** How a thing is shown in the search over all things (`../metadata/find.ts`). */
export interface FoundAs<K extends string = string> {
  /** The field that names it: a number, a name. */
  readonly name: K
  /** Texts that distinguish it from others. */
  readonly details: readonly K[]
  readonly icon: string
  /** Order of its kind among the others; the lower, the further up. */
  readonly place: number
  /** A tab of its panel that is offered beside it, and the message key of its title. */
  readonly tab?: { readonly name: string; readonly title: string }
}

export interface ResourceDefinition<S extends TObject, V, J extends Joins, F extends Readonly<Record<string, Filter>>> {
  /** `orders.order`: prefix of the fields' messages, and the name of the resource in history and hints. */
  readonly type: `${string}.${string}`
  /**
   * The resource type under which history and hints know its rows: that of another resource, if both show the same things. A change
   * by a command of either is then in one history, and updates the lists of both. By default its own.
   */
  readonly subjectType?: `${string}.${string}`
  /** What the API's description calls one of them: `recycle operator`. */
  readonly title: string
  /** The plural, where it is not formed with `s`. */
  readonly titles?: string
  /** Path of the list; `{path}/:id` and `{path}/:id/history` follow. */
  readonly path: string
  readonly itemPath?: string
  readonly historyPath?: string
  /** Which of the routes exist; by default all three. */
  readonly serves?: readonly ('list' | 'item' | 'history')[]
  readonly access: readonly Role[]
  /** The scope by which API keys may read it: list, one and history; without it they may not. */
  readonly scope?: Scope
  readonly schema: S
  readonly table: string
  /** Alias of the table in every expression. */
  readonly alias: string
  readonly joins?: J
  /** Where the fields come from; by default the field `isActive` is the column `is_active` of the table. */
  readonly fields?: { readonly [K in Key<S>]?: FieldSource<NoInfer<keyof J & string>> }
  /** Roles that see a field, where not all that see the row do; for all of its fields, or only some. */
  readonly fieldAccess?: { readonly [K in Key<S>]?: readonly Role[] | undefined }
  /**
   * The condition for rows that a reader other than an administrator may see, over the resource's own columns; undefined: all rows.
   */
  visibleTo?(reader: Reader): Sql | undefined
  /** Its rows belong to single people: administrators, too, see only what `visibleTo` allows. */
  readonly isPersonal?: true
  readonly filters?: F
  readonly search?: readonly (SearchPlace | SearchCondition)[] | SearchTexts<ViewKey<S, NoInfer<V>, 'list'>>
  /** Its rows are found by the search over all things, and opened on the first page that has a panel and shows them. */
  readonly found?: FoundAs<ViewKey<S, NoInfer<V>, 'list'>>
  /**
   * What one of its rows is called where nothing but its id is known, as in the audit: a field, or an expression over its alias and
   * joins. By default the name under which it is found.
   */
  readonly named?: Key<S> | FieldExpression<NoInfer<keyof J & string>>
  readonly views?: V
  /** Fields of the history that hold an account's id; each is shown as the field named here, with the person's name. */
  readonly historyAccounts?: Readonly<Record<string, string>>
  /** What clients see of the history: the fields of a view, and the entries of these commands. By default all. */
  readonly clientHistory?: { readonly view: keyof V & string; readonly events: readonly string[] }
  /** The list's usual order: `-createdAt`. */
  readonly sort: Direction<ViewKey<S, NoInfer<V>, 'list'>>
  /** What divides the indexes of long lists. */
  readonly divided?: Division<keyof F & string>
  /** The filter that, used alone, is counted by the counter of this name instead of counting rows. */
  readonly counter?: { readonly list: string; readonly filter: keyof F & string }
  /** Rows of a page, unless the call says otherwise. */
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
  readonly scope: Scope | undefined
  readonly schema: TObject
  readonly table: string
  readonly alias: string
  readonly joins: Joins
  readonly fields: Readonly<Record<string, FieldExpression>>
  visibleTo(reader: Reader): Sql | undefined
  readonly isPersonal: boolean
  readonly filters: Readonly<Record<string, Filter>>
  readonly search: readonly (SearchPlace | SearchCondition)[] | SearchTexts | undefined
  readonly found: FoundAs | undefined
  /** `field` where it is one, which history keeps of a row that is gone. */
  readonly named: { readonly field?: string; readonly expression: FieldExpression } | undefined
  readonly views: Readonly<Record<string, readonly string[]>>
  readonly historyAccounts: Readonly<Record<string, string>>
  readonly clientHistory: { readonly view: string; readonly events: readonly string[] } | undefined
  readonly sort: string
  /** Fields that the list can be sorted by: all except lists and objects. */
  readonly sortable: readonly string[]
  readonly divided: Division | undefined
  readonly counter: { readonly list: string; readonly filter: string } | undefined
  readonly pageSize: number
  readonly panel: string
}

declare const types: unique symbol

/** A declared resource. `Row` is the type of its list's rows, `Item` that of one thing; both exist for the compiler only. */
export interface TypedResource<Row, Item, FilterKey extends string> extends Resource {
  readonly [types]?: { readonly row: Row; readonly item: Item; readonly filter: FilterKey }
}

export type RowOf<R> = R extends TypedResource<infer Row, unknown, string> ? Row : Record<string, unknown>
export type ItemOf<R> = R extends TypedResource<unknown, infer Item, string> ? Item : Record<string, unknown>
export type FilterKeyOf<R> = R extends TypedResource<unknown, unknown, infer K> ? K : string

const column = /^[a-z][a-z0-9_]*$/
const snakeCase = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The column of a field with the alias; by default that of its name. Throws when the text is no name of a column. */
export function columnOf(alias: string, field: string, name = snakeCase(field)): string {
  if (!column.test(name)) throw new Error(`${alias}.${field}: "${name}" is no column; an expression is { sql: … }`)
  return `${alias}.${name}`
}

const expressionOf = (alias: string, field: string, source?: FieldSource): FieldExpression =>
  typeof source === 'object' ? source : { sql: columnOf(alias, field, source) }

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
    const expression = expressionOf(alias, field, sources[field])
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
    scope: definition.scope,
    joins: definition.joins ?? {},
    fields: expressions,
    visibleTo: definition.visibleTo ?? (() => raw('false')),
    isPersonal: definition.isPersonal ?? false,
    filters: definition.filters ?? {},
    search: definition.search,
    found: definition.found,
    named: namedBy(definition.named ?? definition.found?.name, expressions),
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

function namedBy(
  named: string | FieldExpression | undefined,
  fields: Readonly<Record<string, FieldExpression>>
): Resource['named'] {
  if (typeof named === 'object') return { expression: named }
  const expression = named === undefined ? undefined : fields[named]
  return named === undefined || !expression ? undefined : { field: named, expression }
}

/** Lists and objects cannot be sorted, unless the field names expressions to sort by. */
const isSortable = ({ properties }: TObject, field: string, expression: FieldExpression | undefined): boolean => {
  const { type } = unwrapped(properties[field] as Schema)
  return expression?.sort !== undefined || (type !== 'array' && type !== 'object')
}

const viewOr = (views: Readonly<Record<string, readonly string[]>>, name: string, all: readonly string[]) =>
  views[name] ?? all
