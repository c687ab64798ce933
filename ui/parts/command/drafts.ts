/**
 * A form half filled, with its idempotency key, kept in session storage: it survives a reload and a lost network, and
 * sending it twice makes one thing, because both times carry the same key. Passwords are never kept.
 */
import type { FormMetadata } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import { newKey } from '../../api.ts'

export interface Draft {
  readonly key: string
  readonly values?: Readonly<Record<string, unknown>>
  /** The version of the row under which the typing began. */
  readonly version?: number | undefined
}

const nameOf = (command: string, ids: readonly number[]): string => `opony.draft.${command}.${ids.join(',')}`

/** The kept draft, or a new one under a fresh key. */
export function draftOf(command: string, ids: readonly number[]): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(command, ids)) ?? 'null')
    if (typeof kept === 'object' && kept !== null && 'key' in kept) return kept as Draft
  } catch {
    dropDraft(command, ids)
  }
  return { key: newKey() }
}

export function keepDraft(command: string, ids: readonly number[], form: FormMetadata, draft: Draft): void {
  const secrets = form.fields.filter(field => field.control === 'password' && valueAt(draft.values, field.name))
  const values = secrets.reduce((kept, { name }) => withValueAt(kept, name, undefined), draft.values ?? {})
  sessionStorage.setItem(nameOf(command, ids), JSON.stringify({ ...draft, values }))
}

export const dropDraft = (command: string, ids: readonly number[]): void =>
  sessionStorage.removeItem(nameOf(command, ids))
