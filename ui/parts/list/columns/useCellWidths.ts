/**
 * The widths of a grid's cells. They stay the same while the list is open, so that rows loaded later or another sort move no
 * column.
 */
import { type CSSProperties, type RefObject, useMemo, useState, useSyncExternalStore } from 'react'
import type { ListLayout } from '../../../../src/contract/layout.ts'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { useResize } from '../../../elements/useResize.ts'
import { useFormatContext } from '../../values/formats.tsx'
import type { Rows } from '../rows/pages.ts'
import type { Cell } from './cells.ts'
import { fittedWidths, wishedWidth, withSetWidths } from './columnWidths.ts'
import { isFontReady, onFontLoad, textMeasure } from './textWidth.ts'

/** Widths are measured by at most `maxRows` rows. As long as there are fewer than `enoughRows`, rows that load later are added. */
const enoughRows = 20
const maxRows = 100

/** The rows that widths are measured by: the sample as it was, or with the rows that are loaded now while it is too small. */
function sampleWith(sample: readonly Row[], { count, rowAt, stale }: Rows): readonly Row[] {
  if (sample.length >= enoughRows || stale) return sample
  const loaded: Row[] = []
  for (let index = 0; index < count && loaded.length < maxRows; index += 1) {
    const row = rowAt(index)
    if (row) loaded.push(row)
  }
  return loaded.length === 0 ? sample : [...new Map([...sample, ...loaded].map(row => [row.id, row])).values()]
}

function useSample(rows: Rows): readonly Row[] {
  const [measured, setMeasured] = useState<{ readonly rows: Rows; readonly sample: readonly Row[] }>()
  if (measured?.rows === rows) return measured.sample
  const sample = sampleWith(measured?.sample ?? [], rows)
  setMeasured({ rows, sample })
  return sample
}

/** Whether the interface's font is loaded, or cannot be. Draws the component again when it is. */
const useFontLoaded = (): boolean => useSyncExternalStore(onFontLoad, isFontReady)

/** The width inside an element, in pixels; undefined before it is drawn. */
function useRoom(ref: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>()
  useResize(
    () => [ref.current],
    ([element]) => setRoom(element?.clientWidth)
  )
  return room
}

interface Options {
  readonly list: ListMetadata
  readonly cells: readonly Cell[]
  readonly layout: ListLayout
  readonly rows: Rows
  readonly grid: RefObject<HTMLElement | null>
}

/** The width in pixels of the first cell, which contains the check box and the icons of the row. */
export const markWidthOf = ({ selection, tint, marks }: ListMetadata): number =>
  (selection === 'many' ? 46 : 24) + (tint.length > 0 && marks.length > 0 ? 18 : 0)

export function useCellWidths({ list, cells, layout, rows, grid }: Options): readonly number[] {
  const context = useFormatContext()
  const sample = useSample(rows)
  const hasFont = useFontLoaded()
  const room = useRoom(grid)
  const wishes = useMemo(() => {
    const tools = { context, measure: textMeasure(hasFont) }
    return cells.map(cell => wishedWidth(cell, sample, tools))
  }, [cells, sample, context, hasFont])
  const fitted = useMemo(
    () => fittedWidths(wishes, (room ?? Number.POSITIVE_INFINITY) - markWidthOf(list)),
    [wishes, list, room]
  )
  return withSetWidths(fitted, cells, layout)
}

/** The grid's columns and the height of its rows as CSS variables. */
export const gridStyle = (markWidth: number, widths: readonly number[], rowHeight: number): CSSProperties =>
  ({
    '--row': `${rowHeight}px`,
    '--parts-mark': `${markWidth}px`,
    '--parts-columns': `${markWidth}px ${widths.map(width => `${width}px`).join(' ')} minmax(0, 1fr)`,
    '--parts-least': `${widths.reduce((sum, width) => sum + width, markWidth)}px`
  }) as CSSProperties
