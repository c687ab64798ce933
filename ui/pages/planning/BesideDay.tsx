/**
 * Beside the planner's day: the orders that are still to be planned, and the vehicles that have nothing to do that day. Ticked orders are
 * planned for the day that is shown, by the command of the list of accepted orders, or for one of these vehicles.
 */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useLanguage, useText } from '../../i18n.ts'
import { CommandBar } from '../../parts/command/CommandBar.tsx'
import { CommandRunner } from '../../parts/command/CommandRunner.tsx'
import { availability } from '../../parts/command/commandState.ts'
import { ReopenForm } from '../../parts/command/ReopenForm.tsx'
import { useRunner } from '../../parts/command/runner.ts'
import { EmptyList } from '../../parts/list/EmptyList.tsx'
import { ListCards } from '../../parts/list/grid/ListCards.tsx'
import { type ListState, useListPage } from '../../parts/list/useListPage.ts'
import { TabRows } from '../../parts/panel/TabRows.tsx'
import type { BesidePartProps } from '../../parts/registry.ts'
import { weekdayText } from '../../parts/values/formats.tsx'
import { OnDay } from './OnDay.tsx'
import type { PlanMapProps } from './PlanMap.tsx'
import { isFree, type Vehicle } from './vehicles.ts'
import { vehiclesQuery } from './vehiclesQuery.ts'
import '../../parts/panel/rows.css'
import './beside.css'

const PlanMap = lazyPart(() => import('./PlanMap.tsx')).Component

/** The keys of its list in the URL. */
const prefix = 'plan.'

export default function BesideDay({ list, day }: BesidePartProps) {
  const t = useText()
  const language = useLanguage()
  const root = useRef<HTMLDivElement>(null)
  const region = useCallback(() => root.current, [])
  const state = useListPage(list, { prefix, uneven: true })
  const { url, change, rows, selectedRows, host } = state
  const title = t(`${list.name}.title`)
  return (
    <CommandRunner host={{ ...host, region }}>
      <OnDay day={day}>
        <ReopenForm
          command={url.command}
          commands={list.commands}
          subjects={[selectedRows]}
          ready={state.isReady && selectedRows.length > 0}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the Esc that no element inside has handled */}
        <div
          ref={root}
          className="parts-tab-list beside"
          data-focus-region
          onKeyDown={event => {
            if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
            if (url.rows.length === 0) return
            event.stopPropagation()
            change({ rows: [] })
          }}
        >
          <header className="beside-head">
            <h2>
              {title}
              {rows.total !== undefined && <span className="beside-count tabular">{rows.total}</span>}
            </h2>
            <p>
              {selectedRows.length > 0
                ? t('parts.chosen', { count: selectedRows.length })
                : t('planning.beside.help', { day: weekdayText(language, day) })}
            </p>
          </header>
          <CommandBar commands={list.commands} rows={selectedRows} label={title} />
          {rows.error !== undefined && rows.error !== null && <Failed error={rows.error} retry={state.retry} />}
          <OnMap day={day} chosen={url.rows} onChoose={ids => change({ rows: ids })} />
          <Rows list={list} state={state} label={title} />
          <FreeVehicles day={day} rows={selectedRows} command={list.commands[0]} />
        </div>
      </OnDay>
    </CommandRunner>
  )
}

const mapKey = 'opony.beside.map'

/** The map of what waits; it is opened by a button, because not everybody plans by it. */
function OnMap(props: PlanMapProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(() => localStorage.getItem(mapKey) === 'open')
  const toggle = (): void => {
    localStorage.setItem(mapKey, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return (
    <>
      <button type="button" className="button quiet beside-map-button" aria-expanded={isOpen} onClick={toggle}>
        <i className={isOpen ? 'pi pi-chevron-down' : 'pi pi-map'} aria-hidden="true" />
        {t(isOpen ? 'planning.beside.hideMap' : 'planning.beside.map')}
      </button>
      {isOpen && (
        <Boundary waiting={<div className="beside-map" />}>
          <PlanMap {...props} />
        </Boundary>
      )}
    </>
  )
}

interface RowsProps {
  readonly list: ListMetadata
  readonly state: ListState
  readonly label: string
}

function Rows({ list, state, label }: RowsProps) {
  const { phone, rows, view } = state
  if (rows.total === 0 && !rows.stale) return <EmptyList list={list} filtered={false} onClear={() => undefined} />
  if (rows.count === 0) return rows.error ? null : <Skeleton rows={6} />
  return (
    <div className="parts-tab-rows">
      {phone ? <ListCards {...view} label={label} /> : <TabRows {...view} label={label} />}
    </div>
  )
}

/** As many vehicles as are asked for: more than a fleet has. */
const maxVehicles = 500

interface FreeVehiclesProps {
  readonly day: string
  /** The ticked orders. */
  readonly rows: readonly Row[]
  /** Plans them. */
  readonly command: CommandMetadata | undefined
}

function FreeVehicles({ day, rows, command }: FreeVehiclesProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(vehiclesQuery({ day, limit: maxVehicles }))
  const free = data?.data.filter(isFree)
  return (
    <section className="beside-vehicles" aria-labelledby="beside-vehicles">
      <h2 id="beside-vehicles">
        {t('planning.beside.free')}
        {free && <span className="beside-count tabular">{free.length}</span>}
      </h2>
      {!free && (error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={2} />)}
      {free?.length === 0 && <p>{t('planning.beside.noneFree')}</p>}
      {free && free.length > 0 && (
        <ul>
          {free.map(vehicle => (
            <li key={vehicle.id}>
              <FreeVehicle vehicle={vehicle} rows={rows} command={command} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FreeVehicleProps extends Pick<FreeVehiclesProps, 'rows' | 'command'> {
  readonly vehicle: Vehicle
}

function FreeVehicle({ vehicle, rows, command }: FreeVehicleProps) {
  const t = useText()
  const intl = useIntl()
  const runner = useRunner()
  const { id, registerNumber, driver, capacity } = vehicle
  const may = command !== undefined && rows.length > 0 && availability(command, rows).refusal === undefined
  const tonnes = intl.formatNumber(capacity, { maximumFractionDigits: 2 })
  return (
    <>
      <span className="beside-vehicle">
        <strong className="tabular">{registerNumber}</strong>{' '}
        <span className="tabular">{t('planning.vehicle.tonnes', { tonnes })}</span>
        <small>{driver}</small>
      </span>
      <button
        type="button"
        className="button quiet"
        aria-disabled={!may || undefined}
        title={rows.length === 0 ? t('planning.beside.tickFirst') : undefined}
        aria-label={t('planning.beside.planWith', { vehicle: registerNumber, count: rows.length })}
        onClick={() => may && command && runner.start({ command, rows, given: { vehicleId: id } })}
      >
        <i className="pi pi-calendar-plus" aria-hidden="true" />
        {t('planning.beside.plan')}
      </button>
    </>
  )
}
