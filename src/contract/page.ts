/** What a role may open, and what one page is made of. */
import type { CommandMetadata } from './command.ts'
import type { ListMetadata } from './list.ts'
import type { Tone, VocabularyMetadata } from './vocabulary.ts'

export interface PageEntry {
  readonly id: string
  readonly route: string
  /** Message keys: the menu's entry and the breadcrumb's parts, at most four. */
  readonly title: string
  readonly breadcrumb: readonly string[]
  /** The message key of further words by which the palette finds it. */
  readonly words?: string
  /** Whether the menu shows it; a page may also be reachable only by links. */
  readonly inMenu: boolean
  readonly icon?: string
  /** The letter that leads to it after `g`. */
  readonly goKey?: string
  /** Its entry in the menu has a number, answered by GET /api/ui/counts. */
  readonly counted?: {
    /** A change of these resources may change the number. */
    readonly resourceType: string
    /** For the part of the number that is shown separately: the message key of its words (argument `count`) and its colour. */
    readonly marked?: { readonly label: string; readonly tone: Tone }
  }
  /** Commands that need no rows, which every page offers by their key and in the palette: this page opens with their form. */
  readonly offers?: readonly OfferedCommand[]
  /** Built-in views of its list: their names in the URL, and message keys. */
  readonly views?: readonly { readonly name: string; readonly label: string }[]
}

/** A command that other pages offer. Its label is the message `{name}.label`. */
export interface OfferedCommand {
  readonly name: string
  readonly icon: string
  readonly key?: string
}

/** One of the numbers beside the menu's entries: the total of the page's list, as the entry opens it. */
export interface MenuCount {
  /** The page's. */
  readonly id: string
  readonly total: number
  /** True when counting stopped there: there are at least so many. */
  readonly totalCapped?: true
  readonly marked?: number
}

export interface MenuGroup {
  readonly name: string
  readonly title: string
  readonly icon: string
  readonly collapsed: boolean
  readonly pages: readonly PageEntry[]
}

/**
 * A number of things that wait for somebody, and the list that it opens. The number itself is answered by GET /api/Notifications.
 */
export interface CounterMetadata {
  /** The specification's notification type. */
  readonly code: number
  /** Messages: `ui.notification.{name}` with the number and its plural forms, `ui.notification.{name}.title` without it. */
  readonly name: string
  readonly icon: string
  /** How a number above zero is coloured. */
  readonly tone: Tone
  readonly to: string
  /** The list's part of the URL. */
  readonly search: Readonly<Record<string, string>>
  /** A change of these resources may change the number. */
  readonly resourceType: string
  /** Its tile is there also while nothing waits. */
  readonly always?: true
}

/** Answer of GET /api/ui/pages. */
export interface PagesMetadata {
  readonly groups: readonly MenuGroup[]
  /** Where `/` leads. */
  readonly home: string
  readonly vocabularies: Readonly<Record<string, VocabularyMetadata>>
  readonly counters: readonly CounterMetadata[]
}

/** Answer of GET /api/ui/pages/{pageId}: a generated list, or the name of a page that is written by hand. */
export type PageMetadata = PageEntry &
  (
    | { readonly list: ListMetadata }
    | { readonly part: string; readonly commands: readonly CommandMetadata[]; readonly data: unknown }
  )
