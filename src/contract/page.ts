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
  /** Whether the menu shows it: a page may be reachable without standing in the menu. */
  readonly inMenu: boolean
  readonly icon?: string
  /** The letter that leads to it after `g`. */
  readonly goKey?: string
  /** It has a number in the menu, answered by GET /api/ui/counts. */
  readonly counted?: {
    /** A change of these resources may change the number. */
    readonly resourceType: string
    /** Of a part of it that is shown apart: message key of its words, which are given `count`, and its colour. */
    readonly marked?: { readonly label: string; readonly tone: Tone }
  }
}

/** One of the numbers beside the menu's entries: the total of the page's list, as the entry opens it. */
export interface MenuCount {
  /** The page's. */
  readonly id: string
  readonly total: number
  /** Counting stopped at the total. */
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

/** A number that waits for somebody, and the list that it opens. The number itself is answered by GET /api/Notifications. */
export interface CounterMetadata {
  /** The specification's notification type. */
  readonly code: number
  /** `ui.notification.{name}` says what is counted, with the plural forms of its number; `….title` names it alone. */
  readonly name: string
  readonly icon: string
  /** How a number above zero is coloured. */
  readonly tone: Tone
  readonly to: string
  /** The list's part of the URL. */
  readonly search: Readonly<Record<string, string>>
  /** A change of these resources may change the number. */
  readonly resourceType: string
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
