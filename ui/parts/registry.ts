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
import type { ListMetadata } from '../../src/contract/list.ts'
import type { Row } from '../../src/contract/row.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { type LazyPart, lazyPart } from '../elements/lazyPart.tsx'
import type { ProposalOf } from './form/nextValues.ts'
import type { ListState } from './list/useListPage.ts'

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

/** The properties of a component that draws a value of a panel. */
export interface ValuePartProps {
  /** The thing's field, or `data` of the answer where the value is loaded by a call of its own. */
  readonly value: unknown
}

/** The properties of a part that stands beside the rows of a page of one day. */
export interface BesidePartProps {
  /** The list that it shows. */
  readonly list: ListMetadata
  /** `YYYY-MM-DD` */
  readonly day: string
}

/** The properties of a part that draws the rows of a page of one day as a board. */
export interface BoardPartProps {
  /** The list in its view. */
  readonly list: ListMetadata
  readonly state: ListState
  /** `YYYY-MM-DD` */
  readonly day: string
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

// a name that is taken is a mistake, except in development, where a changed register.ts runs again
const parts = new Map<string, ComponentType<TabPartProps>>()
const controls = new Map<string, LazyPart<FieldPartProps>>()
const values = new Map<string, ComponentType<ValuePartProps>>()
const besides = new Map<string, ComponentType<BesidePartProps>>()
const boards = new Map<string, ComponentType<BoardPartProps>>()
const proposalLoads = new Map<string, () => Promise<ProposalOf>>()
const proposals = new Map<string, ProposalOf>()

/**
 * Registers a panel tab or opened view. Throws when the name is taken.
 * @public
 */
export function registerPart(name: string, load: Load<TabPartProps>): void {
  if (parts.has(name) && !import.meta.hot) throw new Error(`The part ${name} is registered twice`)
  parts.set(name, lazyPart(load).Component)
}

/**
 * Registers the control `part:<name>`. Throws when the name is taken.
 * @param loadProposal fetches the rule by which the form fills in its value (`Proposal`); a control writes no value by itself
 * @public
 */
export function registerControl(
  name: string,
  load: Load<FieldPartProps>,
  loadProposal?: () => Promise<ProposalOf>
): void {
  if (controls.has(name) && !import.meta.hot) throw new Error(`The control ${name} is registered twice`)
  controls.set(name, lazyPart(load))
  if (loadProposal) proposalLoads.set(name, loadProposal)
}

/** Registers a component that draws a value of a panel. Throws when the name is taken. */
export function registerValue(name: string, load: Load<ValuePartProps>): void {
  if (values.has(name) && !import.meta.hot) throw new Error(`The value ${name} is registered twice`)
  values.set(name, lazyPart(load).Component)
}

/** Registers a part that stands beside the rows of a page of one day. Throws when the name is taken. */
export function registerBeside(name: string, load: Load<BesidePartProps>): void {
  if (besides.has(name) && !import.meta.hot) throw new Error(`The part ${name} is registered twice`)
  besides.set(name, lazyPart(load).Component)
}

/** Registers a part that draws the rows of a page of one day as a board. Throws when the name is taken. */
export function registerBoard(name: string, load: Load<BoardPartProps>): void {
  if (boards.has(name) && !import.meta.hot) throw new Error(`The board ${name} is registered twice`)
  boards.set(name, lazyPart(load).Component)
}

export const boardPartOf = (name: string): ComponentType<BoardPartProps> | undefined => boards.get(name)
export const besidePartOf = (name: string): ComponentType<BesidePartProps> | undefined => besides.get(name)
export const partOf = (name: string): ComponentType<TabPartProps> | undefined => parts.get(name)
export const controlPartOf = (name: string): ComponentType<FieldPartProps> | undefined => controls.get(name)?.Component
const partNames = ({ fields }: FormMetadata): string[] =>
  fields.flatMap(({ control }) => (control?.startsWith('part:') ? [control.slice(5)] : []))

/** Fetches the code of the hand-written controls that a form uses. Never rejects. */
export const fetchControls = (form: FormMetadata): Promise<unknown> =>
  Promise.allSettled(partNames(form).map(name => controls.get(name)?.fetch()))

/** Fetches the rules by which the hand-written controls of a form propose values. Resolves to whether there are any. Never rejects. */
export async function fetchProposals(form: FormMetadata): Promise<boolean> {
  const loads = partNames(form).map(async name => {
    const load = proposalLoads.get(name)
    if (load && !proposals.has(name)) proposals.set(name, await load())
    return load !== undefined
  })
  return (await Promise.allSettled(loads)).some(load => load.status === 'fulfilled' && load.value)
}

/** What a hand-written control proposes, once the code of its rule has come. */
export const proposalOf: ProposalOf = (field, present, rows) =>
  proposals.get(field.control?.slice(5) ?? '')?.(field, present, rows)

export const valuePartOf = (name: string): ComponentType<ValuePartProps> | undefined => values.get(name)
