/** A list page as data: what the browser needs to draw, sort, search, filter and refresh it. */
import type { CommandMetadata } from './command.ts'
import type { ListLayout } from './layout.ts'
import type { PanelMetadata } from './panel.ts'
import type { Schema } from './schema.ts'
import type { Tone } from './vocabulary.ts'
import type { WhenMetadata } from './when.ts'

export interface ColumnMetadata {
  readonly key: string
  /** Message key of the header. */
  readonly header: string
  /** Says the type, the format and the vocabulary. */
  readonly schema: Schema
  readonly sortable: boolean
  readonly align: 'start' | 'end'
  /** Where there is not room for all texts, those of the columns with the least are cut first. */
  readonly grow: number
  /** The column that it stands under where rows have two lines. */
  readonly under?: string
  /** Message key shown in place of an empty value. */
  readonly blank?: string
  /** False: on a phone's card, where room is dear, it is left out; the panel has it. */
  readonly card?: false
}

export interface FilterMetadata {
  readonly key: string
  readonly label: string
  readonly schema: Schema
  /** Input mask such as `99-999`. */
  readonly mask?: string
  readonly placeholder?: string
  /** What it is set to until a person chooses otherwise. */
  readonly initial?: number | string
  /** Milliseconds to wait after the last key. */
  readonly debounce: number
  /** It is one of what this call answers. */
  readonly options?: FilterOptions
}

/** Where the values of a filter come from: all of them at once, `{ data: [...] }`. */
export interface FilterOptions {
  readonly call: string
  readonly value: string
  /** Fields joined by a comma into the label. */
  readonly label: readonly string[]
}

/** Filters that are set, and taken back, by one press; where a value is blank, that filter is taken back by it. */
export interface QuickFilter {
  readonly name: string
  /** Message key. */
  readonly label: string
  /** Values by the filters' keys, written as the URL has them. */
  readonly filters: Readonly<Record<string, string>>
}

/** What a heading says beside the fields that its rows share, and what it offers for all rows under it. */
export interface GroupsMetadata {
  /** The field of the rows that names their group. */
  readonly key: string
  /** The filter that takes its value: the list then has the rows of this group alone. */
  readonly filter: string
  /** GET of the API: by `?ids=1,2`, values of the key, it answers `{ data: [{ id, … }] }`, a summary of each. */
  readonly summary: string
  /** The field of a summary that names its group, shorter than the rows' fields do: it stands after the first of these. */
  readonly title: string
  /** Message key of what a summary says; its fields are the arguments. */
  readonly text: string
  /** Each whose rule holds for the summary stands in the heading. */
  readonly marks: readonly { readonly tone: Tone; readonly when: WhenMetadata; readonly label: string }[]
  /** Names of the list's commands that a heading offers. */
  readonly commands: readonly string[]
}

/**
 * A named arrangement that a page has built in: `?view=day` in the URL. What it does not say is as on the page, which without a
 * view stands as it always did. A person's saved views say the same of a list (`view.ts`).
 */
export interface ViewMetadata {
  readonly name: string
  /** Message key. */
  readonly label: string
  readonly sort?: string
  /** Values by the filters' keys, written as the URL has them. */
  readonly filters?: Readonly<Record<string, string>>
  /** The rows stand under headings by these fields, the first one outermost; `sort` brings the rows of each together. */
  readonly groupBy?: readonly ColumnMetadata[]
  readonly groups?: GroupsMetadata
}

/** A number over the selected rows: the sum of a field, or how many values it has. */
export interface SumMetadata {
  readonly key: string
  readonly kind: 'sum' | 'distinct'
  readonly schema: Schema
  /** Message key; it takes `value`, the sum as text, or `count`. */
  readonly label: string
}

export interface ListMetadata {
  readonly name: string
  /** What the list shows: `orders.order`. Hints of the hub name it. */
  readonly resourceType: string
  /** GET of the API that answers `{ data, total, totalCapped? }`. */
  readonly call: string
  /** Query keys that are always sent. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  readonly columns: readonly ColumnMetadata[]
  /** The query key of the search and the message that counts what was found; absent where there is no search. */
  readonly search?: {
    readonly found: string
    readonly placeholder: string
    readonly debounce: number
    /** What is searched for until a person searches otherwise. */
    readonly initial?: string
  }
  readonly filters: readonly FilterMetadata[]
  /** Offered beside the count, in this order. */
  readonly quick: readonly QuickFilter[]
  /** Field to sort by, `-` first for descending. */
  readonly sort: string
  readonly pageSize: number
  /** The rows stand under headings, one for each value of these fields, the first one outermost; every sort brings them together. */
  readonly groupBy?: readonly ColumnMetadata[]
  readonly groups?: GroupsMetadata
  /** Built-in views, in the order in which they are offered. */
  readonly views: readonly ViewMetadata[]
  /** Filled in by the browser: the saved view that the list is in, and how that arranges it. */
  readonly arranged?: { readonly view: string; readonly layout: ListLayout }
  /** Pixels before the end at which the next page is fetched. */
  readonly margin: number
  readonly selection: 'none' | 'one' | 'many'
  /** The first rule that holds colours the row. Its words are its label's, else those of the tone. */
  readonly tint: readonly { readonly when: WhenMetadata; readonly tone: Tone; readonly label?: string }[]
  /** Every mark whose rule holds stands in the row, with the words of its label. */
  readonly marks: readonly {
    readonly icon: string
    readonly tone: Tone
    readonly when: WhenMetadata
    readonly label: string
  }[]
  /** What people add up of the rows that they have selected. */
  readonly sums?: readonly SumMetadata[]
  readonly commands: readonly CommandMetadata[]
  readonly panel?: PanelMetadata
  /** Whether double-click and Enter open the panel. */
  readonly opens: boolean
  /** GET of the API that answers all of the list's rows as a spreadsheet; it takes what `call` takes. Tabs have none. */
  readonly sheet?: string
  /** Message key of the empty state. */
  readonly empty: string
}

export interface ListResponse<Row> {
  readonly data: readonly Row[]
  readonly total: number
  /** True when counting stopped: there are at least `total`. */
  readonly totalCapped?: boolean
}
