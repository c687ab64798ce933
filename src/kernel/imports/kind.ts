/**
 * What can be imported from a spreadsheet. The module that owns the things defines a kind and fills `importKinds`; `modules/imports` reads
 * files, remembers columns, and asks the kind what each row becomes. A kind judges rows by the forms and functions of the commands that
 * people use, so that a row is refused for the reasons, and in the words, of those.
 */
import type { TSchema } from '@sinclair/typebox'
import type { FieldError } from '../../contract/check.ts'
import type { CommandContext } from '../commands/command.ts'
import { query, sql } from '../database/sql.ts'
import { toApiError } from '../errors/errors.ts'
import { defineExtensionPoint } from '../extension-points.ts'

export interface ImportColumn {
  /** The field that its values are given as, and that errors name. */
  readonly name: string
  /** Message key of its header, which is recognised in each language. */
  readonly label: string
  /** Message key of further headers by which it is recognised, separated by `;`. */
  readonly also?: string
  /** By this a text becomes a value: a number, a day, a member of a vocabulary, yes or no. */
  readonly schema: TSchema
  /** A number of so many digits: blanks and hyphens are left out, and leading zeros that a spreadsheet has lost are added. */
  readonly digits?: number
  /** Words for values beside the labels of its vocabulary, in small letters. */
  readonly words?: Readonly<Record<string, unknown>>
  /** What the template has as an example. */
  readonly example?: string | number
}

export interface ImportRow {
  /** As the spreadsheet counts: the first row is 1. */
  readonly number: number
  /** Only columns that the file has and whose cell is not blank. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A thing that a row has made: its resource's `subjectType`, and its id. */
export interface Made {
  readonly type: string
  readonly id: number
  /** Of a thing that was there: what is needed to set it back. */
  readonly before?: unknown
}

/** What became of a row: things, nothing because they are there already, or errors. */
export type Outcome =
  | { readonly made: readonly Made[] }
  | { readonly skipped: string; readonly params?: FieldError['params'] }
  | { readonly errors: readonly FieldError[] }

export interface ImportRun {
  readonly isDry: boolean
  readonly importId: number
}

export interface ImportKind {
  /** The name that calls use. */
  readonly name: string
  /** Most rows of one file. */
  readonly maxRows: number
  readonly columns: readonly ImportColumn[]
  /**
   * Begins a file. The function that it gives takes rows in the file's order, some hundreds at a time, and says what becomes of each. With
   * `isDry` nothing of it stays.
   */
  begin(context: CommandContext, run: ImportRun): (rows: readonly ImportRow[]) => Promise<readonly Outcome[]>
  /** Removes what an import has made; the caller has made sure that nobody has changed it. */
  undo(context: CommandContext, made: readonly Made[]): Promise<void>
  /** History of these codes is written by the application itself, and does not count as a change of what was imported. */
  readonly ownChanges?: readonly string[]
}

/** The ids of one type. */
export const idsOf = (made: readonly Made[], type: string): number[] =>
  made.flatMap(one => (one.type === type ? [one.id] : []))

export const importKinds = defineExtensionPoint<ImportKind>('kernel.importKinds')

/** The errors of a refusal: at fields, or one for the whole row. Faults of the application or the database are thrown on. */
export function errorsOf(error: unknown): readonly FieldError[] {
  const { status, fieldErrors, message, params } = toApiError(error)
  if (status >= 500) throw error
  return fieldErrors.length > 0 ? fieldErrors : [{ path: '', code: 'rule', params, message }]
}

/**
 * For kinds whose rows are commands: runs one row after the other, each in a savepoint, so that a refused row leaves nothing behind, and
 * in a dry run none does.
 */
export const rowByRow =
  (context: CommandContext, { isDry }: ImportRun, take: (row: ImportRow) => Promise<Outcome>) =>
  async (rows: readonly ImportRow[]): Promise<readonly Outcome[]> => {
    const { trx } = context
    const outcomes: Outcome[] = []
    for (const row of rows) {
      await query(trx, sql`savepoint import_row`)
      let outcome: Outcome
      try {
        outcome = await take(row)
      } catch (error) {
        await query(trx, sql`rollback to savepoint import_row`)
        outcome = { errors: errorsOf(error) }
      }
      if (isDry) await query(trx, sql`rollback to savepoint import_row`)
      await query(trx, sql`release savepoint import_row`)
      outcomes.push(outcome)
    }
    return outcomes
  }
