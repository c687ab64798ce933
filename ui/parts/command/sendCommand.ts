/** The calls of a command, its way back, and what is said when they fail. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { sentenceOf } from '../../alerts.ts'
import { ApiProblem, call, download } from '../../api.ts'
import type { Text } from '../../i18n.ts'
import { hasText } from '../../i18n.ts'
import type { Row } from '../list/useRows.ts'
import type { Refused, Run, Sending, Sent } from './commandState.ts'
import { filledPath, forPath, methodAndPath, sendings } from './commandState.ts'

type Action<K> = Extract<CommandMetadata['action'], { kind: K }>

export const isLost = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** Fetches one file for all rows where the path takes their `:ids`, else one a row; the form's values are the query. */
async function fetchFiles(path: string, rows: readonly Row[], query: Record<string, unknown> | undefined) {
  const apart = rows.length > 1 && !path.includes(':ids')
  for (const own of apart ? rows.map(row => [row]) : [rows]) await download(filledPath(path, forPath(own)), query)
  return { done: rows, refused: [], answer: undefined }
}

/** The menu's word: a part of the path where that names its field, else a field of the body. */
function chosenIn(action: Action<'call'>, menu: CommandMetadata['menu'], word: number | undefined) {
  if (!menu) return { action, menu: undefined }
  const path = action.path.replace(new RegExp(`:${menu.field}(?=/|$)`), String(word))
  if (path !== action.path) return { action: { ...action, path }, menu: undefined }
  return { action, menu: word === undefined ? {} : { [menu.field]: word } }
}

/**
 * Sends all calls of one run, or fetches its file. A single call's error is thrown; those of many are gathered.
 * `version` is the one that a form has seen; by default each row's own.
 */
export async function sendRun(
  { command, rows, word }: Run,
  body: Record<string, unknown> | undefined,
  key: string,
  version?: number
): Promise<Sent> {
  if (command.action.kind === 'download') return fetchFiles(command.action.path, rows, body)
  const { action, menu } = chosenIn(command.action as Action<'call'>, command.menu, word)
  const whole = body || menu ? { ...body, ...menu } : undefined
  const list = sendings({ action, bulk: command.bulk }, rows, whole, version)
  const one = ({ path, body: own, version: seen, suffix }: Sending) =>
    call(action.method, path, own, { version: seen, key: key + suffix })
  const [only] = list
  if (only && list.length === 1) return { done: rows, refused: [], answer: await one(only) }
  const done: Row[] = []
  const refused: Refused[] = []
  for (const sending of list) {
    try {
      await one(sending)
      done.push(...sending.rows)
    } catch (error) {
      for (const row of sending.rows) refused.push({ row, error })
    }
  }
  return { done, refused, answer: undefined }
}

/** Takes a run back, row by row, and tells of each row whether it was. A lost network leaves the rest for another try. */
export async function undoRun(undo: string, { done: rows, answer }: Sent, key: string): Promise<Sent> {
  const { method, path } = methodAndPath(undo)
  const version = rows.length === 1 ? (answer as { data?: Row } | undefined)?.data?.version : undefined
  const done: Row[] = []
  const refused: Refused[] = []
  for (const row of rows) {
    try {
      await call(method, filledPath(path, row), undefined, { key: `${key}-${row.id}`, version })
      done.push(row)
    } catch (error) {
      refused.push({ row, error })
    }
  }
  return { done, refused, answer }
}

/** Who did what since the row was seen: it is why the call was refused. */
const meanwhile = (error: unknown): string[] =>
  error instanceof ApiProblem ? error.changes.map(({ who, what }) => `${who}: ${what}.`) : []

/** What is said when a command fails: its own `{name}.failed`, where there is one, and what the server says. */
export function failureOf(command: CommandMetadata, error: unknown, t: Text): string {
  const detail = [sentenceOf(error), ...meanwhile(error)].join(' ')
  const key = `${command.name}.failed`
  const own = hasText(key) ? t(key) : ''
  if (!own || own === detail) return detail
  return `${own}${/[.!?:]$/.test(own) ? ' ' : ': '}${detail}`
}
