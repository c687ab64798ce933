/** The columns of the planning board, with what happens on them: choosing, opening, and moving cards. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { Boundary } from '../../../elements/Boundary.tsx'
import { lazyPart } from '../../../elements/lazyPart.tsx'
import { Failed, Skeleton } from '../../../elements/states.tsx'
import { usePhone } from '../../../elements/usePhone.ts'
import { useText } from '../../../i18n.ts'
import { useKeys } from '../../../keys.ts'
import { CommandBar } from '../../../parts/command/CommandBar.tsx'
import { type Runner, RunnerContext, useRunner } from '../../../parts/command/runner.ts'
import { clickMode } from '../../../parts/list/grid/rowKeys.ts'
import type { ListState } from '../../../parts/list/useListPage.ts'
import { BoardColumn, type BoardView } from './BoardColumn.tsx'
import { BoardVehicles } from './BoardVehicles.tsx'
import { CarryBar } from './CarryBar.tsx'
import { ColumnSwitch } from './ColumnSwitch.tsx'
import { loadWith } from './columns.ts'
import {
  type Column,
  columnOf,
  focusedAfter,
  isWithin,
  type Place,
  stayingIn,
  type Target,
  takenWith
} from './moves.ts'
import { pressToDrag } from './pointerDrag.ts'
import { idOf, useActiveCard } from './useActiveCard.ts'
import { useBoardChoice } from './useBoardChoice.ts'
import { useBoardData } from './useBoardData.ts'
import { useCarry } from './useCarry.ts'
import { useMoves } from './useMoves.ts'
import { VehicleColumnHead } from './VehicleColumnHead.tsx'

const PlanMap = lazyPart(() => import('../PlanMap.tsx')).Component

interface Listed {
  readonly list: ListMetadata
  readonly state: ListState
}

interface BoardColumnsProps {
  readonly day: string
  readonly planned: Listed & { readonly runner: Runner }
  readonly toPlan: Listed
}

const mapKey = 'opony.board.map'

export function BoardColumns({ day, planned, toPlan }: BoardColumnsProps) {
  const t = useText()
  const helpId = useId()
  const isPhone = usePhone()
  const area = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const inner = useRunner()
  const data = useBoardData(day, { toPlan: toPlan.state, planned: planned.state })
  const { heads } = data
  const moves = useMoves({
    day,
    toPlan: { list: toPlan.list, runner: inner, rowNow: toPlan.state.rowNow },
    planned: { list: planned.list, runner: planned.runner, rowNow: planned.state.rowNow }
  })
  const columns = moves.shownOf(data.columns)
  const rowOf = (id: number): Row | undefined => data.rowOf(id) ?? moves.rowOf(id)
  const [isMapOpen, setMapOpen] = useState(() => localStorage.getItem(mapKey) === 'open')
  const titleOf = (place: Place): string => {
    const head = place === 'toPlan' ? undefined : heads.get(place)
    return head ? `${head.plate}, ${head.driver}` : t(`${toPlan.list.name}.title`)
  }
  const nameOf = (id: number): string => `${rowOf(id)?.number ?? ''}, ${rowOf(id)?.company ?? ''}`
  const carrying = useCarry({
    ...{ columns, day, nameOf },
    ...{ columnName: ({ place }: Target) => titleOf(place), perform: moves.perform }
  })
  const { carry } = carrying
  const choice = useBoardChoice(columns, { planned: planned.state, toPlan: toPlan.state })
  const focus = useActiveCard(area, columns, [planned.state, toPlan.state])
  const [shownPlace, setShownPlace] = useState<Place>('toPlan')
  // what is carried is shown where it would be put
  const here = (carry !== undefined && carry.by !== 'drag' && carry.target?.place) || shownPlace
  const shown = columns.some(({ place }) => place === here) ? here : 'toPlan'
  const target = carry?.target?.place
  useEffect(() => {
    const column = area.current?.querySelector(`[data-place="${target}"]`)
    if (target !== undefined) column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [target])
  // a drag outlasts many renderings
  const present = useRef({ carrying, choice })
  useLayoutEffect(() => {
    present.current = { carrying, choice }
  })
  useKeys([
    { keys: ' ', label: 'planning.board.keys.pick', group: 'list' },
    { keys: 'Arrows', label: 'planning.board.keys.move', group: 'list' }
  ])

  const pick = (id: number, by: 'keys' | 'tap'): void => carrying.start(takenWith(id, choice.with(id)), by)
  const put = (target: Target | undefined): void => {
    if (target && isPhone) setShownPlace(target.place)
    carrying.dropAt(target)
    focus.keep()
  }
  const giveBack = (): void => {
    carrying.cancel()
    focus.keep()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.target as Element).closest('dialog, select, input, [role=menu]')) return
    const handled = carry ? onCarryKey(event) : onCardKey(event)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onCarryKey = ({ key, target }: KeyboardEvent): boolean => {
    if (key === 'Escape') giveBack()
    else if (key === 'Enter' || key === ' ') {
      // a button that has the focus does what it says
      if ((target as Element).closest('button')) return false
      put(carry?.target)
    } else return carrying.step(key)
    return true
  }
  const onCardKey = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (key === 'Escape') return choice.clearToPlan()
    const id = idOf(event.target)
    if (id === undefined || event.altKey) return false
    const next = focusedAfter(columns, id, key)
    if (next !== undefined) {
      if (shiftKey && columnOf(columns, next)?.ids.includes(id)) choice.choose(next, 'range', id)
      else choice.anchorAt(next)
      focus.go(next)
    } else if (key === ' ' && (ctrlKey || metaKey)) choice.choose(id, 'toggle')
    else if (key === ' ') pick(id, 'keys')
    else if (key === 'Enter') open(id)
    else return false
    return true
  }
  /** Opens the panel of a stop; what is to be planned has none here. */
  const open = (id: number): void => {
    const { rows, view } = planned.state
    const index = rows.indexOf(id)
    const row = rowOf(id)
    if (row && index !== undefined) view.onOpen(row, index)
  }
  const onClick = (event: MouseEvent): void => {
    const id = idOf(event.target)
    if (id === undefined) return
    const column = columnOf(columns, id)
    focus.go(id)
    if (carry?.ids.includes(id)) giveBack()
    else if (carry && column) put({ place: column.place, at: stayingIn(column, carry.ids).indexOf(id) })
    else if ((event.target as Element).closest('[data-handle]')) pick(id, 'tap')
    else if (isPhone && column?.place !== 'toPlan') open(id)
    else choice.choose(id, clickMode(event, isPhone ? 'toggle' : 'only'))
  }
  const view: BoardView = {
    ...{ rowOf, helpId, isSettled: moves.isSettled, active: focus.active, chosen: choice.ids },
    carried: carry?.ids ?? [],
    target: carry?.target,
    isWithin: carry?.target !== undefined && isWithin(columns, carry.ids, carry.target.place),
    onDropIn: carry?.by === 'tap' ? put : undefined
  }
  const vehicleColumn = (column: Column): ReactNode => {
    const head = typeof column.place === 'number' ? heads.get(column.place) : undefined
    if (!head) return null
    const coming = carry?.target?.place === head.id ? carry.ids : []
    const load = loadWith(head, { before: data.columns, shown: columns, coming, rowOf })
    const rows = column.ids.flatMap(id => rowOf(id) ?? [])
    return (
      <BoardColumn
        key={column.place}
        column={column}
        list={planned.list}
        view={view}
        name={titleOf(column.place)}
        head={<VehicleColumnHead head={head} load={load} list={planned.list} rows={rows} />}
        empty={t('planning.board.empty')}
        isHidden={isPhone && shown !== column.place}
      />
    )
  }
  const [waiting, ...vehicles] = columns
  const toggleMap = (): void => {
    localStorage.setItem(mapKey, isMapOpen ? 'closed' : 'open')
    setMapOpen(!isMapOpen)
  }
  if (data.error) return <Failed error={data.error} retry={data.retry} />
  if (!data.isReady || !waiting) return <Skeleton rows={8} />
  return (
    <>
      <div className="board-tools">
        <p id={helpId} className="board-help">
          {t(isPhone ? 'planning.board.howTouch' : 'planning.board.how')}
        </p>
        <button type="button" className="button quiet" aria-expanded={isMapOpen} onClick={toggleMap}>
          <i className="pi pi-map" aria-hidden="true" />
          {t(isMapOpen ? 'planning.beside.hideMap' : 'planning.beside.map')}
        </button>
      </div>
      {isPhone && (
        <ColumnSwitch
          places={columns.map(({ place, ids }) => ({ place, title: titleOf(place), count: ids.length }))}
          shown={shown}
          onShow={place => (carry ? carrying.enter(place) : setShownPlace(place))}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards have the focus; their keys, clicks and presses are handled here */}
      <div
        ref={area}
        className="board-area"
        data-focus-home
        data-dragging={carry?.by === 'drag' || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={event => {
          const id = idOf(event.target)
          if (id !== undefined && !isPhone) open(id)
        }}
        {...focus.handlers}
        onPointerDown={event =>
          pressToDrag(event, {
            ghost: () => ghost.current,
            chosenWith: id => present.current.choice.with(id),
            onStart: ids => present.current.carrying.start(ids, 'drag'),
            onOver: target => present.current.carrying.over(target),
            onDrop: (ids, target) => present.current.carrying.dropAt(target, ids),
            onCancel: ids => present.current.carrying.cancel(ids)
          })
        }
      >
        <BoardColumn
          column={waiting}
          list={toPlan.list}
          view={view}
          name={titleOf('toPlan')}
          head={
            <>
              <h2 className="board-title">
                {titleOf('toPlan')} <span className="board-count tabular">{toPlan.state.rows.total}</span>
              </h2>
              <CommandBar
                commands={toPlan.list.commands}
                rows={toPlan.state.selectedRows}
                takeActive={toPlan.state.takeActive}
                label={titleOf('toPlan')}
              />
            </>
          }
          empty={t(`${toPlan.list.name}.empty`)}
          isHidden={isPhone && shown !== 'toPlan'}
          scroller={toPlan.state.view.scroller}
        />
        <RunnerContext.Provider value={planned.runner}>
          <BoardVehicles columns={vehicles} draw={vehicleColumn} scroller={planned.state.view.scroller} />
        </RunnerContext.Provider>
        {isMapOpen && (
          <div className="board-map">
            <Boundary waiting={null}>
              <PlanMap day={day} chosen={toPlan.state.url.rows} onChoose={ids => toPlan.state.change({ rows: ids })} />
            </Boundary>
          </div>
        )}
      </div>
      {carry && (
        <CarryBar
          ghost={ghost}
          isDragged={carry.by === 'drag'}
          text={t('planning.board.carrying', carrying.namesOf(carry.ids))}
          onDrop={isPhone && carry.target ? () => put(carry.target) : undefined}
          onCancel={giveBack}
        />
      )}
      <p className="visually-hidden" role="status">
        {carrying.announcement}
      </p>
    </>
  )
}
