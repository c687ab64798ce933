/**
 * Drafts of forms in session storage, each with the idempotency key that it will be sent under. A draft survives a reload and a
 * network failure, and sending it again has no second effect. Passwords are not stored.
 */
import type { FormMetadata } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import { newKey } from '../../api.ts'

export interface Draft {
  readonly key: string
  readonly values?: Readonly<Record<string, unknown>>
  /** The version of the row when the typing began. */
  readonly version?: number | undefined
}

const storageKey = (command: string, ids: readonly number[]): string => `opony.draft.${command}.${ids.join(',')}`

/** The stored draft, or an empty one with a new key. */
export function loadDraft(command: string, ids: readonly number[]): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(command, ids)) ?? 'null')
    if (typeof stored === 'object' && stored !== null && 'key' in stored) return stored as Draft
  } catch {
    deleteDraft(command, ids)
  }
  return { key: newKey() }
}

export function saveDraft(command: string, ids: readonly number[], form: FormMetadata, draft: Draft): void {
  const secrets = form.fields.filter(field => field.control === 'password' && valueAt(draft.values, field.name))
  const values = secrets.reduce((safe, { name }) => withValueAt(safe, name, undefined), draft.values ?? {})
  sessionStorage.setItem(storageKey(command, ids), JSON.stringify({ ...draft, values }))
}

export const deleteDraft = (command: string, ids: readonly number[]): void =>
  sessionStorage.removeItem(storageKey(command, ids))
