// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern asks for these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box hears the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/**
 * Which vehicle for the chosen orders: a box that is typed into (the ARIA combobox pattern), those that carry all of it
 * first, each with what the orders would weigh on it and what it has to do that day. Nothing is forbidden here: what does
 * not fit is marked, in words, and people decide.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListResponse } from '../../../src/contract/list.ts'
import { get, type Query } from '../../api.ts'
import { useIntl, useText } from '../../i18n.ts'
import { useCombo } from '../../parts/form/combo.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { RouteOfDay } from './RouteOfDay.tsx'
import { dayIn, nameOf, shareOf, type Vehicle } from './vehicles.ts'
import './planning.css'

const offered = 20

export default function VehiclePicker(props: FieldPartProps) {
  const { id, value, values, rows, readOnly, onChange, onBlur } = props
  const t = useText()
  const [picked, setPicked] = useState<Vehicle>()
  const combo = useCombo({ id, readOnly, onClear: () => onChange(undefined), onLeave: onBlur })
  const { asked, open, active, list, optionId } = combo

  const day = dayIn(values.orderRealizationDate)
  const ids = rows.map(row => row.id)
  const chosen = typeof value === 'number' ? value : undefined
  const { data, error, isFetching } = useVehicles(
    { OrdersId: ids, day, DriverNameOrRegistrationNumber: asked, limit: offered },
    open
  )
  const found = data?.data ?? []
  const kept = useVehicles({ OrdersId: ids, day, VehicleId: chosen }, chosen !== undefined).data?.data
  const own = [...(kept ?? []), ...found, ...(picked ? [picked] : [])].find(vehicle => vehicle.id === chosen)
  const resting = own ? nameOf(own) : ''

  const choose = (vehicle: Vehicle): void => {
    setPicked(vehicle)
    combo.close()
    onChange(vehicle.id)
  }
  const failed = error && !data
  const none = open && !isFetching && found.length === 0
  return (
    <div className="planning-vehicle">
      <div className="parts-combo">
        <input
          id={id}
          name={props.name}
          className="input"
          aria-invalid={props.invalid || undefined}
          aria-required={props.required || undefined}
          aria-describedby={props.describedBy}
          placeholder={t('planning.vehicle.placeholder')}
          onFocus={props.onFocus}
          {...combo.input(found, choose, resting)}
        />
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={props.label} hidden={!open}>
          {found.map((vehicle, index) => (
            <li
              key={vehicle.id}
              id={optionId(index)}
              role="option"
              aria-selected={vehicle.id === chosen}
              data-active={index === active || undefined}
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(vehicle)}
            >
              <span className="planning-name">
                <strong className="tabular">{vehicle.registerNumber}</strong> {vehicle.brand} {vehicle.model},{' '}
                {vehicle.driver}
              </span>
              <Fit vehicle={vehicle} day={day} weighed={ids.length > 0} />
            </li>
          ))}
        </ul>
        <p role="status" className={none || (open && failed) ? 'parts-combo-none' : 'visually-hidden'}>
          {open && (failed ? t('planning.vehicle.failed') : told(isFetching))}
        </p>
      </div>
      {chosen !== undefined && (
        <div className="planning-chosen">
          {own && <Fit vehicle={own} day={day} weighed={ids.length > 0} />}
          <RouteOfDay vehicleId={chosen} day={day} />
        </div>
      )}
    </div>
  )

  function told(searching: boolean): string {
    return searching ? t('parts.searching') : t('parts.options', { count: found.length })
  }
}

const useVehicles = (asked: Query, enabled: boolean) =>
  useQuery({
    queryKey: ['orders.order', 'vehicles', asked],
    queryFn: ({ signal }) => get<ListResponse<Vehicle>>('/api/Admin/Vehicles/matched-vehicles', asked, { signal }),
    enabled,
    placeholderData: keepPreviousData
  })

interface FitProps {
  readonly vehicle: Vehicle
  readonly day: string | undefined
  /** Orders are chosen, so that there is something to weigh. */
  readonly weighed: boolean
}

/** The load on the vehicle as a bar and in words, what does not fit, and its day. */
function Fit({ vehicle, day, weighed }: FitProps) {
  const t = useText()
  const intl = useIntl()
  const tonnes = (amount: number): string => intl.formatNumber(amount, { maximumFractionDigits: 2 })
  const { load, capacity, matched, stops, plannedLoad } = vehicle
  const over = weighed && load > capacity
  return (
    <span className="planning-fit">
      {weighed && (
        <span className="planning-bar" data-over={over || undefined} aria-hidden="true">
          <span style={{ inlineSize: `${shareOf(vehicle)}%` }} />
        </span>
      )}
      <span className="tabular">
        {weighed
          ? t('planning.vehicle.load', { load: tonnes(load), capacity: tonnes(capacity) })
          : t('planning.vehicle.tonnes', { tonnes: tonnes(capacity) })}
      </span>
      {over && <span className="badge tone-warning">{t('planning.vehicle.over')}</span>}
      {weighed && !matched && <span className="badge tone-warning">{t('planning.vehicle.others')}</span>}
      {day !== undefined && (
        <span className="tabular">
          {t('planning.vehicle.planned', { stops })}
          {stops > 0 && ` (${t('planning.vehicle.tonnes', { tonnes: tonnes(plannedLoad) })})`}
        </span>
      )}
    </span>
  )
}
