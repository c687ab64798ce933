/**
 * What metadata can only name: tabs of a panel (`kind: 'part'`), views that a command opens, and form controls
 * (`part:<name>`). A page's folder says what it gives in one small file, `ui/pages/<area>/register.ts`:
 *
 *   import { registerControl, registerPart } from '../../parts/registry.ts'
 *
 *   registerPart('planning.route', () => import('./Route.tsx'))
 *   registerControl('stores', () => import('./StoresControl.tsx'))
 *
 * `shell/Page.tsx` finds these files by their name and runs them at once; the components, each the default export of its
 * file, are fetched when they are first drawn. So `register.ts` imports nothing else: what it imports, everybody loads.
 */
import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { Schema } from '../../src/contract/schema.ts'
import type { Row } from './list/useRows.ts'

/** What a tab of a panel, or a view that a command opens, is given. */
export interface TabPartProps {
  readonly id: number
  readonly row: Row | undefined
  /** The rows that the view was opened for: all chosen ones where the link says `bulk: 'all'`; in a panel its own. */
  readonly rows: readonly Row[]
  readonly close: () => void
}

/** What the control `part:<name>` is given. Its label and its fault are drawn around it; `id` goes to what takes the focus. */
export interface FieldPartProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly schema: Schema
  readonly value: unknown
  /** The whole form as it stands. To change another field: `useForm()` of react-final-form. */
  readonly values: Readonly<Record<string, unknown>>
  /** The rows that the form acts on; in a bar they follow the selection. */
  readonly rows: readonly Row[]
  readonly error: unknown
  readonly invalid: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** Ids of the help and the fault, for `aria-describedby`. */
  readonly describedBy: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly onFocus: () => void
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

const tabs = new Map<string, ComponentType<TabPartProps>>()
const fields = new Map<string, ComponentType<FieldPartProps>>()

/**
 * Registers a panel tab or opened view. Throws when the name is taken.
 * @public
 */
export function registerPart(name: string, load: Load<TabPartProps>): void {
  if (tabs.has(name)) throw new Error(`The part ${name} is registered twice`)
  tabs.set(name, lazy(load))
}

/**
 * Registers the control `part:<name>`. Throws when the name is taken.
 * @public
 */
export function registerControl(name: string, load: Load<FieldPartProps>): void {
  if (fields.has(name)) throw new Error(`The control ${name} is registered twice`)
  fields.set(name, lazy(load))
}

export const partOf = (name: string): ComponentType<TabPartProps> | undefined => tabs.get(name)
export const controlPartOf = (name: string): ComponentType<FieldPartProps> | undefined => fields.get(name)
