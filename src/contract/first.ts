/**
 * What a page begins with. The server writes it into the page's HTML by the address alone, so that the browser asks for all of it
 * at once, and not for one after the other as each answer names the next. It says nothing of anybody's data: each call is
 * answered or refused by itself.
 */
import type { ColumnMetadata, FilterMetadata, ListMetadata } from './list.ts'
import type { RoleCode } from './roles.ts'

/** What the first call of a list is made of. */
export interface FirstList extends Pick<ListMetadata, 'call' | 'fixed' | 'sort' | 'pageSize' | 'search'> {
  readonly filters: readonly Pick<FilterMetadata, 'key' | 'initial'>[]
  readonly columns: readonly Pick<ColumnMetadata, 'key' | 'sortable'>[]
}

export interface FirstOfPage {
  /** The page's id. */
  readonly page: string
  /** Whom it is for; others are led elsewhere. */
  readonly roles: readonly RoleCode[]
  /** Its path and query. */
  readonly address: string
  readonly list?: FirstList
  /** The name of a page that is written by hand, and the GETs that it begins with. */
  readonly part?: string
  readonly calls?: readonly string[]
}
