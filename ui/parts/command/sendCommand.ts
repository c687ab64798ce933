/** Sends and undoes the calls of a command. */
import type { CallAction, CommandMetadata, Method } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { call, download } from '../../api.ts'
import { outcomeOf } from '../../attempt.ts'
import { readThing } from '../../query.ts'
import type { RefusedRow, Run, RunResult } from './commandState.ts'
import { filledPath, forPath } from './commandState.ts'

type Action<K> = Extract<CommandMetadata['action'], { kind: K }>

/** One call of a run. */
export interface Sending {
  readonly rows: readonly Row[]
  readonly path: string
  readonly body: unknown
  readonly version: number | undefined
  /** Appended to the run's idempotency key, so that each call has a key of its own. */
  readonly suffix: string
}

/**
 * The calls of one run of a command, in order.
 * @param version the version that the form was opened with; it is sent instead of the row's
 * @param free the values for the path of a call without rows
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

/**
 * The values for the `:field`s in the path of a call without rows: those of the host's row, overwritten by the form's values of
 * the same names (for example the department that a place is added to).
 */
export const beside = (
  { context }: Run,
  values: Readonly<Record<string, unknown>> = {}
): Readonly<Record<string, unknown>> => ({
  ...context,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
})

/** Splits a call such as `PUT /api/Admin/Orders/:id/undo`. */
export function methodAndPath(call: string): { method: Method; path: string } {
  const [method = 'PUT', path = ''] = call.split(' ')
  return { method: method as Method, path }
}

/** Downloads one file for all rows if the path has `:ids`, else one file for each row. The form's values are the query. */
async function downloadFiles(path: string, rows: readonly Row[], query: Record<string, unknown> | undefined) {
  const oneByOne = rows.length > 1 && !path.includes(':ids')
  for (const subset of oneByOne ? rows.map(row => [row]) : [rows])
    await download(filledPath(path, forPath(subset)), query)
  return { done: rows, refused: [], changed: [], answer: undefined }
}

/** Asks for the link to each row's file, and downloads it. The link is one of this server and works once. */
async function fetchLinks(path: string, rows: readonly Row[]) {
  for (const row of rows) {
    const { url } = await readThing(filledPath(path, row))
    const { pathname, search } = new URL(String(url))
    await download(pathname + search)
  }
  return { done: rows, refused: [], changed: [], answer: undefined }
}

/** Puts the chosen menu code into the path if the path names the menu's field; else returns it as a field of the body. */
function withMenuCode(action: Action<'call'>, menu: CommandMetadata['menu'], code: number | undefined) {
  if (!menu) return { action, fields: undefined }
  const path = action.path.replace(new RegExp(`:${menu.field}(?=/|$)`), String(code))
  if (path !== action.path) return { action: { ...action, path }, fields: undefined }
  return { action, fields: code === undefined ? {} : { [menu.field]: code } }
}

/** The rows that are sent: those of the run, without the ones that the person has removed in the form (`idsFrom`). */
function sentOf({ command: { action }, rows }: Run, values: Readonly<Record<string, unknown>> = {}): readonly Row[] {
  const ids = action.kind === 'call' && action.idsFrom ? values[action.idsFrom] : undefined
  return Array.isArray(ids) ? rows.filter(({ id }) => ids.includes(id)) : rows
}

/**
 * Makes all calls of a run, or downloads its file. The error of a single call is thrown; errors of several calls are collected in
 * the result.
 * @param version the version that the form was opened with; without it, each row's own version is sent
 * @param values the values of the form, including those that are not part of the body
 */
export async function sendRun(
  run: Run,
  body: Record<string, unknown> | undefined,
  key: string,
  version?: number,
  values?: Readonly<Record<string, unknown>>
): Promise<RunResult> {
  const { command, menuCode } = run
  const rows = sentOf(run, values)
  if (command.action.kind === 'download') return downloadFiles(command.action.path, rows, body)
  if (command.action.kind === 'link') return fetchLinks(command.action.path, rows)
  const { action, fields } = withMenuCode(command.action as Action<'call'>, command.menu, menuCode)
  const wholeBody = body || fields ? { ...body, ...fields } : undefined
  const calls = sendings({ action, bulk: command.bulk }, rows, wholeBody, version, beside(run, values))
  const send = (sending: Sending) =>
    call(action.method, sending.path, sending.body, { version: sending.version, key: key + sending.suffix })
  const [only] = calls
  if (only && calls.length === 1) {
    const each = action.oneEach ? wholeBody?.[action.oneEach] : undefined
    const counts = Array.isArray(each) ? { made: each.length } : {}
    const answer = await send(only)
    return { done: rows, refused: [], answer, changed: rowsOf(answer), ...counts }
  }
  return { ...(await rowByRow(calls, send)), answer: undefined }
}

/** Makes calls one after the other, and collects the errors of those that are refused. */
async function rowByRow(calls: readonly Sending[], send: (sending: Sending) => Promise<unknown>) {
  const done: Row[] = []
  const refused: RefusedRow[] = []
  const changed: Row[] = []
  for (const sending of calls) {
    const outcome = await outcomeOf(send(sending))
    if (outcome.ok) {
      done.push(...sending.rows)
      changed.push(...rowsOf(outcome.answer))
    } else refused.push(...sending.rows.map(row => ({ row, error: outcome.error })))
  }
  return { done, refused, changed }
}

/** The rows that an answer contains, as they are after the call. */
export const rowsOf = (answer: unknown): readonly Row[] =>
  [(answer as { data?: Row | readonly Row[] | null } | undefined)?.data ?? []]
    .flat()
    .filter(row => typeof row?.id === 'number')

/**
 * Undoes a run row by row. Rows that could not be undone are in `refused`, also after a network failure. Of several rows, those that the
 * run has left as they were are not undone, because that would undo an earlier change.
 */
export async function undoRun(
  undo: string,
  { done, answer }: Pick<RunResult, 'done' | 'answer'>,
  key: string
): Promise<RunResult> {
  const { method, path } = methodAndPath(undo)
  const versions = new Map(rowsOf(answer).map(row => [row.id, row.version]))
  const isChanged = ({ id, version }: Row): boolean => version === undefined || versions.get(id) !== version
  const rows = done.length > 1 ? done.filter(isChanged) : done
  const version = rows[0] && rows.length === 1 ? versions.get(rows[0].id) : undefined
  const calls = rows.map(row => ({
    rows: [row],
    path: filledPath(path, row),
    body: undefined,
    version,
    suffix: `-${row.id}`
  }))
  const send = (sending: Sending) =>
    call(method, sending.path, undefined, { key: key + sending.suffix, version: sending.version })
  return { ...(await rowByRow(calls, send)), answer }
}
