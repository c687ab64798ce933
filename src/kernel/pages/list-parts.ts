/** What a list page is made of: columns, filters, views, signs and sums, as its definition writes them. */
import type { Settings } from '../../../config/settings.ts'
import type { FilterOptions } from '../../contract/list.ts'
import type { Tone } from '../../contract/vocabulary.ts'
import type { When, WhenMetadata } from '../../contract/when.ts'

import type { Button } from '../commands/link.ts'
import type { Direction, Resource } from '../resources/resource.ts'

export interface Column<K extends string = string> {
  readonly key: K
  /**
   * When the texts do not all fit, columns with the lowest number are cut first: 1 by default, 2 for what the row is mainly about.
   */
  readonly grow?: number
  /**
   * The column below which it is shown on a wide screen: one cell of two lines, such as the client with the place below. Both
   * remain separate columns: each is sorted, hidden and moved by itself, and they are apart in compact rows, cards and
   * spreadsheets.
   */
  readonly under?: K
  /** Message key shown in place of an empty value, where a dash does not say enough. */
  readonly blank?: string
  /** Message key of the header, where the field's own label does not fit. */
  readonly header?: string
  /** How its values are written, where the schema's format does not fit. */
  readonly format?: 'weekday' | 'monthDayYear' | 'beforeComma'
  /** For a lower line: an empty value, or that of the line above, is shown as nothing, because that line says all there is. */
  readonly quiet?: true
  /** A path of the application that its values lead to, such as what a number is made of; `:field`s are those of the list's rows. */
  readonly leads?: string
  /** False leaves the field out of a phone's card. */
  readonly card?: false
  /** It is only shown once a person has chosen it among the columns: for lists whose columns do not all fit on the screen. */
  readonly beginsHidden?: true
  /** Whether this installation has it. */
  enabledIf?(settings: Settings): boolean
}

export interface FilterControl<K extends string = string> {
  readonly key: K
  readonly mask?: string
  readonly placeholder?: string
  /** The value that it has until a person chooses another. */
  readonly initial?: number | string
  /** Milliseconds to wait after the last key. */
  readonly debounce?: number
  readonly options?: FilterOptions
}

/** Values of filters; '' sets none. */
export type FilterValues<F extends string = string> = { readonly [key in F]?: string | number | boolean }

/** Filters that one press sets (`QuickFilter`); its label is the message `{page}.quick.{name}`. */
export interface Quick<F extends string = string> {
  readonly name: string
  readonly filters: FilterValues<F>
  /** Shows how many rows it leaves. Only where that is quickly counted: a short list, or its counter's key. */
  readonly counted?: true
}

/**
 * The number beside the page's entry in the menu: the total of its list as the entry opens it. With filters, the number of rows
 * that these leave is shown before it in the tone, in the words `{page}.marked` with the argument `count`: "2 overdue".
 */
export type Counted<F extends string = string> = true | { readonly filters: FilterValues<F>; readonly tone: Tone }

/** A built-in view of the page's list (`ViewMetadata`); its label is the message `{page}.view.{name}`. */
export interface View<K extends string = string, F extends string = string> {
  /** Its name in the URL: small letters and dashes, so that it cannot be taken for the number of a saved view. */
  readonly name: string
  readonly sort?: Direction<K>
  readonly filters?: FilterValues<F>
  /** One field or several, the outermost first; `sort` must bring the rows of a group together. */
  readonly groupBy?: readonly (K | Column<K>)[]
  /** What the headings show beside the fields, and the commands that they offer. */
  readonly groups?: Groups<K, F>
  /** The page and view whose messages the headings say, `{page}.view.{name}`; by default its own. */
  readonly texts?: string
}

/** A heading with a summary (`HeadingMetadata`). */
interface Heading<F extends string = string> {
  /** The filter for the value of the field that identifies the heading. */
  readonly filter: F
  /** Path that answers the summaries, by `ids`. */
  readonly summary: string
  /** Marks of a summary, labelled `{page}.view.{name}.{mark}`. */
  readonly marks?: readonly { readonly name: string; readonly tone: Tone; readonly when: WhenMetadata }[]
  /** Those of the page's commands that act on all rows under the heading. */
  readonly commands: readonly Button[]
  /** What these are called here, by their names, where that is not their label. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Headings of groups (`GroupsMetadata`); a summary is the message `{page}.view.{name}.group`. */
export interface Groups<K extends string = string, F extends string = string> extends Heading<F> {
  /** The field that names a group. */
  readonly key: K
  /** The field of a summary that names the group. */
  readonly title: string
  /**
   * A further heading over all groups that share the first field of `groupBy`; its summary is the message
   * `{page}.view.{name}.outer`.
   */
  readonly over?: Heading<F>
  /**
   * Groups that have no rows, and still want something done (`RowlessGroups`): rows of another resource. Each says the message
   * `{page}.view.{name}.rowless`, with the sign `{page}.view.{name}.rowlessMark`.
   */
  readonly rowless?: {
    readonly resource: Resource
    readonly fixed: Readonly<Record<string, string | number | boolean>>
    /** The last one names it. */
    readonly titles: readonly (string | Column)[]
    readonly commands: readonly Button[]
  }
}

/** A mark on a row, labelled `{resource}.mark.{name}`. */
export interface Mark<Row> {
  readonly name: string
  readonly icon: string
  readonly tone: Tone
  readonly when: When<Row>
}

/** The colour of a row. With a name, its meaning is the message `{resource type}.mark.{name}`; without, the words of the tone. */
export interface Tint<Row> {
  readonly name?: string
  readonly tone: Tone
  readonly when: When<Row>
}

/** A number computed from the selected rows, labelled `{resource}.sum.{key}`. */
export interface Sum<K extends string = string> {
  readonly key: K
  /** Rows without a value are counted beside the sum, in the words `{resource}.sum.{key}.blank`. */
  readonly saysBlank?: true
  /** A sum adds the values up; with `distinct`, different values are counted. */
  readonly distinct?: true
}
