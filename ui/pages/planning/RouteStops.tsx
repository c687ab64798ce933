/** The stops of a route in their order, each with a handle that moves it by dragging and by the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { useIntl, useText } from '../../i18n.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { kilometres, type Leg, type Stop } from './route.ts'

interface RouteStopsProps {
  /** The store that the route begins at. */
  readonly start: string | undefined
  readonly legs: readonly Leg[]
  readonly onMove: (from: number, to: number) => void
}

/** The key of a unit does not change when it moves. */
const keyOf = ({ unit }: Leg): number => unit.stops[0].orderId

export function RouteStops({ start, legs, onMove }: RouteStopsProps) {
  const t = useText()
  const helpId = useId()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [announcement, setAnnouncement] = useState('')

  const move = (from: number, to: number): void => {
    const target = Math.max(0, Math.min(to, legs.length - 1))
    if (target === from) return
    onMove(from, target)
    setAnnouncement(t('planning.route.moved', { place: target + 1, of: legs.length }))
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const target: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: legs.length - 1
    }
    const to = target[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }
  /** The place in the list that the pointer is over. */
  const placeAt = ({ clientY }: PointerEvent): number => {
    const items = [...(list.current?.children ?? [])].map(item => item.getBoundingClientRect())
    return items.filter(({ top, height }) => clientY > top + height / 2).length
  }
  const onPointerMove = (event: PointerEvent): void => {
    const from = legs.findIndex(leg => keyOf(leg) === dragged)
    if (from < 0) return
    const over = placeAt(event)
    move(from, over > from ? over - 1 : over)
  }
  return (
    <div className="route-stops">
      <p id={helpId} className="parts-help">
        {t('planning.route.help')}
      </p>
      {start && (
        <p className="route-start">
          <i className="pi pi-home" aria-hidden="true" /> {start}
        </p>
      )}
      <ol ref={list} aria-label={t('planning.route.stops')}>
        {legs.map((leg, at) => (
          <li key={keyOf(leg)} data-dragged={keyOf(leg) === dragged || undefined}>
            <button
              type="button"
              className="route-handle"
              aria-label={t('planning.route.handle', { place: at + 1, company: leg.unit.stops[0].company })}
              aria-describedby={helpId}
              disabled={leg.unit.finished}
              data-autofocus={(!leg.unit.finished && (at === 0 || legs[at - 1]?.unit.finished)) || undefined}
              onKeyDown={event => onKeyDown(event, at)}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged(keyOf(leg))
              }}
              onPointerMove={dragged === undefined ? undefined : onPointerMove}
              onPointerUp={() => setDragged(undefined)}
              onPointerCancel={() => setDragged(undefined)}
            >
              <span className="tabular">{at + 1}</span>
            </button>
            <Place leg={leg} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

function Place({ leg: { unit, metres } }: { readonly leg: Leg }) {
  const t = useText()
  const intl = useIntl()
  const [first] = unit.stops
  const companies = [...new Set(unit.stops.map(({ company }) => company))].join(', ')
  return (
    <div className="route-place">
      <p>
        <strong>{companies}</strong>
        {unit.finished && <span className="badge tone-success">{t('planning.route.finished')}</span>}
      </p>
      <p>{first.receptionPlace}</p>
      {unit.stops.length > 1 && <p>{t('planning.route.onePlace', { count: unit.stops.length })}</p>}
      {unit.stops.map(stop => (
        <Order key={stop.orderId} stop={stop} />
      ))}
      <p className="route-leg">
        {metres === undefined
          ? t('planning.route.noWay')
          : t('planning.route.leg', { way: intl.formatNumber(kilometres(metres), { maximumFractionDigits: 1 }) })}
      </p>
    </div>
  )
}

function Order({ stop }: { readonly stop: Stop }) {
  const t = useText()
  const context = useFormatContext()
  const { number, orderTypeItemName, quantity, unit, notificationSent, urgent, wishedPart } = stop
  return (
    <p className="route-order">
      <span className="tabular">{number}</span> {orderTypeItemName}:{' '}
      {textOf(context, { type: 'integer', unit }, quantity)}
      {wishedPart !== null && <>, {textOf(context, { type: 'integer', vocabulary: 'orders.dayPart' }, wishedPart)}</>}
      {urgent && (
        <>
          {' '}
          <span className="badge tone-danger">{t('orders.order.mark.urgent')}</span>
        </>
      )}
      {notificationSent && (
        <span title={t('planning.route.notified')}>
          <i className="pi pi-send" aria-hidden="true" />
          <span className="visually-hidden">{t('planning.route.notified')}</span>
        </span>
      )}
    </p>
  )
}
