/** What of a list's columns stands where on a card. */
import { expect, it } from 'vitest'
import type { ColumnMetadata } from '../../src/contract/list.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { cardColumns } from '../../ui/parts/list/columns/cardColumns.ts'

const text: Schema = { type: 'string' }
const column = (key: string, schema: Schema, more: Partial<ColumnMetadata> = {}): ColumnMetadata => ({
  key,
  header: key,
  schema,
  sortable: true,
  align: 'start',
  grow: 1,
  ...more
})
const keysOf = (columns: readonly ColumnMetadata[]) => {
  const { title, badge, ...groups } = cardColumns(columns)
  const keys = Object.entries(groups).map(([name, group]) => [name, group.map(({ key }: ColumnMetadata) => key)])
  return { title: title?.key, badge: badge?.key, ...Object.fromEntries(keys) }
}

it('a card has a title, a badge, lines without labels, labelled texts, and short values side by side', () => {
  const columns = [
    column('number', text),
    column('status', { type: 'integer', vocabulary: 'orders.status' }),
    column('accounting', { type: 'integer', vocabulary: 'orders.optimaStatus' }),
    column('day', { type: 'string', format: 'weekday' }, { grow: 0.9 }),
    column('place', text, { grow: 2 }),
    column('item', text, { grow: 1.2, under: 'place' }),
    column('quantity', { anyOf: [{ type: 'integer' }, { type: 'null' }] } as unknown as Schema),
    column('value', { type: 'number', format: 'money' }),
    column('told', { type: 'boolean' }),
    column('reason', text, { grow: 1.4 }),
    column('phone', { type: 'string', format: 'phone' }),
    column('createdAt', { type: 'string', format: 'instant' }, { card: false })
  ]
  expect(keysOf(columns)).toEqual({
    title: 'number',
    badge: 'status',
    lines: ['place', 'item'],
    texts: ['accounting', 'told', 'reason', 'phone'],
    facts: ['day', 'quantity', 'value']
  })
})

it('a column under the title is a labelled text, and numbers and days are short values', () => {
  const columns = [
    column('company', text, { grow: 2 }),
    column('place', text, { grow: 2 }),
    column('active', { type: 'string', format: 'instant' }, { under: 'place' }),
    column('tax', text, { under: 'company' }),
    column('amount', { type: 'number' }),
    column('day', { type: 'string', format: 'day' }, { under: 'amount' })
  ]
  expect(keysOf(columns)).toEqual({
    title: 'company',
    badge: undefined,
    lines: ['place'],
    texts: ['tax'],
    facts: ['active', 'amount', 'day']
  })
})
