/** What a side panel shows of a thing: fields, steps of its life, the head above the tabs. The panel itself is in `list.ts`. */
import type { Schema } from './schema.ts'
import type { WhenMetadata } from './when.ts'

export interface PanelField {
  readonly key: string
  readonly label: string
  readonly schema: Schema
  readonly group?: string
  readonly blank?: string
  /** For which things the field is shown; without it, for all. */
  readonly shown?: WhenMetadata
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

/**
 * The head above the tabs, whichever is open: a badge beside the title, lines of values, and the note that the thing's owner wrote.
 */
export interface PanelHeadMetadata {
  readonly load: string
  readonly badge?: PanelField
  readonly lines: readonly (readonly PanelField[])[]
  readonly quote?: PanelField
}
