/** Whether a command is available on the selected rows, and which calls it makes. Pure functions, used by bar, panel and forms. */
import type { CommandMetadata, Method } from '../../../src/contract/command.ts'
import { fitsSelection, refusalKey } from '../../../src/contract/command.ts'
import type { PanelField } from '../../../src/contract/panel.ts'
import { matches, refusedBy } from '../../../src/contract/when.ts'
import type { Row } from '../list/useRows.ts'
import type { Series } from './series.ts'

/** The list that commands run on: a page's, or a panel's tab. */
export interface CommandHost {
  readonly resourceType: string
  /** The row beside which commands without rows work: the panel's, in a tab that is a list. */
  readonly context?: Row
  /** Where the focus belongs after a command; the page's own rows, where it does not say. */
  readonly region?: () => Element | null
  /** How a row is named in a title: the column that names it. */
  readonly labelOf: (row: Row) => string
  readonly clearSelection: () => void
  readonly openPanel: (id: number, tab?: string) => void
  readonly closePanel: () => void
  /** Called with the command whose form has opened and its rows, and with undefined when it closes. The URL names the open form. */
  readonly onFormChange: (command: string | undefined, rows: readonly Row[]) => void
  /** Forms stand where the runner is, beside what it acts on, instead of in a dialog over it. */
  readonly formsInPlace?: boolean
  /** Shows the list as it is now, also the rows that were not shown while somebody works in it. */
  readonly showNow?: () => void
  /** Called when the calls of a command begin and end. */
  readonly onRunning?: (isRunning: boolean) => void
  /** Where the history of a row is read, and the fields that it names. */
  readonly history?: { readonly load: string; readonly fields: readonly PanelField[] }
  /** A row as the list has it now; undefined where it has it no more. */
  readonly rowNow?: (id: number) => Row | undefined
  /** The next row of the list after this one that suits. */
  readonly rowAfter?: (id: number, suits: (row: Row) => boolean) => Row | undefined
  /** Selects these rows alone. */
  readonly selectRows?: (ids: readonly number[]) => void
  /** The name of the list's panel: an `open` action of this name opens it. */
  readonly panel: string | undefined
}

/** A command about to be run. */
export interface Run {
  readonly command: CommandMetadata
  readonly rows: readonly Row[]
  /** Without rows: the row beside which it works. */
  readonly context?: Row | undefined
  /** The code of the chosen entry, for a command with a menu. */
  readonly menuCode?: number | undefined
  /** Of a command that goes row by row: those that were chosen together. */
  readonly series?: Series
  /** It follows the run of another row. */
  readonly continued?: true
}

export interface RefusedRow {
  readonly row: Row
  readonly error: unknown
}

export interface RunResult {
  readonly done: readonly Row[]
  readonly refused: readonly RefusedRow[]
  /** The body of the response, of a run that made a single call. */
  readonly answer: unknown
  /** How many rows a call has made that makes several of one form. */
  readonly made?: number
}

export interface Availability {
  readonly shown: boolean
  /** Why the command is disabled, as a message key, and the row that forbids it. */
  readonly refusal?: { readonly reason: string; readonly row?: Row }
}

/**
 * A command sent row by row is enabled while one row allows it; the others are refused, and listed afterwards. One that
 * sends all rows in a single call is disabled as soon as one row forbids it.
 */
export function availability(command: CommandMetadata, rows: readonly Row[]): Availability {
  if (!fitsSelection(command.selection, rows.length)) return { shown: false }
  if (!rows.every(row => matches(command.shown, row))) return { shown: false }
  if (command.disabled) return { shown: true, refusal: { reason: command.disabled } }
  const refusals = rows.flatMap(row => {
    const field = refusedBy(command.when, row)
    return field === undefined ? [] : [{ reason: refusalKey(command, field), row }]
  })
  const [refusal] = refusals
  const enabled = command.bulk === 'each' ? refusals.length < Math.max(1, rows.length) : refusals.length === 0
  return enabled || !refusal ? { shown: true } : { shown: true, refusal }
}

/** The message key that says what to select for the command, or undefined where the selection suits it. */
export function unavailableReason(command: CommandMetadata, rows: readonly Row[]): string | undefined {
  if (fitsSelection(command.selection, rows.length))
    return availability(command, rows).shown ? undefined : 'parts.needs.other'
  return `parts.needs.${command.selection}`
}

/** The values for a path's `:field`s: the first row's, and the ids of all rows as `:ids`. */
export const forPath = (rows: readonly Row[]): Readonly<Record<string, unknown>> => ({
  ...rows[0],
  ids: rows.map(({ id }) => id).join()
})

/** The rows that the calls of a run's form are about: its own, else the one that it works beside. */
export const aboutOf = ({ rows, context }: Run): readonly Row[] => (rows.length === 0 && context ? [context] : rows)

/**
 * The values for the path of a call without rows: those of the row beside it, and over them what the form asks under the
 * same names, such as the department among several that a place is added to.
 */
export const beside = (
  { context }: Run,
  values: Readonly<Record<string, unknown>> = {}
): Readonly<Record<string, unknown>> => ({
  ...context,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
})

/** Fills the `:field`s of a path. */
export const filledPath = (path: string, row: Readonly<Record<string, unknown>> | undefined): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, field: string) => encodeURIComponent(String(row?.[field] ?? '')))

/** Splits `PUT /api/Admin/Orders/:id/undo`. */
export function methodAndPath(call: string): { method: Method; path: string } {
  const [method = 'PUT', path = ''] = call.split(' ')
  return { method: method as Method, path }
}

/** A row's texts and numbers as arguments of a message; empty values are ''. */
export function argsOf(row: Row | undefined): Record<string, string | number> {
  const plain = Object.entries(row ?? {}).map(([field, value]) => [field, value ?? ''])
  return Object.fromEntries(plain.filter(([, value]) => typeof value === 'string' || typeof value === 'number'))
}

/**
 * The message key of what a call that was accepted has not done, or not yet: it changed nothing, or its work goes on. Undefined
 * where it is a success.
 */
export function noteOf({ name, queued }: CommandMetadata, answer: unknown): string | undefined {
  if ((answer as { unchanged?: true } | undefined)?.unchanged) return 'parts.unchanged'
  return queued ? `${name}.done` : undefined
}

/** One call of a run. */
export interface Sending {
  readonly rows: readonly Row[]
  readonly path: string
  readonly body: unknown
  readonly version: number | undefined
  /** Appended to the run's idempotency key, so that each call has a key of its own. */
  readonly suffix: string
}

type CallAction = Extract<CommandMetadata['action'], { kind: 'call' }>

/**
 * The calls of one run of a command, in order. `version`: the one that a form was opened with, instead of the row's. `free`: the
 * values for the path of a call without rows.
 */
export function sendings(
  { action, bulk }: { readonly action: CallAction; readonly bulk: CommandMetadata['bulk'] },
  rows: readonly Row[],
  body: Readonly<Record<string, unknown>> | undefined,
  version?: number,
  free?: Readonly<Record<string, unknown>>
): Sending[] {
  const { idFrom } = action
  const withIds = (about: readonly Row[]) => {
    if (action.ids) return { ...body, [action.ids]: about.map(({ id }) => id) }
    return idFrom && 'body' in idFrom ? { ...body, [idFrom.body]: about[0]?.[idFrom.field ?? 'id'] } : body
  }
  const pathFor = (row: Row | undefined): string => {
    const path = filledPath(action.path, row ?? free)
    return idFrom && 'query' in idFrom ? `${path}?${idFrom.query}=${row?.id ?? ''}` : path
  }
  if (rows.length <= 1 || bulk === 'all') {
    const [row] = rows
    const ifMatch = rows.length === 1 && !action.creates ? (version ?? row?.version) : undefined
    return [{ rows, path: pathFor(row), body: withIds(rows), version: ifMatch, suffix: '' }]
  }
  return rows.map(row => ({
    rows: [row],
    path: pathFor(row),
    body: withIds([row]),
    version: row.version,
    suffix: `-${row.id}`
  }))
}

/** How many buttons fit into the available width. Where not all do, the overflow menu's button (`more`) must fit too. */
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
