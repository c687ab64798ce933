/**
 * Pages. A list page is data: which resource, which columns, which commands. Where it stands in the menu is said by its
 * group. Format, header, filter controls, sorting and the commands' metadata are derived (metadata.ts), never written twice.
 */

import type { TObject } from '@sinclair/typebox'
import type { Settings } from '../../../config/settings.ts'
import type { Role } from '../../contract/roles.ts'
import type { When, WhenMetadata } from '../../contract/when.ts'
import { type Button, defineLink, type Link } from '../commands/command.ts'
import type { Direction, FilterKeyOf, ItemOf, Resource, RowOf } from '../resources/resource.ts'
import type { Column, Counted, FilterControl, Mark, Quick, Sum, Tint, View } from './list-parts.ts'
import type { PanelPoint } from './panel-point.ts'

/** A group of the menu, in the order and with the look of src/modules.ts. */
export interface MenuGroupDefinition {
  readonly name: string
  readonly icon: string
  readonly collapsed?: boolean
}

interface PageBase {
  /** `orders.new`: the page's id; its title is the message `{id}.title`. */
  readonly id: string
  readonly route: string
  /** Name of a menu group; the application does not start with one that it does not know. */
  readonly group: string
  /** Whether it stands in the menu; true by default. */
  readonly inMenu?: boolean
  /** Order among the pages of its group, where that is not the order of the modules. */
  readonly place?: number
  readonly icon?: string
  /** The letter that leads to it after `g`; no two pages of a role have the same. */
  readonly goKey?: string
  /** Whether this installation has the page. */
  enabledIf?(settings: Settings): boolean
}

export interface DetailField<K extends string = string> {
  readonly key: K
  /** Message key of the heading that the field stands under. */
  readonly group?: string
  readonly blank?: string
  /** How its value is written, where that is not the schema's way. */
  readonly format?: 'weekday'
}

/** What stands among the fields and is none: a call of its own answers it, and a registered component of the browser draws it. */
export interface LoadedField {
  readonly load: string
  readonly part: string
  /** Message key. */
  readonly label: string
  /** Message key of the heading that it stands under. */
  readonly group?: string
}

/** A step of a thing's life, as `StepMetadata` has it. */
export interface Step<Row = Record<string, unknown>, K extends string = string> {
  /** Message key. */
  readonly label: string
  readonly key: K
  readonly format?: 'weekday'
  readonly reached: When<Row>
  readonly shown?: When<Row>
}

interface TabBase {
  readonly name: string
  readonly commands?: readonly Button[]
  /** Message key; by default `{panel}.{name}`. */
  readonly title?: string
  /** Whether the tab shows a shorter word, `{title}.short`, which is a part of its title. */
  readonly short?: boolean
  /** The field of the row whose number the tab shows. */
  readonly count?: string
  /** On which rows there is the tab; without it, on all. */
  readonly shown?: WhenMetadata
}

/** What stands above a panel's tabs: fields of the thing's details. */
export interface PanelHead<K extends string = string> {
  readonly badge?: K
  /** Values of a line stand beside each other; those that are missing are left out. */
  readonly lines: readonly (readonly (K | DetailField<K>)[])[]
  /** What its owner has written. */
  readonly quote?: K
}

/** A small list of a thing's own: all of it at once, without pages. */
export interface ListTab extends TabBase {
  readonly kind: 'list'
  readonly load: string
  readonly schema: TObject
  readonly resourceType: string
  readonly columns: readonly Column[]
}

/** A panel's tab. The resource of its fields says what they are called and how their values are written. */
export type Tab = TabBase &
  (
    | {
        readonly kind: 'fields'
        readonly load: string
        readonly resource: Resource
        readonly fields: readonly (DetailField | LoadedField)[]
        /** Small lists under the fields. */
        readonly below?: readonly ListTab[]
      }
    | ListTab
    /** A list of another resource, by its own path or by `load`. The tab's commands are those of its list. */
    | { readonly kind: 'rows'; readonly load: string; readonly parent?: string; readonly list: ListRows }
    | {
        readonly kind: 'timeline'
        readonly load: string
        readonly resource: Resource
        readonly steps?: readonly Step[]
      }
    | { readonly kind: 'comments'; readonly load: string }
    | { readonly kind: 'part'; readonly part: string }
  )

type Keyed<K extends string, T extends { readonly key: K }> = K | T
/** @throws where a column stands under one that the page does not have */
function checkedColumns(page: string, columns: readonly Column[]): readonly Column[] {
  for (const { key, under } of columns)
    if (under !== undefined && !columns.some(upper => upper.key === under && upper.under === undefined))
      throw new Error(`${page}: the column ${key} stands under ${under}, which is not a column of its own`)
  return columns
}

const keyed = <K extends string, T extends { readonly key: K }>(items: readonly Keyed<K, T>[]): readonly T[] =>
  items.map(item => (typeof item === 'string' ? ({ key: item } as unknown as T) : item))

type ItemKey<R> = keyof ItemOf<R> & string

/** The tab `details`: fields of the thing, read by its own route. */
export const detailsTab = <R extends Resource>(
  resource: R,
  fields: readonly (ItemKey<R> | DetailField<ItemKey<R>> | LoadedField)[],
  { name = 'details', commands = [], ...more }: Partial<TabBase> = {}
): Tab => ({
  ...more,
  name,
  kind: 'fields',
  load: resource.itemPath,
  resource,
  fields: fields.map(field => (typeof field === 'string' ? { key: field } : field)),
  commands
})

/** The tab `history`. */
export const historyTab = <R extends Resource>(
  resource: R,
  { name = 'history', steps }: Partial<TabBase> & { steps?: readonly Step<RowOf<R>, RowKey<R>>[] } = {}
): Tab => ({
  name,
  kind: 'timeline',
  load: resource.historyPath,
  resource,
  ...(steps ? { steps: steps as unknown as readonly Step[] } : {})
})

/** A tab with rows of another schema, answered by a route as `{ data: [...] }`. */
export const listTab = <S extends TObject>(
  name: string,
  tab: {
    readonly title?: string
    readonly load: string
    readonly schema: S
    readonly resourceType: string
    readonly columns: readonly Keyed<keyof S['properties'] & string, Column<keyof S['properties'] & string>>[]
  }
): ListTab => ({ ...tab, name, kind: 'list', columns: keyed(tab.columns) })

/** A tab that only some rows have: `tabWhen(clients, { multiDepartment: [true] }, …)`. */
export const tabWhen = <R extends Resource>(_resource: R, when: When<RowOf<R>>, tab: Tab): Tab => ({
  ...tab,
  shown: when as WhenMetadata
})

/** The link that opens the panel of the selected row: `fleet.seeOperator` for `fleet.operator`. */
export function seeLink<R extends Resource>(
  resource: R,
  {
    name,
    tab,
    icon = 'eye',
    access = resource.access
  }: { name?: string; tab?: string; icon?: string; access?: readonly Role[] } = {}
): Link {
  const [module = '', local = ''] = resource.type.split('.')
  return defineLink(resource, {
    name: name ?? `${module}.see${local.charAt(0).toUpperCase()}${local.slice(1)}`,
    icon,
    selection: 'one',
    access: Object.fromEntries(access.map(role => [role, {}])),
    open: resource.panel,
    ...(tab ? { tab } : {})
  })
}

/** Rows of a resource, on a page or in a tab, as the kernel uses them. */
export interface ListRows {
  readonly resource: Resource
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  readonly columns: readonly Column[]
  readonly search: boolean
  readonly sort: string
  readonly pageSize: number
  readonly selection: 'none' | 'one' | 'many'
  readonly tint: readonly Tint<Record<string, unknown>>[]
  readonly marks: readonly Mark<Record<string, unknown>>[]
}

/** The list page as the kernel uses it. */
export interface ListPage extends PageBase, ListRows {
  readonly kind: 'list'
  readonly access: readonly Role[]
  readonly filters: readonly FilterControl[]
  readonly groupBy?: string
  readonly views: readonly View[]
  readonly quick: readonly Quick[]
  readonly sums: readonly Sum[]
  readonly commands: readonly Button[]
  readonly panel: readonly Tab[] | undefined
  readonly panelHead?: PanelHead
  /** Where higher modules add to the panel. */
  readonly panelPoint?: PanelPoint
  readonly opens: boolean
  readonly counted?: Counted
}

type RowKey<R> = keyof RowOf<R> & string

interface ListRowsDefinition<R> {
  /** Filters that are always sent. */
  readonly fixed?: { readonly [K in FilterKeyOf<R>]?: string | number | boolean }
  readonly columns: readonly Keyed<RowKey<R>, Column<RowKey<R>>>[]
  /** Whether there is a search box; by default on a page where the resource can be searched, and not in a tab. */
  readonly search?: boolean
  readonly sort?: Direction<RowKey<R>>
  readonly pageSize?: number
  readonly selection?: 'none' | 'one' | 'many'
  /** The first rule that holds colours the row. */
  readonly tint?: readonly Tint<RowOf<R>>[]
  /** Every mark whose rule holds stands in the row. */
  readonly marks?: readonly Mark<RowOf<R>>[]
  readonly commands?: readonly Button[]
}

export interface ListPageDefinition<R> extends PageBase, ListRowsDefinition<R> {
  /** By default the resource's. */
  readonly access?: readonly Role[]
  readonly filters?: readonly Keyed<FilterKeyOf<R>, FilterControl<FilterKeyOf<R>>>[]
  /** Rows stand under headings by this field; `sort` must name it, and no header sorts. */
  readonly groupBy?: RowKey<R>
  readonly views?: readonly View<RowKey<R>, FilterKeyOf<R>>[]
  /** Offered beside the count of the rows: each is one of the page's filters, or several. */
  readonly quick?: readonly Quick<FilterKeyOf<R>>[]
  /** What people add up of the rows that they have selected. */
  readonly sums?: readonly Keyed<RowKey<R>, Sum<RowKey<R>>>[]
  readonly panel?: readonly Tab[]
  readonly panelHead?: PanelHead<ItemKey<R>>
  readonly panelPoint?: PanelPoint
  /** Whether double-click and Enter open the panel; true where there is one. */
  readonly opens?: boolean
  /** What waits for somebody on this page is counted beside its entry in the menu. */
  readonly counted?: Counted<FilterKeyOf<R>>
}

interface ResourceTabDefinition<R> extends ListRowsDefinition<R>, Pick<TabBase, 'title' | 'count'> {
  /** A GET path that answers as a list does; `:id` is the panel's row. By default the resource's path. */
  readonly load?: string
  /** The filter that is given the id of the panel's row. */
  readonly parent?: FilterKeyOf<R>
}

const rowsDefaults = (resource: Resource) => ({
  resource,
  fixed: {},
  sort: resource.sort,
  pageSize: resource.pageSize,
  selection: 'one' as const,
  tint: [],
  marks: []
})

/**
 * A tab that is a list of another resource, with selection, commands, tint, marks, search and pages of its own. A command
 * without rows has the panel's row as its context: it fills the path of its call where the form has no field of that name.
 */
export function resourceTab<R extends Resource>(name: string, resource: R, tab: ResourceTabDefinition<R>): Tab {
  const { load = resource.path, parent, columns, commands = [], title, count, ...rows } = tab
  const list = { ...rowsDefaults(resource), search: false, ...rows, columns: keyed(columns) }
  return {
    name,
    kind: 'rows',
    load,
    commands,
    list: list as unknown as ListRows,
    ...(parent ? { parent } : {}),
    ...(title ? { title } : {}),
    ...(count ? { count } : {})
  }
}

/**
 * A list page of a resource. Columns, filters, sorts and tints that do not exist are errors of the compiler. A list with a
 * panel has the link that opens it first among its commands.
 */
export function definePage<R extends Resource>(resource: R, page: ListPageDefinition<R>): ListPage {
  const whole = {
    ...rowsDefaults(resource),
    kind: 'list' as const,
    access: resource.access,
    search: resource.search !== undefined,
    panel: undefined,
    views: [],
    quick: [],
    ...page,
    commands: [
      ...(page.panel ? [seeLink(resource, page.access ? { access: page.access } : {})] : []),
      ...(page.commands ?? [])
    ],
    opens: page.opens ?? page.panel !== undefined,
    columns: checkedColumns(page.id, keyed(page.columns) as readonly Column[]),
    filters: keyed(page.filters ?? []),
    sums: keyed<RowKey<R>, Sum<RowKey<R>>>(page.sums ?? [])
  }
  return whole as unknown as ListPage
}

/** A page that metadata cannot say: a named part of the browser. */
export interface PartPage extends PageBase {
  readonly kind: 'part'
  readonly part: string
  readonly access: readonly Role[]
  /** What it offers, drawn by the part. */
  readonly commands?: readonly Button[]
  /** GETs that the part begins with: the browser asks for them while its scripts are fetched. */
  readonly first?: readonly string[]
  /** Settings that the part needs, such as the addresses of map tiles. */
  data?(settings: Settings): unknown
}

export const definePartPage = (page: Omit<PartPage, 'kind'>): PartPage => ({ kind: 'part', ...page })

export type Page = ListPage | PartPage
