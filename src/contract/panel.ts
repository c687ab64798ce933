/** A side panel as data: tabs of a few kinds. A tab from another module is one named part. */
import type { CommandMetadata } from './command.ts'
import type { ColumnMetadata, ListMetadata } from './list.ts'
import type { Schema } from './schema.ts'
import type { WhenMetadata } from './when.ts'

export interface PanelField {
  readonly key: string
  readonly label: string
  readonly schema: Schema
  readonly group?: string
  readonly blank?: string
  /** Not a field of the thing: a call answers it, and a registered component draws it. */
  readonly loaded?: { readonly load: string; readonly part: string }
}

/** A step in the life of a thing (an order: placed, accepted, …) and the field whose value is shown with it. */
export interface StepMetadata {
  readonly label: string
  /** The field of the row that says when, or by what number, and how it is written. */
  readonly field: PanelField
  /** Rules for the row: where the step is reached, and where it is the present one. */
  readonly reached: WhenMetadata
  /** On which rows the step is shown; without it, on all. */
  readonly shown?: WhenMetadata
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
        readonly fields: readonly PanelField[]
        readonly below?: readonly SmallListMetadata[]
      }
    | ({ readonly kind: 'list' } & SmallListMetadata)
    /**
     * A list of another resource, with selection, commands, search and pages of its own. `:id` in its call is the panel's row,
     * which is also the context of its commands that need no row; with `parent`, the row's id is the value of that filter.
     */
    | { readonly kind: 'rows'; readonly list: ListMetadata; readonly parent?: string }
    /** `{ date, statusDescription, user, changes: [{ field, before, after }] }`, newest first; `fields` name what changed. */
    | {
        readonly kind: 'timeline'
        readonly load: string
        readonly fields: readonly PanelField[]
        /** The thing's steps, shown above its history. */
        readonly steps?: readonly StepMetadata[]
      }
    | { readonly kind: 'comments'; readonly load: string }
    | { readonly kind: 'part'; readonly part: string }
  )

/**
 * The head above the tabs, whichever is open: a badge beside the title, lines of values, and the note that the thing's owner wrote.
 */
export interface PanelHeadMetadata {
  readonly load: string
  readonly badge?: PanelField
  readonly lines: readonly (readonly PanelField[])[]
  readonly quote?: PanelField
}

export interface PanelMetadata {
  readonly name: string
  /** Message key of the title; the row's fields are its arguments. */
  readonly title: string
  readonly head?: PanelHeadMetadata
  readonly tabs: readonly TabMetadata[]
}
