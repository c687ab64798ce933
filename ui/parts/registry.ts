/**
 * Hand-written components that metadata refers to by name: tabs of a panel (`kind: 'part'`), views that a command opens, form
 * controls (`part:<name>`), and values of a panel that are loaded by calls of their own. They live in `ui/pages/<area>/`, whose
 * `register.ts` names them:
 *
 *     import { registerControl, registerPart } from '../../parts/registry.ts'
 *
 *     registerPart('planning.route', () => import('./Route.tsx'))
 *     registerControl('stores', () => import('./StoresControl.tsx'))
 *
 * `shell/Page.tsx` runs every `register.ts` at start. A component is the default export of its file and is fetched when it is first
 * drawn; `register.ts` itself imports nothing else, because everybody loads it.
 */
import type { ComponentType } from 'react'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { Row } from '../../src/contract/row.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { type LazyPart, lazyPart } from '../elements/lazyPart.tsx'

/** The properties of a panel tab, or of a view that a command opens. */
export interface TabPartProps {
  readonly id: number
  readonly row: Row | undefined
  /** The rows that the view was opened for; with `bulk: 'all'` all selected ones, in a panel the panel's own. */
  readonly rows: readonly Row[]
  readonly close: () => void
}

/**
 * The properties of the control `part:<name>`. The form draws label and error around it; `id` is for the element that takes the
 * focus.
 */
export interface FieldPartProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly schema: Schema
  readonly value: unknown
  /** The present values of the whole form. To change another field: `useForm()` of react-final-form. */
  readonly values: Readonly<Record<string, unknown>>
  /** The values that the hint `reads` names, by the control's names for them. */
  readonly reads: Readonly<Record<string, unknown>>
  /** The rows that the form acts on; an inline form's follow the selection. */
  readonly rows: readonly Row[]
  readonly error: unknown
  readonly invalid: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** Ids of the help and the error, for `aria-describedby`. */
  readonly describedBy: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly onFocus: () => void
}

/** The properties of a component that draws a value of a panel that is loaded by a call of its own. */
export interface ValuePartProps {
  /** `data` of the answer. */
  readonly value: unknown
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

const parts = new Map<string, ComponentType<TabPartProps>>()
const controls = new Map<string, LazyPart<FieldPartProps>>()
const values = new Map<string, ComponentType<ValuePartProps>>()

/**
 * Registers a panel tab or opened view. Throws when the name is taken.
 * @public
 */
export function registerPart(name: string, load: Load<TabPartProps>): void {
  if (parts.has(name)) throw new Error(`The part ${name} is registered twice`)
  parts.set(name, lazyPart(load).Component)
}

/**
 * Registers the control `part:<name>`. Throws when the name is taken.
 * @public
 */
export function registerControl(name: string, load: Load<FieldPartProps>): void {
  if (controls.has(name)) throw new Error(`The control ${name} is registered twice`)
  controls.set(name, lazyPart(load))
}

/** Registers a component that draws a value of a panel. Throws when the name is taken. */
export function registerValue(name: string, load: Load<ValuePartProps>): void {
  if (values.has(name)) throw new Error(`The value ${name} is registered twice`)
  values.set(name, lazyPart(load).Component)
}

export const partOf = (name: string): ComponentType<TabPartProps> | undefined => parts.get(name)
export const controlPartOf = (name: string): ComponentType<FieldPartProps> | undefined => controls.get(name)?.Component
/** Fetches the code of the hand-written controls that a form uses. Never rejects. */
export const fetchControls = ({ fields }: FormMetadata): Promise<unknown> =>
  Promise.allSettled(
    fields.flatMap(({ control }) => (control?.startsWith('part:') ? [controls.get(control.slice(5))?.fetch()] : []))
  )
export const valuePartOf = (name: string): ComponentType<ValuePartProps> | undefined => values.get(name)
