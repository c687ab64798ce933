/**
 * Files that are uploaded as soon as they are chosen, one after the other, as a pure reducer over their items. A file control has one item,
 * a control of several files has as many as its list may have. `uploadStore.ts` sends the files.
 */
import { isBlobName } from '../../../src/contract/files.ts'
import { controlOf, type FormMetadata, schemaOfField } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import type { Values } from './formValues.ts'

export interface Item {
  /** Identifies the item within this page. */
  readonly key: number
  /** Unknown for a file of a draft restored after a reload. */
  readonly file?: File
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  /** The share that has been sent, from 0 to 1. */
  readonly share: number
  readonly blobName?: string
  readonly failure?: Failure
}

/** Why an upload failed; `again`: whether another attempt may succeed. */
interface Failure {
  readonly text: string
  readonly again: boolean
}

export type UploadEvent =
  | { readonly kind: 'chosen'; readonly items: readonly Item[] }
  | { readonly kind: 'sending'; readonly key: number; readonly share: number }
  | { readonly kind: 'sent'; readonly key: number; readonly blobName: string }
  | { readonly kind: 'failed'; readonly key: number; readonly failure: Failure }
  | { readonly kind: 'repeated'; readonly key: number }
  | { readonly kind: 'removed'; readonly key: number }
  /** Another folder: what is known to this page is uploaded again. */
  | { readonly kind: 'moved' }

const waiting = ({ key, file }: Item): Item => ({ key, ...(file ? { file } : {}), state: 'waiting', share: 0 })

export function nextItems(items: readonly Item[], event: UploadEvent): readonly Item[] {
  if (event.kind === 'chosen') return [...items, ...event.items]
  if (event.kind === 'moved') return items.map(item => (item.file ? waiting(item) : item))
  if (event.kind === 'removed') return items.filter(({ key }) => key !== event.key)
  return items.map(item => (item.key === event.key ? nextItem(item, event) : item))
}

type ItemEvent = Exclude<UploadEvent, { kind: 'chosen' | 'moved' | 'removed' }>

function nextItem(item: Item, event: ItemEvent): Item {
  const begun = waiting(item)
  if (event.kind === 'repeated') return begun
  if (event.kind === 'sending') return { ...begun, state: 'sending', share: event.share }
  if (event.kind === 'sent') return { ...begun, state: 'done', share: 1, blobName: event.blobName }
  return { ...begun, state: 'failed', failure: event.failure }
}

/** The value in place of a file that is not uploaded yet. The form's check refuses it, so that no form is sent without a file that it shows. */
const underway = 'uploading'

/** The value of a field of several files; undefined if there are none. */
export const namesOf = (items: readonly Item[]): string[] | undefined =>
  items.length === 0 ? undefined : items.map(({ blobName }) => blobName ?? underway)

/** The value of a field of one file; a failure leaves it blank. */
export const nameOf = ([item]: readonly Item[]): string | undefined =>
  item && item.state !== 'failed' ? (item.blobName ?? underway) : undefined

/** The names of the blobs in a value of either kind, without files that were not uploaded. */
export const blobNamesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(name => typeof name === 'string' && isBlobName(name))

/** The values that a form starts with: what was not uploaded when its draft was stored is lost. */
export const withoutUnsent = (form: FormMetadata, values: Values): Values =>
  form.fields.reduce<Values>((rest, field) => {
    const control = controlOf(field, schemaOfField(form, field) ?? {})
    const value = valueAt(rest, field.name)
    if ((control !== 'file' && control !== 'files') || value === undefined || value === null) return rest
    const names = blobNamesIn(value)
    const isWhole = names.length === (Array.isArray(value) ? value.length : 1)
    if (isWhole) return rest
    return withValueAt(rest, field.name, control === 'files' && names.length > 0 ? names : undefined)
  }, values)
