/**
 * The views of an order:
 * - `list`: the rows of lists. The rules of commands are checked on these fields.
 * - `details`: a single order.
 * - `history`: the fields whose changes are stored. None twice, no dates that equal the entry's own, no ids, and no names of persons, who
 *   may ask for erasure while history is kept.
 * - `clientHistory`: the fields whose changes clients see. Not the status, which the entry's sentence says.
 * - `report`: the columns of the spreadsheet, in the order of `fields.ts`.
 * - `print`: the fields of a printed sheet.
 */
import type { FieldTable } from '../../../src/kernel/resources/define-fields.ts'

export const orderViews = ['list', 'details', 'history', 'clientHistory', 'report', 'print'] as const

/** Some fields of an order, with the views that have them. */
export type OrderFields = FieldTable<(typeof orderViews)[number]>
