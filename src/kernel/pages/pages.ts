/**
 * Pages. A list page is data: which resource, which columns, which commands, in which group of the menu.
 * Formats, headers, filter controls, sorting and the commands' metadata are derived (metadata.ts), never written twice.
 */

import type { Settings } from '../../../config/settings.ts'
import type { Role } from '../../contract/roles.ts'
import { type Button, defineLink, type Link } from '../commands/link.ts'
import { defined } from '../defined.ts'
import { defineSlot } from '../extension-points.ts'
import type { FilterKeyOf, Resource } from '../resources/resource.ts'
import type { Column, Counted, FilterControl, Quick, Sum, View } from './list-parts.ts'
import {
  type DayOfRows,
  type ItemKey,
  type Keyed,
  keyed,
  type ListRows,
  type ListRowsDefinition,
  type RowKey,
  rowsDefaults
} from './list-rows.ts'
import type { PanelPoint } from './panel-point.ts'
import type { PanelHead, Tab } from './tabs.ts'

/** A group of the menu, in the order and with the look of src/modules.ts. */
export interface MenuGroupDefinition {
  readonly name: string
  readonly icon: string
  readonly collapsed?: boolean
  /** The breadcrumbs of its pages do not name it. */
  readonly unnamed?: boolean
}

interface PageBase {
  /** `orders.new`: the page's id; its title is the message `{id}.title`. */
  readonly id: string
  readonly route: string
  /** Name of a menu group; the application does not start with an unknown one. */
  readonly group: string
  /** Whether it stands in the menu; true by default. */
  readonly inMenu?: boolean
  /** Order among the pages of its group, where it differs from the order of the modules. */
  readonly place?: number
  readonly icon?: string
  /** The letter that leads to it after `g`; no two pages of a role have the same. */
  readonly goKey?: string
  /** Whether the palette finds it by further words, which are the message `{id}.words`. */
  readonly words?: true
  /** Commands of it that need no rows and that every other page offers, too. */
  readonly offers?: readonly Button[]
  /** Whether this installation has the page. */
  enabledIf?(settings: Settings): boolean
}

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
    selection: 'one',
    access: Object.fromEntries(access.map(role => [role, {}])),
    ui: { icon },
    open: resource.panel,
    ...defined({ tab })
  })
}

/** The list page as the kernel uses it. */
export interface ListPage extends PageBase, ListRows {
  readonly kind: 'list'
  readonly access: readonly Role[]
  readonly filters: readonly FilterControl[]
  readonly groupBy?: string
  readonly views: readonly View[]
  readonly day?: DayOfRows
  readonly quick: readonly Quick[]
  readonly sums: readonly Sum[]
  readonly commands: readonly Button[]
  readonly panel: readonly Tab[] | undefined
  readonly panelHead?: PanelHead
  /** Where higher modules add to the panel. */
  readonly panelPoint?: PanelPoint
  readonly opens: boolean
  readonly doubleClick: boolean
  readonly counted?: Counted
}

export interface ListPageDefinition<R> extends PageBase, ListRowsDefinition<R> {
  /** By default the resource's. */
  readonly access?: readonly Role[]
  readonly filters?: readonly Keyed<FilterKeyOf<R>, FilterControl<FilterKeyOf<R>>>[]
  /** Rows are grouped under headings by this field. `sort` must name it, and headers then do not sort. */
  readonly groupBy?: RowKey<R>
  readonly views?: readonly View<RowKey<R>, FilterKeyOf<R>>[]
  /** The page shows one day at a time. */
  readonly day?: DayOfRows<RowKey<R>, FilterKeyOf<R>>
  /** Shown beside the count of the rows: each sets one of the page's filters, or several. */
  readonly quick?: readonly Quick<FilterKeyOf<R>>[]
  /** Sums that are shown for the selected rows. */
  readonly sums?: readonly Keyed<RowKey<R>, Sum<RowKey<R>>>[]
  readonly panel?: readonly Tab[]
  readonly panelHead?: PanelHead<ItemKey<R>>
  readonly panelPoint?: PanelPoint
  /** Whether double-click, Enter and, on a phone, a tap open the panel; true where there is one. */
  readonly opens?: boolean
  /** False where a double-click alone opens nothing. */
  readonly doubleClick?: boolean
  /** The number beside its entry in the menu: rows that wait for somebody. */
  readonly counted?: Counted<FilterKeyOf<R>>
}

/** @throws where a column stands under one that the page does not have */
function checkedColumns(page: string, columns: readonly Column[]): readonly Column[] {
  for (const { key, under } of columns)
    if (under !== undefined && !columns.some(upper => upper.key === under && upper.under === undefined))
      throw new Error(`${page}: the column ${key} stands under ${under}, which is not a column of its own`)
  return columns
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
    commands: [...(page.panel ? [seeLink(resource, defined({ access: page.access }))] : []), ...(page.commands ?? [])],
    opens: page.opens ?? page.panel !== undefined,
    doubleClick: page.doubleClick ?? true,
    columns: checkedColumns(page.id, keyed(page.columns) as readonly Column[]),
    filters: keyed(page.filters ?? []),
    sums: keyed<RowKey<R>, Sum<RowKey<R>>>(page.sums ?? [])
  }
  return whole as unknown as ListPage
}

/** A page that is written by hand: a named part of the browser. */
export interface PartPage extends PageBase {
  readonly kind: 'part'
  readonly part: string
  readonly access: readonly Role[]
  /** Its commands, drawn by the part. */
  readonly commands?: readonly Button[]
  /** GETs that the part makes first: the browser asks for them while it fetches the part's scripts. */
  readonly first?: readonly string[]
  /** Settings that the part needs, such as the addresses of map tiles. */
  data?(settings: Settings): unknown
}

export const definePartPage = (page: Omit<PartPage, 'kind'>): PartPage => ({ kind: 'part', ...page })

export type Page = ListPage | PartPage

/** Every page of the modules, of all roles; the application fills it. */
export const allPages = defineSlot<readonly Page[]>('kernel.pages', [])
