/** What a role may open, and what one page is made of. */
import type { ListMetadata } from './list.ts'
import type { VocabularyMetadata } from './vocabulary.ts'

export interface PageEntry {
  readonly id: string
  readonly route: string
  /** Message keys: the menu's entry and the breadcrumb's parts, at most four. */
  readonly title: string
  readonly breadcrumb: readonly string[]
  /** Whether the menu shows it: a page may be reachable without standing in the menu. */
  readonly inMenu: boolean
}

export interface MenuGroup {
  readonly name: string
  readonly title: string
  readonly icon: string
  readonly collapsed: boolean
  readonly pages: readonly PageEntry[]
}

/** Answer of GET /api/ui/pages. */
export interface PagesMetadata {
  readonly groups: readonly MenuGroup[]
  /** Where `/` leads. */
  readonly home: string
  readonly vocabularies: Readonly<Record<string, VocabularyMetadata>>
}

/** Answer of GET /api/ui/pages/{pageId}: a generated list, or the name of a page that is written by hand. */
export type PageMetadata = PageEntry &
  ({ readonly list: ListMetadata } | { readonly part: string; readonly data: unknown })
