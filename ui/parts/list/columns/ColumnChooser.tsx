/**
 * Chooses which columns a list shows, their order and width, and the height of rows. Everything works by keyboard: check boxes show
 * and hide columns, buttons move and resize them. After each press the focus stays on the button, and a status announces the result.
 */
import { type DragEvent, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { densities, type ListLayout } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata, ListMetadata } from '../../../../src/contract/list.ts'
import { IconButton } from '../../../elements/IconButton.tsx'
import { useText } from '../../../i18n.ts'
import { cellsOf } from './cells.ts'
import {
  isHideable,
  orderedColumns,
  withColumnMoved,
  withColumnPut,
  withColumnShown,
  withColumnWidth
} from './layout.ts'
import { useLayout } from './useLayout.ts'
import './columns.css'

/** By how many pixels a press of “wider” or “narrower” changes a column. */
const step = 20

interface ColumnChooserProps {
  readonly list: ListMetadata
  /** The width of a column as it is drawn, in pixels. */
  readonly widthOf: (key: string) => number | undefined
}

type Direction = 'earlier' | 'later'

export function ColumnChooser({ list, widthOf }: ColumnChooserProps) {
  const t = useText()
  const { layout, columns, isChanged, setLayout, restore } = useLayout(list)
  const [announcement, setAnnouncement] = useState('')
  const [dragKey, setDragKey] = useState<string>()
  const ordered = orderedColumns(list.columns, layout)
  const cells = cellsOf(columns, layout.density)
  const cellKeys = cells.map(({ key }) => key)

  const columnName = ({ header }: ColumnMetadata): string => t(header)
  const arrange = (column: ColumnMetadata, next: ListLayout): void => {
    if (next === layout) return
    setLayout(next)
    const place = orderedColumns(list.columns, next).indexOf(column) + 1
    setAnnouncement(t('parts.columns.place', { column: columnName(column), place, count: ordered.length }))
  }
  const resize = (column: ColumnMetadata, by: number): void => {
    const resized = withColumnWidth(layout, column.key, (widthOf(column.key) ?? 0) + by)
    setLayout(resized)
    setAnnouncement(t('parts.columns.width', { column: columnName(column), width: resized.widths?.[column.key] ?? 0 }))
  }
  const dragOver = (event: DragEvent, target: string): void => {
    const column = ordered.find(({ key }) => key === dragKey)
    event.preventDefault()
    if (column && target !== dragKey) arrange(column, withColumnPut(list.columns, layout, column.key, target))
  }
  return (
    <div>
      <fieldset className="parts-columns-rows">
        <legend>{t('parts.columns.rows')}</legend>
        {densities.map(density => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={(layout.density ?? 'normal') === density}
              onChange={() => setLayout({ ...layout, density })}
            />
            {t(`parts.columns.${density}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('parts.columns')}</legend>
        <div className="parts-columns-heads" aria-hidden="true">
          <span>{t('parts.columns.widths')}</span>
          <span>{t('parts.columns.order')}</span>
        </div>
        <ul>
          {ordered.map((column, at) => {
            const { key } = column
            const isFixed = !isHideable(list.columns, key)
            const isCell = cellKeys.includes(key)
            const names = { column: columnName(column) }
            const moved = (direction: Direction) => ({
              onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
                const next = withColumnMoved(list.columns, layout, key, direction === 'earlier' ? -1 : 1)
                flushSync(() => arrange(column, next))
                // the pressed button loses the focus when React moves its list item
                currentTarget.focus()
              }
            })
            return (
              <li
                key={key}
                draggable
                data-under={!isCell && columns.includes(column) ? true : undefined}
                data-dragged={dragKey === key || undefined}
                onDragStart={event => {
                  event.dataTransfer.effectAllowed = 'move'
                  setDragKey(key)
                }}
                onDragOver={event => dragOver(event, key)}
                onDragEnd={() => setDragKey(undefined)}
              >
                <i className="pi pi-bars parts-columns-grip" aria-hidden="true" />
                <label title={isFixed ? t('parts.columns.always') : undefined}>
                  <input
                    type="checkbox"
                    checked={columns.includes(column)}
                    disabled={isFixed}
                    onChange={event => setLayout(withColumnShown(layout, column, event.target.checked))}
                  />
                  <span>{columnName(column)}</span>
                </label>
                {isCell && (
                  <>
                    <IconButton
                      icon="minus"
                      label={t('parts.columns.narrower', names)}
                      tooltip
                      onClick={() => resize(column, -step)}
                    />
                    <IconButton
                      icon="plus"
                      label={t('parts.columns.wider', names)}
                      tooltip
                      onClick={() => resize(column, step)}
                    />
                  </>
                )}
                <IconButton
                  icon="arrow-up"
                  label={t('parts.columns.earlier', names)}
                  tooltip
                  aria-disabled={at === 0}
                  {...moved('earlier')}
                />
                <IconButton
                  icon="arrow-down"
                  label={t('parts.columns.later', names)}
                  tooltip
                  aria-disabled={at === ordered.length - 1}
                  {...moved('later')}
                />
              </li>
            )
          })}
        </ul>
      </fieldset>
      <button
        type="button"
        className="button"
        aria-disabled={!isChanged}
        onClick={() => {
          restore()
          setAnnouncement(t('parts.columns.restored'))
        }}
      >
        {t('parts.columns.restore')}
      </button>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  )
}
