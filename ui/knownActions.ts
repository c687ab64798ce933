/**
 * A page that was loaded before an upgrade may get metadata with kinds of actions that it does not know. Their commands are left out, as if
 * the role had not got them; the fault is reported, and the hub offers the new build.
 */
import type { Action } from '../src/contract/command.ts'
import { reportFault } from './crashes.ts'

const known: Readonly<Record<Action['kind'], true>> = {
  call: true,
  open: true,
  navigate: true,
  download: true,
  link: true
}

/** The kind of the action of something that looks like a command (`CommandMetadata`). */
function kindIn(value: object): string | undefined {
  const { action, name } = value as { action?: { kind?: unknown } | null; name?: unknown }
  return typeof name === 'string' && typeof action?.kind === 'string' ? action.kind : undefined
}

function isUnknown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const kind = kindIn(value)
  if (kind === undefined || Object.hasOwn(known, kind)) return false
  reportFault(`the action ${kind} is not known to this build`)
  return true
}

/** Metadata without the commands that this build cannot run, wherever they are in it. */
export function withKnownActions<T>(metadata: T): T {
  if (Array.isArray(metadata)) return metadata.filter(one => !isUnknown(one)).map(withKnownActions) as T
  if (typeof metadata !== 'object' || metadata === null) return metadata
  const entries = Object.entries(metadata).filter(([, value]) => !isUnknown(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, withKnownActions(value)])) as T
}
