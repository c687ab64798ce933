/**
 * Pages. A list page is data: which rows, which columns, which commands. Where it stands in the menu is said by its group.
 * Format, header, filter controls, sortability and the commands' faces are derived (faces.ts), never written twice.
 */
import type { Static, TObject } from '@sinclair/typebox'
import type { Role } from '../../contract/roles.ts'
import type { Tone } from '../../contract/vocabulary.ts'
import type { When } from '../../contract/when.ts'
import type { Button } from '../commands/command.ts'
import type { Rows } from '../resources/rows.ts'

export const menuGroups = [
  'clients',
  'orders',
  'validators',
  'prices',
  'store',
  'reports',
  'settings',
  'portal'
] as const
export type MenuGroupName = (typeof menuGroups)[number]

interface PageBase {
  /** `orders.new`: the page's id; its title is the message `{id}.title`. */
  readonly id: string
  readonly route: string
  readonly group: MenuGroupName
  /** Whether it stands in the menu; true by default. */
  readonly inMenu?: boolean
}

export interface Column<Row> {
  readonly key: keyof Row & string
  readonly sortable?: boolean
  readonly grow?: number
  readonly hidden?: boolean
  /** Message key said in place of an empty value. */
  readonly blank?: string
  /** Message key of the header, where the noun's own word does not fit. */
  readonly header?: string
}

export interface Filter {
  readonly key: string
  readonly mask?: string
  readonly placeholder?: string
  readonly debounce?: number
}

export interface FieldsTab {
  readonly kind: 'fields'
  readonly load: string
  readonly schema: TObject
  readonly resourceType: string
  readonly fields: readonly (string | { readonly key: string; readonly group?: string; readonly blank?: string })[]
}

/** A small list of a thing's own: all of it at once, without pages. */
export interface ListTab {
  readonly kind: 'list'
  readonly load: string
  readonly schema: TObject
  readonly resourceType: string
  readonly columns: readonly (string | { readonly key: string; readonly blank?: string })[]
}

export type Tab = {
  readonly name: string
  readonly title: string
  readonly commands?: readonly Button[]
} & (
  | FieldsTab
  | ListTab
  /** `rows` say what the changed fields are called and how their values are written. */
  | { readonly kind: 'timeline'; readonly load: string; readonly rows: Rows }
  | { readonly kind: 'comments'; readonly load: string }
  | { readonly kind: 'part'; readonly part: string }
)

export interface Panel {
  readonly name: string
  /** Message key; the row's fields are its arguments. */
  readonly title: string
  readonly tabs: readonly Tab[]
}

export interface ListPage<R extends Rows = Rows, Row = Record<string, unknown>> extends PageBase {
  readonly kind: 'list'
  readonly rows: R
  readonly access: readonly Role[]
  readonly call: string
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  readonly columns: readonly Column<Row>[]
  readonly search: boolean
  readonly filters: readonly Filter[]
  readonly sort: string
  readonly pageSize: number
  readonly groupBy?: keyof Row & string
  readonly selection: 'one' | 'many'
  readonly tint: readonly { readonly when: When<Row>; readonly tone: Tone }[]
  readonly commands: readonly Button[]
  readonly panel?: Panel
  readonly opens: boolean
}

/** A page that metadata cannot say: a named part of the browser. */
export interface PartPage extends PageBase {
  readonly kind: 'part'
  readonly part: string
  readonly access: readonly Role[]
  /** Settings that the part needs, such as the addresses of map tiles. */
  data?(settings: never): unknown
}

type Direction<K extends string> = K | `-${K}`

export interface ListDefinition<Row> extends PageBase {
  readonly access: readonly Role[]
  readonly call: string
  readonly fixed?: Readonly<Record<string, string | number | boolean>>
  readonly columns: readonly ((keyof Row & string) | Column<Row>)[]
  readonly search?: boolean
  readonly filters?: readonly (string | Filter)[]
  readonly sort: Direction<keyof Row & string>
  readonly pageSize?: number
  /** Rows stand under headings by this field; `sort` must name it, and no header sorts. */
  readonly groupBy?: keyof Row & string
  readonly selection?: 'one' | 'many'
  readonly tint?: readonly { readonly when: When<Row>; readonly tone: Tone }[]
  readonly commands?: readonly Button[]
  readonly panel?: Panel
  /** Whether double-click and Enter open the panel; true where there is one. */
  readonly opens?: boolean
}

/** A list page over rows. Columns, sorts and tints that do not exist are errors of the compiler. */
export const defineList =
  <S extends TObject>(rows: Rows<S>) =>
  (list: ListDefinition<Static<S>>): ListPage => {
    const page: ListPage<Rows<S>, Static<S>> = {
      kind: 'list',
      fixed: {},
      search: false,
      pageSize: 35,
      selection: 'one',
      tint: [],
      commands: [],
      ...list,
      opens: list.opens ?? list.panel !== undefined,
      columns: list.columns.map(column => (typeof column === 'string' ? { key: column } : column)),
      filters: (list.filters ?? []).map(filter => (typeof filter === 'string' ? { key: filter } : filter)),
      rows
    }
    return page as unknown as ListPage
  }

export const definePage = (page: Omit<PartPage, 'kind'>): PartPage => ({ kind: 'part', ...page })
