import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import type { RowsViewProps } from './rowsView.ts'

type Shown = Pick<RowsViewProps, 'list' | 'rows' | 'items' | 'choice' | 'label'> & {
  /** The columns that are shown. */
  readonly columns: readonly ColumnMetadata[]
}

/** The attributes that make an element a grid for the keyboard and screen readers. The ids of its rows are `{id}-{index}`. */
export const gridAttributes = ({ list, columns, rows, items, choice, label }: Shown, id: string) =>
  ({
    role: 'grid',
    tabIndex: 0,
    'data-focus-home': true,
    'aria-label': label,
    'aria-rowcount': rows.totalCapped || rows.total === undefined ? -1 : rows.total + items.headings + 1,
    'aria-colcount': columns.length + 1,
    'aria-multiselectable': list.selection === 'many',
    'aria-activedescendant': rows.rowAt(choice.active) ? `${id}-${choice.active}` : undefined,
    'aria-busy': rows.stale || rows.total === undefined
  }) as const
