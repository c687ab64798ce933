/** A list of a resource's rows, as pages and tabs of panels declare it. */
import type { Button } from '../commands/link.ts'
import type { Direction, FilterKeyOf, ItemOf, Resource, RowOf } from '../resources/resource.ts'
import type { Column, Mark, Tint, View } from './list-parts.ts'

/** A column; its key alone where nothing else is to be said. */
export type Keyed<K extends string, T extends { readonly key: K }> = K | T

export const keyed = <K extends string, T extends { readonly key: K }>(items: readonly Keyed<K, T>[]): readonly T[] =>
  items.map(item => (typeof item === 'string' ? ({ key: item } as unknown as T) : item))

export type ItemKey<R> = keyof ItemOf<R> & string
export type RowKey<R> = keyof RowOf<R> & string

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

export interface ListRowsDefinition<R> {
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

export const rowsDefaults = (resource: Resource) => ({
  resource,
  fixed: {},
  sort: resource.sort,
  pageSize: resource.pageSize,
  selection: 'one' as const,
  tint: [],
  marks: []
})

/**
 * A page that always shows one day of its rows (`DayMetadata`), in one arrangement.
 */
export interface DayOfRows<K extends string = string, F extends string = string> {
  /** The filter for the day. It is not offered among the page's filters. */
  readonly filter: F
  readonly view: View<K, F>
  /** A hand-written part beside the rows (`registerBeside`), and the list that it shows. */
  readonly beside?: BesideRows
  /** A hand-written part that draws the rows as a board instead, where people choose that (`registerBoard`); its texts are `{board}.title`, `.asList`, `.asBoard`. */
  readonly board?: string
}

/** A list beside the rows of a page, drawn by a hand-written part; its texts are `{name}.title` and `{name}.empty`. */
export interface BesideRows {
  readonly name: string
  readonly part: string
  readonly rows: ListRows
  readonly commands: readonly Button[]
}
