/** What a side panel shows of a thing: fields, steps of its life, the head above the tabs. The panel itself is in `list.ts`. */
import type { Schema } from './schema.ts'
import type { Tone } from './vocabulary.ts'
import type { WhenMetadata } from './when.ts'

export interface PanelField {
  readonly key: string
  readonly label: string
  readonly schema: Schema
  readonly group?: string
  readonly blank?: string
  /** In the head: the page that its value leads to; `:field` is the thing's. */
  readonly leads?: string
  /** In a head: the label stands before the value, because the value alone does not say what it is. */
  readonly labelled?: true
  /** For which things the field is shown; without it, for all. */
  readonly shown?: WhenMetadata
  /** The registered component that draws its value. */
  readonly part?: string
  /** Not a field of the thing: a call answers it. */
  readonly loaded?: { readonly load: string }
}

/** A step in the life of a thing (an order: placed, accepted, …) and the field whose value is shown with it. */
export interface StepMetadata {
  readonly label: string
  /** The field of the row that says when, or by what number, and how it is written. */
  readonly field: PanelField
  /** A field that is shown, with its label, until the step has a value of its own. */
  readonly until?: PanelField
  /** Rules for the row: where the step is reached, and where it is the present one. */
  readonly reached: WhenMetadata
  /** On which rows the step is shown; without it, on all. */
  readonly shown?: WhenMetadata
}

/**
 * The head above the tabs, whichever is open: a badge beside the title, marks whose rule holds for the thing, lines of values, and the note
 * that the thing's owner wrote.
 */
export interface PanelHeadMetadata {
  readonly load: string
  readonly badge?: PanelField
  /** `label` is a message key. */
  readonly marks?: readonly { readonly tone: Tone; readonly when: WhenMetadata; readonly label: string }[]
  readonly lines: readonly (readonly PanelField[])[]
  readonly quote?: PanelField
}
