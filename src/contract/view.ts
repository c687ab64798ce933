/**
 * A list as a person has saved it under a name: only what differs from the page, or from the built-in view that it started from.
 */
import type { ListLayout } from './layout.ts'
import type { Role } from './roles.ts'

export interface ViewState {
  /** The built-in view that it started from; its headings are used. */
  readonly base?: string
  readonly search?: string
  /** Field to sort by, `-` first for descending. */
  readonly sort?: string
  /** Filter values by the filters' keys, written as in the URL; '' where a filter that the page sets at first was emptied. */
  readonly filters?: Readonly<Record<string, string>>
  readonly layout?: ListLayout
}

/** One entry of the answer of GET /api/Views: the caller's own view, or one shared with everybody who may open the page. */
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
  /** Null when that person's account no longer exists. */
  readonly owner: string | null
  /** The parts of the saved view that the page still has today, for the caller. */
  readonly state: ViewState
  /** False when the view names a column, a filter or a filter value that the page no longer has; the view then opens without it. */
  readonly isWhole: boolean
}

/** Roles that may save views. Clients have lists with one filter at most, and drivers have no lists. */
export const viewRoles = ['ADMIN', 'SERVICE_TECHNICAN'] as const satisfies readonly Role[]
/** Roles that may share them. */
export const sharingRole = 'ADMIN' satisfies Role

/** How a saved view is named in the URL: `?view=s12`. Names of built-in views consist of small letters and dashes only. */
export const savedViewKey = (id: number): string => `s${id}`

/** The id in such a name; undefined for the name of a built-in view. */
export const savedViewId = (key: string | undefined): number | undefined => {
  const digits = /^s(\d{1,10})$/.exec(key ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Limits: views of one person, shared views in total, and characters of a name. */
export const maxOwnViews = 100
export const maxSharedViews = 100
export const maxViewName = 60
