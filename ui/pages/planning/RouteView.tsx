/**
 * `orders.route`: the vehicle's day that the chosen orders are part of. Its stops are put in order by dragging, by the arrows of
 * their handles or by buttons, with the way as it would be; one save sets the whole order. What was saved is said here, where it can be
 * taken back: alerts lie under a dialog, and cannot be pressed. If somebody else has changed the route meanwhile, nothing is saved, and
 * the present route is shown.
 */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { isNetworkError } from '../../api.ts'
import { AttemptKeys } from '../../attempt.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useAttempt } from '../../elements/useAttempt.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { refreshResource } from '../../parts/queryKeys.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { weekdayText } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import { RouteStops } from './RouteStops.tsx'
import {
  aheadOf,
  arranged,
  isSameOrder,
  kilometres,
  legsOf,
  moved,
  type Route,
  type Summary,
  stopsOf,
  unitsOf,
  wayOf
} from './route.ts'
import { putBack, sendSequence } from './sequence.ts'
import './route.css'

const RouteMap = lazyPart(() => import('./RouteMap.tsx')).Component

export default function RouteView({ rows, close }: TabPartProps) {
  const t = useText()
  const language = useLanguage()
  const id = useId()
  const ids = [...new Set(rows.map(row => row.routeId).filter(route => typeof route === 'number'))]
  const [chosen, setChosen] = useState<number>()
  const { data, error, refetch } = useQuery({
    ...query('orders.order', '/api/Admin/Orders/routes', { ids: ids.join() }),
    enabled: ids.length > 0
  })
  if (ids.length === 0) return <p className="parts-help">{t('planning.route.none')}</p>
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />
  const summary = data.data.find(route => route.id === chosen) ?? data.data[0]
  if (!summary) return <p className="parts-help">{t('planning.route.none')}</p>
  const routeTitle = ({ day, vehicle }: Summary): string => `${weekdayText(language, day)} · ${vehicle}`
  return (
    <div className="route">
      {data.data.length > 1 && (
        <div className="route-choice">
          <label htmlFor={id}>{t('planning.route.choice')}</label>
          <select
            id={id}
            className="input"
            value={summary.id}
            onChange={event => setChosen(Number(event.target.value))}
          >
            {data.data.map(route => (
              <option key={route.id} value={route.id}>
                {routeTitle(route)}
              </option>
            ))}
          </select>
        </div>
      )}
      <h3>
        {routeTitle(summary)} · {summary.driver}
      </h3>
      <DayOfVehicle key={summary.id} summary={summary} close={close} />
    </div>
  )
}

function DayOfVehicle({ summary, close }: { readonly summary: Summary; readonly close: () => void }) {
  const { vehicleId, day } = summary
  const { data, error, refetch } = useQuery({
    ...query('orders.order', '/api/Admin/Vehicles/:id/route', { id: vehicleId, day })
  })
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />
  if (!data.route) return null
  return <Arrangement route={{ ...data, route: data.route }} close={close} />
}

interface ArrangementProps {
  readonly route: Route & { readonly route: NonNullable<Route['route']> }
  readonly close: () => void
}

/** What was done, and the order of the stops before, to which it can be taken back. */
interface Saying {
  readonly text: string
  readonly before?: readonly number[]
}

function Arrangement({ route: { data, route }, close }: ArrangementProps) {
  const t = useText()
  const client = useQueryClient()
  const [draft, setDraft] = useState<readonly number[]>()
  const [busy, begin] = useAttempt()
  const [saying, setSaying] = useState<Saying>()
  const saveButton = useRef<HTMLButtonElement>(null)
  const [keys] = useState(() => new AttemptKeys())
  const saved = aheadOf(data)
  // somebody may have added or finished a stop: then there is another route to be put in order
  const isOfThese = draft !== undefined && isSameOrder(draft.toSorted(byNumber), saved.toSorted(byNumber))
  const ids = isOfThese ? draft : saved
  const stops = arranged(data, ids)
  const units = unitsOf(stops)
  const legs = legsOf(route.start, units)
  const way = wayOf(route.start, legs)
  const isChanged = !isSameOrder(ids, saved)
  const before = saying?.before
  const isProposed = isSameOrder(ids, route.proposed)

  const settle = async (): Promise<void> => {
    await refreshResource(client, 'orders.order')
    setDraft(undefined)
  }
  const arrange = (order: readonly number[]): void => {
    setSaying(undefined)
    setDraft(order)
  }
  const undo = async (before: readonly number[]): Promise<void> => {
    await putBack(route, before)
    // the button that was pressed goes
    saveButton.current?.focus()
    setSaying({ text: 'parts.undone' })
    await settle()
  }
  const save = (): Promise<void> => {
    const body = { orderIds: ids, routeVersion: route.version }
    const act = async (): Promise<void> => {
      await keys.send(body, key => sendSequence(ids, route.version, key))
      setSaying({ text: 'orders.reorder.done', before: saved })
      await settle()
    }
    // what did not reach the server stays as it was arranged, and may be sent again
    return begin(act, { onFailure: error => void (isNetworkError(error) || settle()) })
  }
  const totals = {
    orders: route.orders,
    finished: route.finished,
    planned: route.planned,
    plannedLoad: route.plannedLoad,
    places: route.places,
    load: route.load,
    capacity: route.capacity,
    notified: route.notified,
    out: kilometres(way.out),
    back: kilometres(way.back),
    hasWay: way.out > 0 ? 'yes' : 'no',
    hasBack: way.back > 0 ? 'yes' : 'no'
  }
  return (
    <>
      <p className="route-totals">
        <span>{t('planning.route.totals', totals)}</span>
        {route.over && <span className="badge tone-warning">{t('planning.vehicle.over')}</span>}
        {route.driverElsewhere && (
          <span className="badge tone-warning">{t('planning.vehicle.elsewhere', { plates: route.otherVehicles })}</span>
        )}
        {route.unknownPlaces > 0 && (
          <span className="badge tone-warning">{t('planning.route.unknown', { count: route.unknownPlaces })}</span>
        )}
      </p>
      <div className="route-body">
        <RouteStops
          start={route.start?.name}
          legs={legs}
          onMove={(from, to) => arrange(aheadOf(stopsOf(moved(units, from, to))))}
        />
        <Boundary waiting={<div className="route-map" />}>
          <RouteMap start={route.start} legs={legs} />
        </Boundary>
      </div>
      <p className="route-saying" role="status">
        {saying && (
          <>
            <i className="pi pi-check-circle" aria-hidden="true" />
            {t(saying.text)}
          </>
        )}
      </p>
      <div className="parts-form-end">
        {before && (
          <button type="button" className="button quiet" onClick={() => void begin(() => undo(before))}>
            <i className="pi pi-undo" aria-hidden="true" />
            {t('parts.undo')}
          </button>
        )}
        <button type="button" className="button quiet" disabled={isProposed} onClick={() => arrange(route.proposed)}>
          <i className="pi pi-sparkles" aria-hidden="true" />
          {t('planning.route.propose')}
        </button>
        <button type="button" className="button" onClick={close}>
          {t('ui.close')}
        </button>
        <button
          ref={saveButton}
          type="button"
          className="button primary"
          aria-disabled={!isChanged || busy}
          onClick={() => isChanged && void save()}
        >
          {t('orders.reorder.label')}
        </button>
      </div>
    </>
  )
}

const byNumber = (a: number, b: number): number => a - b
