// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern prescribes these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the input has the focus and names the active option
/**
 * `part:planning.vehicle`: the vehicle for the selected orders, searched in a combobox (the ARIA pattern). Vehicles that can
 * carry all items come first, each with the load of the orders and its plan of the day. A vehicle that does not suit is
 * marked but can be chosen: the planner decides.
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

const maxOptions = 20

export default function VehiclePicker(props: FieldPartProps) {
  const { id, value, values, rows, readOnly, onChange, onBlur } = props
  const t = useText()
  const [picked, setPicked] = useState<Vehicle>()
  const combo = useCombo({ id, readOnly, onClear: () => onChange(undefined), onLeave: onBlur })
  const { open, active, list, optionId } = combo

  const day = dayIn(values.orderRealizationDate)
  const ids = rows.map(row => row.id)
  const chosen = typeof value === 'number' ? value : undefined
  const { data, error, isFetching } = useVehicles(
    { OrdersId: ids, day, DriverNameOrRegistrationNumber: combo.asked, limit: maxOptions },
    open
  )
  const found = data?.data ?? []
  const rated = useVehicles({ OrdersId: ids, day, VehicleId: chosen }, chosen !== undefined).data?.data
  const own = [...(rated ?? []), ...found, ...(picked ? [picked] : [])].find(vehicle => vehicle.id === chosen)
  const inputText = own ? nameOf(own) : ''

  const choose = (vehicle: Vehicle): void => {
    setPicked(vehicle)
    combo.close()
    onChange(vehicle.id)
  }
  const failed = error && !data
  const none = open && !isFetching && found.length === 0
  const count = isFetching ? t('parts.searching') : t('parts.options', { count: found.length })
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
          {...combo.input(found, choose, inputText)}
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
              <Fit vehicle={vehicle} day={day} hasOrders={ids.length > 0} />
            </li>
          ))}
        </ul>
        <p role="status" className={none || (open && failed) ? 'parts-combo-none' : 'visually-hidden'}>
          {open && (failed ? t('planning.vehicle.failed') : count)}
        </p>
      </div>
      {chosen !== undefined && (
        <div className="planning-chosen">
          {own && <Fit vehicle={own} day={day} hasOrders={ids.length > 0} />}
          <RouteOfDay vehicleId={chosen} day={day} />
        </div>
      )}
    </div>
  )
}

const useVehicles = (query: Query, enabled: boolean) =>
  useQuery({
    queryKey: ['orders.order', 'vehicles', query],
    queryFn: ({ signal }) => get<ListResponse<Vehicle>>('/api/Admin/Vehicles/matched-vehicles', query, { signal }),
    enabled,
    placeholderData: keepPreviousData
  })

interface FitProps {
  readonly vehicle: Vehicle
  readonly day: string | undefined
  /** Whether orders are selected; without them there is no load to show. */
  readonly hasOrders: boolean
}

/** The load of the orders as a bar and a text, warnings where the vehicle does not suit, and its plan of the day. */
function Fit({ vehicle, day, hasOrders }: FitProps) {
  const t = useText()
  const intl = useIntl()
  const tonnes = (amount: number): string => intl.formatNumber(amount, { maximumFractionDigits: 2 })
  const { load, capacity, matched, stops, plannedLoad } = vehicle
  const over = hasOrders && load > capacity
  return (
    <span className="planning-fit">
      {hasOrders && (
        <span className="planning-bar" data-over={over || undefined} aria-hidden="true">
          <span style={{ inlineSize: `${shareOf(vehicle)}%` }} />
        </span>
      )}
      <span className="tabular">
        {hasOrders
          ? t('planning.vehicle.load', { load: tonnes(load), capacity: tonnes(capacity) })
          : t('planning.vehicle.tonnes', { tonnes: tonnes(capacity) })}
      </span>
      {over && <span className="badge tone-warning">{t('planning.vehicle.over')}</span>}
      {hasOrders && !matched && <span className="badge tone-warning">{t('planning.vehicle.others')}</span>}
      {day !== undefined && (
        <span className="tabular">
          {t('planning.vehicle.planned', { stops })}
          {stops > 0 && ` (${t('planning.vehicle.tonnes', { tonnes: tonnes(plannedLoad) })})`}
        </span>
      )}
    </span>
  )
}
