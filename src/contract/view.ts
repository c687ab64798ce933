/** A list as a person has saved it under a name: what differs from the page, or from the built-in view that it was made of. */
import type { ListLayout } from './layout.ts'
import type { Role } from './roles.ts'

export interface ViewState {
  /** The built-in view that it was made of, and whose headings it has. */
  readonly base?: string
  readonly search?: string
  /** Field to sort by, `-` first for descending. */
  readonly sort?: string
  /** Values by the filters' keys, written as the URL has them; '' where a filter that is set from the beginning was emptied. */
  readonly filters?: Readonly<Record<string, string>>
  readonly layout?: ListLayout
}

/** One of the answer of GET /api/Views: the caller's own, or one that is shared with all who may open the page. */
export interface SavedView {
  readonly id: number
  readonly version: number
  /** Id of the page. */
  readonly page: string
  readonly name: string
  readonly isShared: boolean
  /** Whether it is the caller's own. */
  readonly isOwn: boolean
  /** Whether the caller may rename, replace and remove it. */
  readonly mayChange: boolean
  /** Null where the person is unknown by now. */
  readonly owner: string | null
  /** What of it the page has today, for the caller. */
  readonly state: ViewState
  /** False: it names a column, a filter or a value of one that the page has no more, and begins without it. */
  readonly isWhole: boolean
}

/** Who keeps views: clients have lists of one filter at most, and drivers none. */
export const viewRoles = ['ADMIN', 'SERVICE_TECHNICAN'] as const satisfies readonly Role[]
/** Who shares them. */
export const sharingRole = 'ADMIN' satisfies Role

/** How a saved view is named in the URL: `?view=s12`. Built-in views have names of small letters and dashes alone. */
export const savedViewKey = (id: number): string => `s${id}`

/** The id in such a name; undefined where it is the name of a built-in view. */
export const savedViewId = (key: string | undefined): number | undefined => {
  const digits = /^s(\d{1,10})$/.exec(key ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The limits of what is kept: views of a person, shared ones in all, and letters of a name. */
export const maxOwnViews = 100
export const maxSharedViews = 100
export const maxViewName = 60
