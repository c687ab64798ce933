/** Whether a command is available on the selected rows, and what its texts and paths take from them. Pure functions. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { fitsSelection, refusalKey } from '../../../src/contract/command.ts'
import type { PanelField } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { matches, refusedBy } from '../../../src/contract/when.ts'
import type { Series } from './series.ts'

/** The list that commands run on: a page's, or a panel's tab. */
export interface CommandHost {
  readonly resourceType: string
  /** In a panel's tab that is a list: the panel's row. Commands that need no rows of the list act for it. */
  readonly context?: Row
  /** The element that gets the focus after a command; by default the rows of the page. */
  readonly region?: () => Element | null
  /** The name of a row in titles: the text of its naming column. */
  readonly labelOf: (row: Row) => string
  readonly clearSelection: () => void
  readonly openPanel: (id: number, tab?: string) => void
  readonly closePanel: () => void
  /** Called with the command whose form has opened and its rows, and with undefined when it closes. The URL names the open form. */
  readonly onFormChange: (command: string | undefined, rows: readonly Row[]) => void
  /** Forms are drawn where the runner is, instead of in a dialog, so that the page beside them stays usable. */
  readonly formsInPlace?: boolean
  /** Takes the rows of a run's answers, as they are after the command, before the list is read again. */
  readonly apply?: (rows: readonly Row[]) => void
  /** Shows the list as it is now, including new rows that are held back while somebody works in the list. */
  readonly showNow?: () => void
  /** Called when the calls of a command begin and end. */
  readonly onRunning?: (isRunning: boolean) => void
  /** The path that the history of a row is read from, and the fields that it mentions. */
  readonly history?: { readonly load: string; readonly fields: readonly PanelField[] }
  /** A row as the list has it now; undefined if the list no longer has it. */
  readonly rowNow?: (id: number) => Row | undefined
  /** The next row of the list after this one for which `suits` is true. */
  readonly rowAfter?: (id: number, suits: (row: Row) => boolean) => Row | undefined
  /** Selects these rows and no others. */
  readonly selectRows?: (ids: readonly number[]) => void
  /** The name of the list's panel: an `open` action of this name opens it. */
  readonly panel: string | undefined
}

/** A command about to be run. */
export interface Run {
  readonly command: CommandMetadata
  readonly rows: readonly Row[]
  /** For a run without rows: the host's `context`. */
  readonly context?: Row | undefined
  /** Values that its form starts with, over those of the rows: what the person has chosen before, such as the day that they plan. */
  readonly given?: Readonly<Record<string, unknown>> | undefined
  /** The code of the chosen entry, for a command with a menu. */
  readonly menuCode?: number | undefined
  /** For a command that shows its form row by row: the rows that were selected together. */
  readonly series?: Series
  /** Set if this run follows that of another row. */
  readonly continued?: true
}

export interface RefusedRow {
  readonly row: Row
  readonly error: unknown
}

export interface RunResult {
  readonly done: readonly Row[]
  readonly refused: readonly RefusedRow[]
  /** The rows that the answers contain, as they are after the run; for a command that creates, the new ones. */
  readonly changed: readonly Row[]
  /** The body of the response if the run made a single call. */
  readonly answer: unknown
  /** How many rows the call has created, for a command whose form creates several (`oneEach`). */
  readonly made?: number
}

export interface Availability {
  readonly shown: boolean
  /** Why the command is disabled, as a message key, and the row that forbids it. */
  readonly refusal?: { readonly reason: string; readonly row?: Row }
}

/**
 * A command that makes a call for each row is enabled as long as one row allows it; the rows that were refused are listed
 * afterwards. A command that sends all rows in a single call is disabled as soon as one row forbids it.
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

/** The message key that says what to select for the command; undefined if the selection suits it. */
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

/** The rows that a run's form is about: the run's rows, or the host's row (`context`) if it has none. */
export const aboutOf = ({ rows, context }: Run): readonly Row[] => (rows.length === 0 && context ? [context] : rows)

/** Replaces the `:field`s of a path by the row's values. A field that the row does not have becomes empty. */
export const filledPath = (path: string, row: Readonly<Record<string, unknown>> | undefined): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, field: string) => encodeURIComponent(String(row?.[field] ?? '')))

/**
 * The texts and numbers of a row, as arguments of a message. Missing values are '', which a format of numbers shows as 0; so `massIs` says
 * `blank` or `given` of `mass`.
 */
export function argsOf(row: Row | undefined): Record<string, string | number> {
  const plain = Object.entries(row ?? {}).flatMap(([field, value]) => [
    [field, value ?? ''],
    [`${field}Is`, value === null || value === undefined || value === '' ? 'blank' : 'given']
  ])
  return Object.fromEntries(plain.filter(([, value]) => typeof value === 'string' || typeof value === 'number'))
}

/**
 * The message key for a call that was accepted but changed nothing, or whose work continues in the background. Undefined if it is
 * a success.
 */
export function noteOf({ name, queued }: CommandMetadata, answer: unknown): string | undefined {
  if ((answer as { unchanged?: true } | undefined)?.unchanged) return 'parts.unchanged'
  return queued ? `${name}.done` : undefined
}

/**
 * How many buttons fit into the available width (all in pixels). If not all do, the overflow menu's button (`more`) must fit too.
 */
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
