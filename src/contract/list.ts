/**
 * A list page as data: what the browser needs to draw, sort, search, filter and refresh it, and the side panel of its rows, whose
 * tabs may be lists again.
 */
import type { CommandMetadata } from './command.ts'
import type { ListLayout } from './layout.ts'
import type { PanelField, PanelHeadMetadata, StepMetadata } from './panel.ts'
import type { Schema } from './schema.ts'
import type { Tone } from './vocabulary.ts'
import type { WhenMetadata } from './when.ts'

export interface ColumnMetadata {
  readonly key: string
  /** Message key of the header. */
  readonly header: string
  /** The field's schema: its type, format and vocabulary. */
  readonly schema: Schema
  readonly sortable: boolean
  readonly align: 'start' | 'end'
  /** Share of the width. When the texts do not all fit, columns with the lowest number are cut first. */
  readonly grow: number
  /** The key of the column below which it is shown, in rows of two lines. */
  readonly under?: string
  /** Message key shown in place of an empty value. */
  readonly blank?: string
  /** An empty value, or the same as in the line above (`under`), is shown as nothing: the line above says all there is. */
  readonly quiet?: true
  /** A path of the application that its values lead to; `:field`s are the row's. */
  readonly leads?: string
  /** False leaves the field out of the card on a phone, which has little room; the panel still shows it. */
  readonly card?: false
  /** It is only shown once a person has chosen it among the columns. */
  readonly beginsHidden?: true
}

export interface FilterMetadata {
  readonly key: string
  readonly label: string
  readonly schema: Schema
  /** Input mask such as `99-999`. */
  readonly mask?: string
  readonly placeholder?: string
  /** The value that it has until a person chooses another. */
  readonly initial?: number | string
  /** Milliseconds to wait after the last key. */
  readonly debounce: number
  /** The choices are what this call answers. */
  readonly options?: FilterOptions
}

/** Where the values of a filter come from: all of them at once, `{ data: [...] }`. */
export interface FilterOptions {
  readonly call: string
  readonly value: string
  /** Fields joined by a comma into the label. */
  readonly label: readonly string[]
}

/** Filters that one press sets, and the next press removes; a blank value removes that filter. */
export interface QuickFilter {
  readonly name: string
  /** Message key. */
  readonly label: string
  /** Filter values by the filters' keys, written as in the URL. */
  readonly filters: Readonly<Record<string, string>>
  /** How many rows it leaves is shown with it. */
  readonly counted?: true
}

/** What a heading shows beside the fields that its rows share, and the commands that it offers for all rows under it. */
export interface HeadingMetadata {
  /** The field of a row whose value identifies the heading that the row is under. */
  readonly key: string
  /** The filter for that value: with it the list has only the rows under this heading. */
  readonly filter: string
  /** GET of the API. For `?ids=1,2`, values of the key, it answers `{ data: [{ id, … }] }`, one summary for each. */
  readonly summary: string
  /** Message key of the summary's text; the summary's fields are its arguments. */
  readonly text: string
  /** Marks: each one whose rule holds for the summary is shown in the heading. */
  readonly marks: readonly { readonly tone: Tone; readonly when: WhenMetadata; readonly label: string }[]
  /** Names of the list's commands that a heading offers. */
  readonly commands: readonly string[]
  /** Message keys of what these are called here, by their names, where that is not their label. */
  readonly labels?: Readonly<Record<string, string>>
}

/**
 * Groups that have no rows, and still want something done: they stand over the rows, each with its own commands. What is acted on
 * are the rows of their own list.
 */
export interface RowlessGroups {
  /** GET of the API that answers `{ data, total }`. */
  readonly call: string
  /** Query keys that are always sent. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  /** Message key of what each says; its fields are the arguments. */
  readonly text: string
  /** Fields of theirs that are read before the text, such as the day; the last one names it. */
  readonly titles: readonly ColumnMetadata[]
  /** Message key: what they are, as a sign on each. */
  readonly mark: string
  readonly commands: readonly CommandMetadata[]
}

/** Headings over the groups of a list. */
export interface GroupsMetadata extends HeadingMetadata {
  /** The field of a summary that names its group in fewer words than the rows' own fields; it is shown after the first of them. */
  readonly title: string
  /**
   * A further heading above all groups that share the first of the fields; the groups' own headings then show only the other
   * fields. Its key is that first field.
   */
  readonly over?: HeadingMetadata
  readonly rowless?: RowlessGroups
}

/**
 * A named arrangement that is built into a page: `?view=day` in the URL. What it does not mention stays as on the page; without a
 * view the page is unchanged. A view saved by a person has the same shape (`view.ts`).
 */
export interface ViewMetadata {
  readonly name: string
  /** Message key. */
  readonly label: string
  readonly sort?: string
  /** Filter values by the filters' keys, written as in the URL. */
  readonly filters?: Readonly<Record<string, string>>
  /** The rows are grouped under headings by these fields, the outermost first; `sort` must bring the rows of a group together. */
  readonly groupBy?: readonly ColumnMetadata[]
  readonly groups?: GroupsMetadata
}

/** A list that always shows one day: the key of the filter that has it, written `YYYY-MM-DD` in the URL and remembered by the browser. */
export interface DayMetadata {
  readonly filter: string
  /** The hand-written part that stands beside the rows, and the list that it shows. */
  readonly beside?: { readonly part: string; readonly list: ListMetadata }
  /** The hand-written part that draws the rows as a board, which people may choose instead of the list. */
  readonly board?: string
}

/** A number computed from the selected rows: the sum of a field, or how many different values it has. */
export interface SumMetadata {
  readonly key: string
  readonly kind: 'sum' | 'distinct'
  readonly schema: Schema
  /** Message key; it takes `value`, the sum as text, or `count`. */
  readonly label: string
  /** Message key: what the selected rows are that have no value; it takes their `count`, and stands after the sum. */
  readonly blank?: string
}

export interface ListMetadata {
  readonly name: string
  /** The resource type of the rows: `orders.order`. Hints of the hub name it. */
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
    /** A search that finds more rows than are counted sorts the newest of them. */
    readonly isOfNewest?: true
    /** What is searched for until a person searches otherwise. */
    readonly initial?: string
  }
  readonly filters: readonly FilterMetadata[]
  /** Shown beside the count, in this order. */
  readonly quick: readonly QuickFilter[]
  /** Field to sort by, `-` first for descending. */
  readonly sort: string
  readonly pageSize: number
  /**
   * The rows are grouped under headings, one for each combination of these fields' values, the outermost first; every sort keeps
   * groups together.
   */
  readonly groupBy?: readonly ColumnMetadata[]
  readonly groups?: GroupsMetadata
  readonly day?: DayMetadata
  /** Built-in views, in the order in which they are offered. */
  readonly views: readonly ViewMetadata[]
  /** Filled in by the browser: the saved view that is open, and its arrangement. */
  readonly arranged?: { readonly view: string; readonly layout: ListLayout }
  /** Pixels before the end at which the next page is fetched. */
  readonly margin: number
  readonly selection: 'none' | 'one' | 'many'
  /** The first rule that holds for a row colours it. Its meaning is the rule's label, or else the name of the tone. */
  readonly tint: readonly { readonly when: WhenMetadata; readonly tone: Tone; readonly label?: string }[]
  /** Every mark whose rule holds is shown in the row, with its label. */
  readonly marks: readonly {
    readonly icon: string
    readonly tone: Tone
    readonly when: WhenMetadata
    readonly label: string
  }[]
  /** Sums that are shown for the selected rows. */
  readonly sums?: readonly SumMetadata[]
  readonly commands: readonly CommandMetadata[]
  readonly panel?: PanelMetadata
  /** Whether double-click, Enter and, on a phone, a tap open the panel. */
  readonly opens: boolean
  /** A double-click opens nothing. */
  readonly noDoubleClick?: true
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

interface TabBase {
  readonly name: string
  /** Message key. */
  readonly title: string
  /** Message key of a shorter word, which is part of the title, for panels with many tabs. */
  readonly short?: string
  readonly commands: readonly CommandMetadata[]
  /** The field of the row whose number is shown on the tab; nothing is shown for null and zero. */
  readonly count?: string
  /** On which rows the tab is shown; without it, on all. */
  readonly shown?: WhenMetadata
}

/** `title` is a message key; `load` answers all rows at once: `{ data: [...] }`. */
export interface SmallListMetadata {
  readonly title: string
  readonly load: string
  readonly columns: readonly ColumnMetadata[]
}

export type TabMetadata = TabBase &
  /** `below`: small lists under the fields, each with a title and a call. */
  (
    | {
        readonly kind: 'fields'
        readonly load: string
        /** The thing's steps, shown above its fields. */
        readonly steps?: readonly StepMetadata[]
        readonly fields: readonly PanelField[]
        readonly below?: readonly SmallListMetadata[]
      }
    | ({ readonly kind: 'list' } & SmallListMetadata)
    /**
     * A list of another resource, with selection, commands, search and pages of its own. `:id` in its call is the panel's row,
     * which is also the context of its commands that need no row; with `parent`, the row's id is the value of that filter.
     */
    | {
        readonly kind: 'rows'
        readonly list: ListMetadata
        readonly parent?: string
        /** Values of the panel's row above the rows, answered by a call. */
        readonly above?: { readonly load: string; readonly fields: readonly PanelField[] }
      }
    /** `{ date, statusDescription, user, changes: [{ field, before, after }] }`, newest first; `fields` name what changed. */
    | {
        readonly kind: 'timeline'
        readonly load: string
        readonly fields: readonly PanelField[]
      }
    | { readonly kind: 'comments'; readonly load: string }
    | { readonly kind: 'part'; readonly part: string }
  )

/** A side panel: tabs of a few kinds. A tab from another module is one named part. */
export interface PanelMetadata {
  readonly name: string
  /** Message key of the title; the row's fields are its arguments. */
  readonly title: string
  readonly head?: PanelHeadMetadata
  readonly tabs: readonly TabMetadata[]
}
