/** What is said after a run. Pure functions: `RunStore` shows it. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import type { Row } from '../../../src/contract/row.ts'
import type { Text } from '../../i18n.ts'
import { argsOf, noteOf, type Run, type RunResult } from './commandState.ts'
import type { Secret } from './runState.ts'
import { subjectOf, whereNow } from './whereNow.ts'

export type Announcement =
  | ({ readonly kind: 'secret' } & Secret)
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'success'
      readonly text: string
      /** The name of the row. */
      readonly subject: string | undefined
      /** The list that has the rows now. */
      readonly to: string | undefined
    }

interface Place {
  readonly labelOf: (row: Row) => string
  readonly pages: PagesMetadata | undefined
  /** The address on which the command was run, with its query. */
  readonly path: string
}

/** What to say of a run; undefined if no row was changed, created or fetched. */
export function announcementOf(
  { command, rows }: Run,
  result: RunResult,
  place: Place,
  t: Text
): Announcement | undefined {
  const { name, action } = command
  // a command without rows creates one: the message is filled in from the row of the answer
  const creates = rows.length === 0 || (action.kind === 'call' && action.creates === true)
  const created = creates ? rowOf(result.answer) : undefined
  if (action.kind !== 'download' && !created && result.done.length === 0) return undefined
  const counts = action.kind === 'call' && action.counts
  const args = {
    ...argsOf(created ?? result.done[0]),
    count: result.made ?? result.done.length,
    ...(counts && { different: new Set(result.changed.map(row => row[counts])).size })
  }
  const secret = secretOf(command, result.answer)
  if (secret !== undefined) return { kind: 'secret', title: t(`${name}.label`), text: t(`${name}.done`, args), secret }
  const note = noteOf(command, result.answer)
  if (note) return { kind: 'note', text: t(note, args) }
  const text = t(`${name}.done`, args)
  const about = created ? [created] : result.done
  // where the row is follows from what the command has made of it
  const now = about.map(row => ({ ...row, ...result.changed.find(({ id }) => id === row.id) }))
  return {
    kind: 'success',
    text,
    // if several rows were created, the answer has only one of them, which must not be named for all
    subject: (result.made ?? 1) > 1 ? undefined : subjectOf(text, about, place.labelOf),
    to: whereNow(command.leadsTo, now, place.pages, place.path, created !== undefined)
  }
}

const rowOf = (answer: unknown): Row | undefined => (answer as { data?: Row } | undefined)?.data

function secretOf({ reveals }: CommandMetadata, answer: unknown): string | undefined {
  const body = answer as (Row & { data?: Row }) | undefined
  return reveals && ((body?.[reveals] ?? body?.data?.[reveals]) as string | undefined)
}
