/** What a list page is made of: columns, filters, views, signs and sums, as its definition writes them. */
import type { FilterOptions } from '../../contract/list.ts'
import type { Tone } from '../../contract/vocabulary.ts'
import type { When, WhenMetadata } from '../../contract/when.ts'
import type { Button } from '../commands/command.ts'
import type { Direction } from '../resources/resource.ts'

export interface Column<K extends string = string> {
  readonly key: K
  /** Where there is not room for all texts, those of the columns with the least are cut first; 1 by default, 2 of what a row is about. */
  readonly grow?: number
  /**
   * The column under which it stands on a desk: a cell of two lines, as the client with the place below. Both
   * stay columns of their own: they are sorted, hidden and moved each, and stand apart in compact rows, cards and spreadsheets.
   */
  readonly under?: K
  /** Message key shown in place of an empty value, where a dash does not say enough. */
  readonly blank?: string
  /** Message key of the header, where the field's own label does not fit. */
  readonly header?: string
  /** How its values are written, where that is not the schema's way. */
  readonly format?: 'weekday' | 'monthDayYear' | 'beforeComma'
  /** False leaves it out of a phone's card. */
  readonly card?: false
}

export interface FilterControl<K extends string = string> {
  readonly key: K
  readonly mask?: string
  readonly placeholder?: string
  /** What it is set to until a person chooses otherwise. */
  readonly initial?: number | string
  /** Milliseconds to wait after the last key. */
  readonly debounce?: number
  readonly options?: FilterOptions
}

/** Values of filters; '' is none. */
export type FilterValues<F extends string = string> = { readonly [key in F]?: string | number | boolean }

/** Filters that one press sets (`QuickFilter`); its label is the message `{page}.quick.{name}`. */
export interface Quick<F extends string = string> {
  readonly name: string
  readonly filters: FilterValues<F>
}

/**
 * The number beside the page's entry in the menu: the total of its list as the entry opens it. With filters, how many of them
 * these leave is shown before it in the tone, with the words `{page}.marked`, which are given `count`: "2 overdue".
 */
export type Counted<F extends string = string> = true | { readonly filters: FilterValues<F>; readonly tone: Tone }

/** A built-in view of the page's list (`ViewMetadata`); its label is the message `{page}.view.{name}`. */
export interface View<K extends string = string, F extends string = string> {
  /** Its name in the URL: small letters and dashes, so that it is never the number of a saved one. */
  readonly name: string
  readonly sort?: Direction<K>
  readonly filters?: FilterValues<F>
  /** One field or several, the first one outermost; `sort` must bring the rows of each together. */
  readonly groupBy?: readonly (K | Column<K>)[]
  /** What the headings say besides, and what they offer. */
  readonly groups?: Groups<K, F>
}

/** Headings with a summary (`GroupsMetadata`), which is the message `{page}.view.{name}.group`. */
export interface Groups<K extends string = string, F extends string = string> {
  /** The field that names a group, and the filter that takes its value. */
  readonly key: K
  readonly filter: F
  /** The path that answers the summaries of groups, by `ids`. */
  readonly summary: string
  /** The field of a summary that names the group. */
  readonly title: string
  /** Signs of a summary, with the words `{page}.view.{name}.{mark}`. */
  readonly marks?: readonly { readonly name: string; readonly tone: Tone; readonly when: WhenMetadata }[]
  /** Of the page's commands, those that act on all rows of a group. */
  readonly commands: readonly Button[]
}

/** A sign on a row, with its words: `{resource}.mark.{name}`. */
export interface Mark<Row> {
  readonly name: string
  readonly icon: string
  readonly tone: Tone
  readonly when: When<Row>
}

/** The colour of a row; with a name its words are `{resource type}.mark.{name}`, else those of the tone. */
export interface Tint<Row> {
  readonly name?: string
  readonly tone: Tone
  readonly when: When<Row>
}

/** A number over the selected rows, with its words: `{resource}.sum.{key}`. */
export interface Sum<K extends string = string> {
  readonly key: K
  /** Of a sum the values are added up; by `distinct` they are counted, each once. */
  readonly distinct?: true
}
