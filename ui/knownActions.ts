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

function unknownKind(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const kind = kindIn(value)
  return kind !== undefined && Object.hasOwn(known, kind) ? undefined : kind
}

/** Whether it stays; what does not is reported. */
function isKnown(value: unknown): boolean {
  const kind = unknownKind(value)
  if (kind !== undefined) reportFault(`the action ${kind} is not known to this build`)
  return kind === undefined
}

function hasUnknown(metadata: unknown): boolean {
  if (typeof metadata !== 'object' || metadata === null) return false
  // `Object.values` would make an array of each object of metadata, on a phone a twelfth of the time until the first row
  for (const key in metadata) {
    const value = (metadata as Record<string, unknown>)[key]
    if (unknownKind(value) !== undefined || hasUnknown(value)) return true
  }
  return false
}

/** Metadata without the commands that this build cannot run, wherever they are in it; the same object where there are none. */
export const withKnownActions = <T>(metadata: T): T => (hasUnknown(metadata) ? without(metadata) : metadata)

function without<T>(metadata: T): T {
  if (Array.isArray(metadata)) return metadata.filter(isKnown).map(without) as T
  if (typeof metadata !== 'object' || metadata === null) return metadata
  const entries = Object.entries(metadata).filter(([, value]) => isKnown(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, without(value)])) as T
}
