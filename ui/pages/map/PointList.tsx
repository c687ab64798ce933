/** The points in view, found, or of one cluster, as a list box: one tab stop, the arrows move, Enter and Space choose. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useIntl, useText } from '../../i18n.ts'
import { steppedTo } from '../../parts/list/rows/selection.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { Mark } from './Mark.tsx'
import type { Point } from './points.ts'
import { ageOf } from './points.ts'
import { agoText } from './timeText.ts'

interface PointListProps {
  readonly label: string
  readonly points: readonly Point[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
  readonly onHover: (key: string | undefined) => void
}

const rowHeight = 52
const pageRows = 8

export function PointList({ label, points, chosen, onChoose, onHover }: PointListProps) {
  const uid = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string>()
  const at = Math.max(
    0,
    points.findIndex(({ key }) => key === (active ?? chosen))
  )
  const rows = useVirtualizer({
    count: points.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => points[index]?.key ?? index,
    overscan: 6
  })
  const { scrollToIndex } = rows
  const chosenAt = chosen === undefined ? -1 : points.findIndex(({ key }) => key === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice scrolls the list, a change of the list does not
  useEffect(() => {
    if (chosenAt >= 0) scrollToIndex(chosenAt, { align: 'auto' })
  }, [chosen])

  const current = points[at]
  const activate = (index: number): void => {
    const point = points[index]
    if (!point) return
    setActive(point.key)
    onHover(point.key)
    scrollToIndex(index, { align: 'auto' })
  }
  const onKey = (event: KeyboardEvent): void => {
    // the first ArrowDown activates the current point instead of leaving it
    const from = active === undefined && event.key === 'ArrowDown' ? at - 1 : at
    const next = steppedTo(event.key, from, points.length, pageRows)
    if (next !== undefined) activate(next)
    else if ((event.key === 'Enter' || event.key === ' ') && current) onChoose(current.key)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      className="map-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current && active !== undefined ? `${uid}-${current.key}` : undefined}
      onKeyDown={onKey}
      onBlur={() => onHover(undefined)}
    >
      <div role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const point = points[index]
          return (
            point && (
              <Row
                key={point.key}
                id={`${uid}-${point.key}`}
                point={point}
                top={start}
                position={index + 1}
                size={points.length}
                active={point.key === active}
                chosen={point.key === chosen}
                onChoose={onChoose}
                onHover={onHover}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends Pick<PointListProps, 'onChoose' | 'onHover'> {
  readonly id: string
  readonly point: Point
  readonly top: number
  readonly position: number
  readonly size: number
  readonly active: boolean
  readonly chosen: boolean
}

function Row({ id, point, top, position, size, active, chosen, onChoose, onHover }: RowProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys of its options
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list box, which names its active option
    <div
      id={id}
      role="option"
      className="map-row"
      style={{ transform: `translateY(${top}px)` }}
      aria-selected={chosen}
      aria-posinset={position}
      aria-setsize={size}
      data-active={active || undefined}
      onClick={() => onChoose(point.key)}
      onPointerEnter={() => onHover(point.key)}
      onPointerLeave={() => onHover(undefined)}
    >
      <Mark layer={point.layer} age={ageOf(point, Date.now())} />
      <span className="map-row-text">
        <strong>
          <span className="visually-hidden">{t(`map.kind.${point.layer}`)}: </span>
          {point.label}
        </strong>
        <small>
          <SecondLine point={point} />
        </small>
      </span>
    </div>
  )
}

function SecondLine({ point }: { readonly point: Point }) {
  const t = useText()
  const intl = useIntl()
  const context = useFormatContext()
  if (point.kind === 'store') return t('map.kind.stores')
  if (point.kind === 'reception') return point.note
  const battery = textOf(context, { type: 'number', format: 'volts' }, point.battery)
  const ago = agoText(intl, point.lastActive, Date.now()) ?? t('map.never')
  return battery ? `${battery} · ${ago}` : ago
}
