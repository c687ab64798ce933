/** Which column names a row: in a card's title, in dialogs and in lists of what was refused. */
import { expect, it } from 'vitest'
import type { ColumnMetadata } from '../../src/contract/list.ts'
import { namingColumn } from '../../ui/parts/list/columns/namingColumn.ts'

const column = (key: string, schema: object) => ({ key, schema }) as unknown as ColumnMetadata
const status = column('status', { type: 'integer', vocabulary: 'warehouse.documentStatus' })
const number = column('number', { type: 'string' })
const nullable = column('type', { anyOf: [{ type: 'integer', vocabulary: 'x' }, { type: 'null' }] })

it.each([
  [[number, status], number],
  [[status, nullable, number], number],
  [[status], status],
  [[], undefined]
])('is the first that is no badge', (columns, wanted) => {
  expect(namingColumn(columns)).toBe(wanted)
})
