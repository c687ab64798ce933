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
}

interface TabBase {
  readonly name: string
  /** Message key. */
  readonly title: string
  readonly commands: readonly CommandMetadata[]
  /** The field of the row whose number the tab shows; none and zero show nothing. */
  readonly count?: string
  /** On which rows there is the tab; without it, on all. */
  readonly shown?: WhenMetadata
}

export type TabMetadata = TabBase &
  (
    | { readonly kind: 'fields'; readonly load: string; readonly fields: readonly PanelField[] }
    | { readonly kind: 'list'; readonly load: string; readonly columns: readonly ColumnMetadata[] }
    /**
     * A list of another resource, with selection, commands, search and pages of its own. `:id` in its call is the panel's row,
     * which is also the context of its commands that need no row; with `parent`, the row's id is the value of that filter.
     */
    | { readonly kind: 'rows'; readonly list: ListMetadata; readonly parent?: string }
    /** `{ date, statusDescription, user, changes: [{ field, before, after }] }`, newest first; `fields` name what changed. */
    | { readonly kind: 'timeline'; readonly load: string; readonly fields: readonly PanelField[] }
    | { readonly kind: 'comments'; readonly load: string }
    | { readonly kind: 'part'; readonly part: string }
  )

export interface PanelMetadata {
  readonly name: string
  /** Message key of the title; the row's fields are its arguments. */
  readonly title: string
  readonly tabs: readonly TabMetadata[]
}
