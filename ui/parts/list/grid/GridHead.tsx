// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned one by one, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus and names its active row
/** The headers of the grid: a click sorts by the column, and dragging the edge changes its width. */
import type { PointerEvent, ReactNode } from 'react'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { useText } from '../../../i18n.ts'
import { useVocabularies } from '../../../metadata.ts'
import type { Cell } from '../columns/cells.ts'
import { ariaSort, nextSort } from '../listUrl.ts'
import type { RowsViewProps } from './rowsView.ts'

const sortIcons = { ascending: 'pi-arrow-up', descending: 'pi-arrow-down', none: 'pi-sort-alt' }

interface GridHeadProps extends Pick<RowsViewProps, 'sort' | 'onSort'> {
  readonly cells: readonly Cell[]
  /** The check box that selects all rows, for lists where several rows can be selected. */
  readonly tick: ReactNode
  /** Called while an edge is dragged, and with `isDone` when it is released. Widths are in pixels. */
  readonly onResize: (key: string, width: number, isDone: boolean) => void
  /** Sets a column back to the width of its content. */
  readonly onFit: (key: string) => void
}

export function GridHead({ cells, sort, onSort, tick, onResize, onFit }: GridHeadProps) {
  const t = useText()
  return (
    <div className="parts-grid-head" role="rowgroup">
      <div className="parts-grid-row" role="row" aria-rowindex={1}>
        <span role="columnheader" className="parts-cell parts-cell-mark">
          {tick || <span className="visually-hidden">{t('parts.mark')}</span>}
        </span>
        {cells.map(({ key, columns, isMain, hasBothLines }) => (
          <span
            key={key}
            className="parts-head-cell"
            data-cell={key}
            data-lines={columns.length}
            data-main={isMain || undefined}
            data-broken={hasBothLines || undefined}
          >
            {columns.map(column => (
              <Header key={column.key} column={column} align={columns[0].align} sort={sort} onSort={onSort} />
            ))}
            <Edge onMove={(width, isDone) => onResize(key, width, isDone)} onFit={() => onFit(key)} />
          </span>
        ))}
      </div>
    </div>
  )
}

interface HeaderProps extends Pick<GridHeadProps, 'sort' | 'onSort'>, Pick<ColumnMetadata, 'align'> {
  readonly column: ColumnMetadata
}

/** The name of the vocabulary of a column's values, or ''. Some vocabularies sort their worst value first (`worstLast`). */
const vocabularyOf = ({ schema }: ColumnMetadata): string => unwrapped(schema).vocabulary ?? ''

function Header({ column, align, sort, onSort }: HeaderProps) {
  const t = useText()
  const worstLast = useVocabularies()[vocabularyOf(column)]?.worstLast
  return (
    <span
      role="columnheader"
      className="parts-cell"
      data-align={align}
      {...(column.sortable ? { 'aria-sort': ariaSort(sort, column.key) } : {})}
    >
      {column.sortable ? (
        <button type="button" className="parts-sort" onClick={() => onSort(nextSort(sort, column.key, worstLast))}>
          <span>{t(column.header)}</span>
          <i className={`pi ${sortIcons[ariaSort(sort, column.key)]}`} aria-hidden="true" />
        </button>
      ) : (
        <span className="parts-head-text">{t(column.header)}</span>
      )}
    </span>
  )
}

interface EdgeProps {
  readonly onMove: (width: number, isDone: boolean) => void
  readonly onFit: () => void
}

/** The draggable edge between two headers. It is for the pointer only: the keyboard sets widths in the column chooser. */
function Edge({ onMove, onFit }: EdgeProps) {
  const t = useText()
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const edge = event.currentTarget
    const header = edge.parentElement
    if (event.button !== 0 || !header) return
    event.preventDefault()
    const { left } = header.getBoundingClientRect()
    let isMoved = false
    const widthAt = ({ clientX }: { readonly clientX: number }): number => clientX - left
    const move = (moved: globalThis.PointerEvent): void => {
      isMoved = true
      onMove(widthAt(moved), false)
    }
    const end = (ended: globalThis.PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      if (isMoved) onMove(widthAt(ended), true)
    }
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  }
  return (
    <span
      className="parts-edge"
      aria-hidden="true"
      title={t('parts.columns.edge')}
      onPointerDown={drag}
      onDoubleClick={onFit}
    />
  )
}
