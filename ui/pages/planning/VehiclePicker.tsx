// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern prescribes these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the input has the focus and names the active option
/**
 * The vehicle for the selected orders, searched in a combobox (the ARIA pattern): `part:planning.vehicle` where orders get
 * another plan, with the route of the day, `part:orders.proposedVehicle` where they are planned, which begins with a proposal, and
 * `part:orders.driver` where an order on its way changes hands. Vehicles that can
 * carry all items come first, then those with the most room left, each with its plan of the day and the load of the orders. While no day
 * is chosen, orders are rated on the days that they are planned for, and while no vehicle is chosen, in their own vehicles. A vehicle that
 * does not suit is marked but can be chosen: people decide.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Query } from '../../api.ts'
import { useIntl, useLanguage, useText } from '../../i18n.ts'
import { listId, optionId, useComboInput, useComboState } from '../../parts/form/combo.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { weekdayText } from '../../parts/values/formats.tsx'
import { RouteOfDay } from './RouteOfDay.tsx'
import { dayIn, isOver, sharesOf, type Vehicle, vehicleTitle } from './vehicles.ts'
import { bestOf, offeredQuery, vehiclesQuery } from './vehiclesQuery.ts'
import './planning.css'

/** Metres: so near is the same address. */
const sameAddress = 50

export default function VehiclePicker(props: FieldPartProps) {
  return <VehicleBox {...props} withRoute />
}

interface VehicleBoxProps extends FieldPartProps {
  readonly withRoute: boolean
  /** It begins with the vehicle that the server would take. */
  readonly proposes?: boolean
}

export function VehicleBox({ withRoute, proposes = false, ...props }: VehicleBoxProps) {
  const { id, value, reads, rows, readOnly, onChange, onBlur } = props
  const t = useText()
  const [picked, setPicked] = useState<Vehicle>()
  const day = dayIn(reads.day)
  const ids = rows.map(row => row.id)
  const vehicleId = typeof value === 'number' ? value : undefined
  const all = offeredQuery(ids, day, !withRoute)
  const isProposing = proposes && ids.length > 0 && day !== undefined
  const offered = useVehicles(all, isProposing)
  const best = isProposing && !offered.isPlaceholderData ? bestOf(offered.data) : undefined
  // a vehicle that the person has picked is no proposal, even if the server proposes it, too
  const proposal = vehicleId !== undefined && best?.id === vehicleId && picked?.id !== vehicleId ? best : undefined
  const onClear = (): void => {
    setPicked(undefined)
    onChange(undefined)
  }
  const combo = useComboState()
  const { open, active } = combo

  const { data, error, isFetching, isPlaceholderData } = useVehicles(
    { ...all, DriverNameOrRegistrationNumber: combo.searchText },
    open
  )
  const matches = data?.data ?? []
  const rated = useVehicles({ OrdersId: ids, day, VehicleId: vehicleId }, vehicleId !== undefined).data?.data
  const vehicle = [...(rated ?? []), ...matches, ...(picked ? [picked] : [])].find(vehicle => vehicle.id === vehicleId)
  const inputText = vehicle ? vehicleTitle(vehicle) : ''

  const choose = (vehicle: Vehicle): void => {
    if (vehicle.id !== vehicleId) setPicked(vehicle)
    combo.close()
    onChange(vehicle.id)
  }
  const input = useComboInput(combo, {
    id,
    readOnly,
    matches,
    isLoading: isPlaceholderData || (isFetching && !data),
    resting: inputText,
    choose,
    onClear,
    onLeave: onBlur
  })
  const failed = error && !data
  const none = open && !isFetching && matches.length === 0
  const count = isFetching ? t('parts.searching') : t('parts.options', { count: matches.length })
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
          onFocus={({ currentTarget }) => {
            currentTarget.select()
            props.onFocus()
          }}
          {...input}
        />
        <ul id={listId(id)} role="listbox" aria-label={props.label} hidden={!open}>
          {matches.map((vehicle, index) => (
            <li
              key={vehicle.id}
              id={optionId(id, index)}
              role="option"
              aria-selected={vehicle.id === vehicleId}
              data-active={index === active || undefined}
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(vehicle)}
            >
              <span className="planning-name">
                <strong className="tabular">{vehicle.registerNumber}</strong> {vehicle.brand} {vehicle.model},{' '}
                {vehicle.driver}
              </span>
              <Fit vehicle={vehicle} hasOrders={ids.length > 0} isPlanned={withRoute} />
            </li>
          ))}
        </ul>
        <p role="status" className={none || (open && failed) ? 'parts-combo-none' : 'visually-hidden'}>
          {open && (failed ? t('planning.vehicle.failed') : count)}
        </p>
      </div>
      {(vehicleId !== undefined || withRoute) && (
        <div className="planning-chosen">
          {vehicleId === undefined && (
            <Unchosen
              ids={ids}
              day={day}
              keeps={!proposes}
              unproposed={isProposing ? offered.data?.unproposed : null}
            />
          )}
          {proposal && (
            <span className="badge tone-info">
              {t('planning.vehicle.proposed', { why: proposal.proposed ?? 'room' })}
            </span>
          )}
          {vehicle && <Fit vehicle={vehicle} hasOrders={ids.length > 0} isPlanned={withRoute} />}
          {withRoute && vehicleId !== undefined && <RouteOfDay vehicleId={vehicleId} day={vehicle?.day ?? day} />}
        </div>
      )}
    </div>
  )
}

const useVehicles = (query: Query, enabled: boolean) =>
  useQuery({ ...vehiclesQuery(query), enabled, placeholderData: keepPreviousData })

interface UnchosenProps {
  readonly ids: readonly number[]
  readonly day: string | undefined
  /** The orders have vehicles, which they keep. */
  readonly keeps: boolean
  /** Why the server proposes no vehicle. */
  readonly unproposed: string | null | undefined
}

/** Without a chosen vehicle: the loads of the vehicles that the orders stay in on the other day, or why none is proposed. */
function Unchosen({ ids, day, keeps, unproposed }: UnchosenProps) {
  const t = useText()
  const isMoved = keeps && ids.length > 0 && day !== undefined
  const { data } = useVehicles({ OrdersId: ids, day, OwnVehicles: true }, isMoved)
  if (unproposed) return <p className="parts-help">{t('planning.vehicle.unproposed', { why: unproposed })}</p>
  if (!isMoved || !data || data.data.length === 0) return <p className="parts-help">{t('planning.vehicle.choose')}</p>
  return (
    <section className="planning-own" aria-label={t('planning.vehicle.own')}>
      <p className="parts-help">{t('planning.vehicle.own')}</p>
      <ul>
        {data.data.map(vehicle => (
          <li key={vehicle.id}>
            <strong className="tabular">{vehicle.registerNumber}</strong>{' '}
            <Fit vehicle={vehicle} hasOrders isPlanned={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FitProps {
  readonly vehicle: Vehicle
  /** Whether orders are selected; without them there is no load to show. */
  readonly hasOrders: boolean
  /** It is being planned: how near it comes matters. */
  readonly isPlanned: boolean
}

/** Plan of the day and orders as a bar and a text, and warnings where the vehicle does not suit. */
function Fit({ vehicle, hasOrders, isPlanned }: FitProps) {
  const t = useText()
  const language = useLanguage()
  const intl = useIntl()
  const tonnes = (amount: number): string => intl.formatNumber(amount, { maximumFractionDigits: 2 })
  const { capacity, matched, stops, nearest, day, days, driverElsewhere } = vehicle
  const loads = { capacity, plannedLoad: vehicle.plannedLoad, load: hasOrders ? vehicle.load : 0 }
  const { planned, chosen } = sharesOf(loads)
  const over = isOver(loads)
  const parts = [...(loads.plannedLoad > 0 ? [loads.plannedLoad] : []), ...(hasOrders ? [loads.load] : [])]
  const named = { planned: tonnes(loads.plannedLoad), load: tonnes(loads.load), capacity: tonnes(capacity) }
  return (
    <span className="planning-fit">
      {parts.length > 0 && (
        <span className="planning-bar" data-over={over || undefined} aria-hidden="true">
          <span style={{ inlineSize: `${planned}%` }} />
          <span style={{ inlineSize: `${chosen}%` }} />
        </span>
      )}
      <span className="tabular" title={t('planning.vehicle.loads', named)}>
        {parts.length > 0
          ? t('planning.vehicle.load', { load: parts.map(tonnes).join(' + '), capacity: tonnes(capacity) })
          : t('planning.vehicle.tonnes', { tonnes: tonnes(capacity) })}
      </span>
      {over && <span className="badge tone-warning">{t('planning.vehicle.over')}</span>}
      {hasOrders && !matched && (
        <span className="badge tone-warning">
          {t('planning.vehicle.others', { items: vehicle.missing.join(', ') })}
        </span>
      )}
      {vehicle.outOfService && <span className="badge tone-danger">{t('planning.vehicle.outOfService')}</span>}
      {vehicle.driverAway && <span className="badge tone-danger">{t('planning.vehicle.driverAway')}</span>}
      {driverElsewhere.length > 0 && (
        <span className="badge tone-warning">
          {t('planning.vehicle.elsewhere', { plates: driverElsewhere.join(', ') })}
        </span>
      )}
      {day !== null && days > 1 && (
        <span>{t('planning.vehicle.fullest', { day: weekdayText(language, day), days })}</span>
      )}
      {day !== null && <span className="tabular">{t('planning.vehicle.planned', { stops })}</span>}
      {isPlanned && nearest !== null && (
        <span className="tabular">
          {t('planning.vehicle.nearest', {
            isSame: nearest < sameAddress ? 'yes' : 'no',
            way: intl.formatNumber(nearest / 1000, { maximumFractionDigits: nearest < 10_000 ? 1 : 0 })
          })}
        </span>
      )}
    </span>
  )
}
