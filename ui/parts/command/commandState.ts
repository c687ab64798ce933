/** What a command may do with the chosen rows, and what it sends: pure, so that bar, panel and palette agree. */
import type { CommandMetadata, Method } from '../../../src/contract/command.ts'
import { fitsSelection } from '../../../src/contract/command.ts'
import { matches, refusedBy } from '../../../src/contract/when.ts'
import type { Row } from '../list/useRows.ts'

/** The list that commands act on. */
export interface CommandHost {
  readonly resourceType: string
  /** What a person calls a row: its number, its name. */
  readonly labelOf: (row: Row) => string
  readonly deselect: (ids: readonly number[]) => void
  readonly openPanel: (id: number, tab?: string) => void
  readonly closePanel: () => void
  /** Told which command's form is open, so that it may stand in the URL. */
  readonly onAsking: (command: string | undefined) => void
  /** Names of panels that `open` may mean. */
  readonly panel: string | undefined
}

export interface Run {
  readonly command: CommandMetadata
  readonly rows: readonly Row[]
  /** The entry of the command's menu. */
  readonly word?: number | undefined
}

export interface Refused {
  readonly row: Row
  readonly error: unknown
}

export type Sent = { readonly done: readonly Row[]; readonly refused: readonly Refused[]; readonly answer: unknown }

export interface Availability {
  readonly shown: boolean
  /** Why the command is grey: the field that forbids, on which row. */
  readonly refusal?: { readonly field: string; readonly row: Row }
}

/**
 * A command sent row by row stays open while one row allows it (the others are refused and told one by one); one that
 * takes all rows in a single call is grey as soon as one row forbids it.
 */
export function availability(command: CommandMetadata, rows: readonly Row[]): Availability {
  if (!fitsSelection(command.selection, rows.length)) return { shown: false }
  if (!rows.every(row => matches(command.shown, row))) return { shown: false }
  const refusals = rows.flatMap(row => {
    const field = refusedBy(command.when, row)
    return field === undefined ? [] : [{ field, row }]
  })
  const [refusal] = refusals
  const open = command.bulk === 'each' ? refusals.length < Math.max(1, rows.length) : refusals.length === 0
  return open || !refusal ? { shown: true } : { shown: true, refusal }
}

/** The message that says why a command does not suit the chosen rows, or nothing where it does. */
export function unavailableReason(command: CommandMetadata, rows: readonly Row[]): string | undefined {
  if (fitsSelection(command.selection, rows.length))
    return availability(command, rows).shown ? undefined : 'parts.needs.other'
  return command.selection === 'none' ? 'parts.needs.other' : `parts.needs.${command.selection}`
}

/** What a path may speak of: the first row's fields, and all rows as `:ids`. */
export const forPath = (rows: readonly Row[]): Readonly<Record<string, unknown>> => ({
  ...rows[0],
  ids: rows.map(({ id }) => id).join()
})

/** Fills `:field`s of a path from a row. */
export const filledPath = (path: string, row: Readonly<Record<string, unknown>> | undefined): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, field: string) => encodeURIComponent(String(row?.[field] ?? '')))

/** `PUT /api/Admin/Orders/:id/undo` taken apart. */
export function methodAndPath(call: string): { method: Method; path: string } {
  const [method = 'PUT', path = ''] = call.split(' ')
  return { method: method as Method, path }
}

/** What of a row a message may speak of; what is empty is said as nothing. */
export function argsOf(row: Row | undefined): Record<string, string | number> {
  const plain = Object.entries(row ?? {}).map(([field, value]) => [field, value ?? ''])
  return Object.fromEntries(plain.filter(([, value]) => typeof value === 'string' || typeof value === 'number'))
}

export interface Sending {
  readonly rows: readonly Row[]
  readonly path: string
  readonly body: unknown
  readonly version: number | undefined
  /** Distinguishes the calls made under one form's key. */
  readonly suffix: string
}

type CallAction = Extract<CommandMetadata['action'], { kind: 'call' }>

/** The calls that one run of a command makes, in their order. */
export function sendings(
  { action, bulk }: { readonly action: CallAction; readonly bulk: CommandMetadata['bulk'] },
  rows: readonly Row[],
  body: Readonly<Record<string, unknown>> | undefined,
  version?: number
): Sending[] {
  const withIds = (ids: readonly number[]) => (action.ids ? { ...body, [action.ids]: ids } : body)
  if (rows.length <= 1 || bulk === 'all') {
    const [row] = rows
    const own = rows.length === 1 ? (version ?? row?.version) : undefined
    const ids = rows.map(({ id }) => id)
    return [{ rows, path: filledPath(action.path, row), body: withIds(ids), version: own, suffix: '' }]
  }
  return rows.map(row => ({
    rows: [row],
    path: filledPath(action.path, row),
    body: withIds([row.id]),
    version: row.version,
    suffix: `-${row.id}`
  }))
}

/** How many buttons fit before an overflow menu is needed. `more` is the width of that menu's button. */
export function fitting(widths: readonly number[], available: number, more: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= available) return widths.length
  let used = more
  let count = 0
  for (const width of widths) {
    if (used + width > available) break
    used += width
    count += 1
  }
  return count
}
