/** The head of a vehicle's column: plate, driver, load, what speaks against it, and the commands for all of its stops. */
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { matches } from '../../../../src/contract/when.ts'
import { useIntl, useText } from '../../../i18n.ts'
import { CommandBar } from '../../../parts/command/CommandBar.tsx'
import { argsOf } from '../../../parts/command/commandState.ts'
import { withoutKeys } from '../../../parts/command/useCommandKeys.ts'
import { Badge } from '../../../parts/values/formats.tsx'
import { sharesOf } from '../vehicles.ts'
import type { Load, VehicleHead } from './columns.ts'
import '../planning.css'

interface VehicleColumnHeadProps {
  readonly head: VehicleHead
  readonly load: Load
  readonly list: ListMetadata
  /** Its stops, on which the commands act. */
  readonly rows: readonly Row[]
}

export function VehicleColumnHead({ head, load, list, rows }: VehicleColumnHeadProps) {
  const t = useText()
  const { plate, driver, capacity, summary } = head
  const commands = list.groups?.commands.flatMap(name => list.commands.find(command => command.name === name) ?? [])
  return (
    <>
      <h2 className="board-title">
        <span className="tabular">{plate}</span> <span className="board-driver">{driver}</span>
      </h2>
      <LoadBar load={load} capacity={capacity} />
      {/* its line is there before the summary has come: cards must not move under the hand */}
      {rows.length > 0 && (
        <p className="board-facts tabular">
          {summary &&
            t('planning.board.facts', {
              orders: rows.length,
              isBegun: summary.finished > 0 ? 'yes' : 'no',
              finished: summary.finished,
              notified: summary.notified,
              way: summary.kilometres
            })}
        </p>
      )}
      <p className="board-badges">
        {load.isOver && <Badge tone="warning">{t('planning.vehicle.over')}</Badge>}
        {rows.length > 0 && summary ? <RouteMarks list={list} summary={summary} /> : <Absences head={head} />}
      </p>
      {rows.length > 0 && commands && (
        <CommandBar commands={withoutKeys(commands)} rows={rows} label={t('parts.group.commands')} />
      )}
    </>
  )
}

/** The marks of the list's heading; that of the load is said by the load. */
function RouteMarks({ list, summary }: { readonly list: ListMetadata; readonly summary: object }) {
  const t = useText()
  const row = summary as unknown as Row
  return list.groups?.marks
    .filter(({ when }) => !('over' in when) && matches(when, row))
    .map(({ label, tone }) => (
      <Badge key={label} tone={tone}>
        {t(label, argsOf(row))}
      </Badge>
    ))
}

function Absences({ head: { outOfService, driverAway, driverElsewhere } }: Pick<VehicleColumnHeadProps, 'head'>) {
  const t = useText()
  return (
    <>
      {outOfService && <Badge tone="danger">{t('planning.vehicle.outOfService')}</Badge>}
      {driverAway && <Badge tone="danger">{t('planning.vehicle.driverAway')}</Badge>}
      {driverElsewhere.length > 0 && (
        <Badge tone="warning">{t('planning.vehicle.elsewhere', { plates: driverElsewhere.join(', ') })}</Badge>
      )}
    </>
  )
}

function LoadBar({ load, capacity }: { readonly load: Load; readonly capacity: number }) {
  const t = useText()
  const intl = useIntl()
  const text = (amount: number): string => intl.formatNumber(amount, { maximumFractionDigits: 2 })
  const { planned, chosen } = sharesOf({ plannedLoad: load.planned, load: load.coming, capacity })
  const parts = load.coming > 0 ? `${text(load.planned)} + ${text(load.coming)}` : text(load.planned)
  return (
    <p className="board-load">
      <span className="planning-bar" data-over={load.isOver || undefined} aria-hidden="true">
        <span style={{ inlineSize: `${planned}%` }} />
        <span style={{ inlineSize: `${chosen}%` }} />
      </span>
      <span className="tabular">{t('planning.vehicle.load', { load: parts, capacity: text(capacity) })}</span>
    </p>
  )
}
