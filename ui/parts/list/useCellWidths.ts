/** The widths of a grid's cells, for as long as the list is open: rows that come later, or another sort, move no column. */
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListLayout } from '../../../src/contract/layout.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { useFormatContext } from '../values/formats.tsx'
import type { Cell } from './cells.ts'
import { fittedWidths, wishedWidth, withSetWidths } from './columnWidths.ts'
import { fontHere, isFontHere, textMeasure } from './textWidth.ts'
import type { Row, Rows } from './useRows.ts'

/** So many rows say enough of how long texts are; where there are fewer, later ones are asked, too. */
const enoughRows = 20
const mostRows = 100

/** The rows by which widths are measured. */
function useSample({ count, rowAt, edition, stale }: Rows): readonly Row[] {
  const kept = useRef<readonly Row[]>([])
  return useMemo(() => {
    if (kept.current.length >= enoughRows || stale || edition === undefined) return kept.current
    const loaded: Row[] = []
    for (let index = 0; index < count && loaded.length < mostRows; index += 1) {
      const row = rowAt(index)
      if (row) loaded.push(row)
    }
    const known = new Map([...kept.current, ...loaded].map(row => [row.id, row]))
    if (loaded.length > 0) kept.current = [...known.values()]
    return kept.current
  }, [count, rowAt, edition, stale])
}

/** Whether the interface's font has come, drawn again when it does. */
function useFontHere(): boolean {
  const [here, setHere] = useState(isFontHere)
  useEffect(() => {
    if (here) return
    let current = true
    void fontHere().then(() => current && setHere(true))
    return () => {
      current = false
    }
  }, [here])
  return here
}

/** The width inside an element, in pixels; undefined before it is drawn. */
function useRoom(ref: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = (): void => setRoom(element.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return room
}

interface Options {
  readonly list: ListMetadata
  readonly cells: readonly Cell[]
  readonly layout: ListLayout
  readonly rows: Rows
  readonly grid: RefObject<HTMLElement | null>
}

/** The width of the cell with the tick, or what stands there without one, and the signs of the row beside it. */
export const markWidthOf = ({ selection, tint, marks }: ListMetadata): number =>
  (selection === 'many' ? 46 : 24) + (tint.length > 0 && marks.length > 0 ? 18 : 0)

export function useCellWidths({ list, cells, layout, rows, grid }: Options): readonly number[] {
  const context = useFormatContext()
  const { language, vocabularies } = context
  const sample = useSample(rows)
  const hasFont = useFontHere()
  const room = useRoom(grid)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context is another object each time; of it language and vocabularies count, and of the font that it is there
  const wishes = useMemo(() => {
    const tools = { context, measure: textMeasure() }
    return cells.map(cell => wishedWidth(cell, sample, tools))
  }, [cells, sample, language, vocabularies, hasFont])
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
