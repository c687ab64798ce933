/**
 * The calls that a page makes first. The server writes them into the page's HTML, by the address alone, so that the browser can
 * make all of them at once instead of one after the other as each answer names the next. It contains nobody's data: each call is
 * answered or refused by itself.
 */

import type { OptionsCall } from './form.ts'
import type { ColumnMetadata, FilterMetadata, ListMetadata } from './list.ts'
import type { RoleCode } from './roles.ts'

/** What the first call of a list is built from. */
export interface FirstList extends Pick<ListMetadata, 'call' | 'fixed' | 'sort' | 'pageSize' | 'search' | 'day'> {
  readonly filters: readonly Pick<FilterMetadata, 'key' | 'initial'>[]
  readonly columns: readonly Pick<ColumnMetadata, 'key' | 'sortable'>[]
}

/** Whether the first options of a choice are offered before anything is typed. */
export const offersAtOnce = ({ search }: Pick<OptionsCall, 'search'>): boolean =>
  search === undefined || search.from === 0

/** Page and limit that a choice with a search asks for, where its call does not say so itself. */
export const optionsAtOnce = (call: string): { readonly page?: number; readonly limit?: number } =>
  /[?&]limit=/i.test(call) ? {} : { page: 1, limit: 20 }

/** A choice among the answer of a call, and which option it starts with (`OptionsCall`, `FieldHint`). */
export interface FirstChoice extends Pick<OptionsCall, 'value' | 'autoSelectSingle' | 'firstBy' | 'enabledWhen'> {
  readonly field: string
  /** The call for its first options; none where options are only found by searching. */
  readonly call?: string
  /** The call for the option that was chosen last. */
  readonly one?: string
  /** The key under which the browser remembers the last choice, and the choice where nothing is remembered. */
  readonly remember?: string
  readonly firstChoice?: unknown
}

/** The calls that a form makes when it opens; a `{field}` stands for a value that the call needs. */
export interface FirstForm {
  /** Calls for values that are computed from others. */
  readonly calls: readonly string[]
  readonly choices: readonly FirstChoice[]
}

export interface FirstOfPage {
  /** The page's id. */
  readonly page: string
  /** Roles that may open the page; others are redirected. */
  readonly roles: readonly RoleCode[]
  /** Its path and query. */
  readonly address: string
  readonly list?: FirstList
  /** The form that is open according to the address. */
  readonly form?: FirstForm
  /** The name of a page that is written by hand, and the GETs that it begins with. */
  readonly part?: string
  readonly calls?: readonly string[]
}
