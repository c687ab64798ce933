/** What of a list page is drawn: tools, counts, rows, the panel beside them, and the line of what is selected. */

import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { IconButton } from '../../elements/IconButton.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { flatWindow, useMediaQuery } from '../../theme/mediaQuery.ts'
import { CommandBar } from '../command/CommandBar.tsx'
import { ColumnsButton } from './columns/ColumnsButton.tsx'
import { BesideButton, useBeside } from './day/BesideButton.tsx'
import type { useLook } from './day/look.ts'
import { EmptyList } from './EmptyList.tsx'
import { FilterChips } from './filters/FilterChips.tsx'
import { Filters } from './filters/Filters.tsx'
import { ListCards } from './grid/ListCards.tsx'
import { ListGrid } from './grid/ListGrid.tsx'
import { RowlessGroups } from './grid/RowlessGroups.tsx'
import { OpenForm, SidePanel } from './lazyPanel.ts'
import { cleared, isNarrowed } from './listUrl.ts'
import { MainCommand, withoutMain } from './MainCommand.tsx'
import { hasOpenForm } from './openForms.ts'
import { SelectAll, SelectionLine } from './rows/SelectionLine.tsx'
import { SheetButton } from './SheetButton.tsx'
import { useFocusOnceEmpty } from './useFocusOnceEmpty.ts'
import { useListKeys } from './useListKeys.ts'
import type { ListState } from './useListPage.ts'
import type { PresentView } from './views/useView.ts'
import { ViewsButton } from './views/ViewsButton.tsx'
import './list.css'
import './grid/rowNotes.css'
import './grid/grid.css'
import '../command/open.css'
import '../panel/panel.css'
import './lowWindow.css'

const Beside = lazyPart(() => import('./day/Beside.tsx')).Component
const DayBoard = lazyPart(() => import('./day/DayBoard.tsx')).Component
const DaySteps = lazyPart(() => import('./day/DaySteps.tsx')).Component

interface ListProps {
  /** The list with the sort, filters and grouping of the view that the URL names. */
  readonly list: ListMetadata
  /** The list without a view. */
  readonly plain: ListMetadata
  readonly state: ListState
}

interface ListBodyProps extends ListProps {
  readonly view: PresentView
  /** Whether a day is shown as rows or as its board. */
  readonly look: ReturnType<typeof useLook>
  readonly title: string
}

export function ListBody({ list, plain, view, look, state, title }: ListBodyProps) {
  const { formsFold, url, change, rows, selectedRows, panelRow, closePanel, deselect } = state
  const { panel } = list
  const { isBoard } = look
  const beside = useBeside()
  const deferredPanel = useDeferredValue(url.panel)
  // on a phone the tapped card is drawn first, and the panel over it in a deferred render
  const panelId = state.phone && url.panel !== undefined ? deferredPanel : url.panel
  const isPanelOpen = panel !== undefined && panelId !== undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the Esc that no element inside has handled
    <div
      className="parts-page"
      data-open={isPanelOpen || undefined}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog, [popover]'))
          return
        if (isPanelOpen) closePanel()
        else if (url.rows.length > 0) deselect()
      }}
    >
      {/* above both list and panel, so that opening a panel changes neither the width of the tools nor the height of the rows */}
      <ListTools list={list} plain={plain} state={state} />
      {!formsFold &&
        list.commands.filter(hasOpenForm).map(command => (
          <Boundary key={command.name} waiting={<div className="parts-open" />}>
            <OpenForm command={command} form={command.form} rows={selectedRows} />
          </Boundary>
        ))}
      <Counts list={list} plain={plain} state={state} view={view} beside={beside} look={look} />
      <div className="parts-body">
        <div className="parts-main">
          {list.groups?.rowless && <RowlessGroups groups={list.groups.rowless} resourceType={list.resourceType} />}
          {rows.error !== undefined && rows.error !== null && <Failed error={rows.error} retry={state.retry} />}
          {isBoard ? (
            <Boundary waiting={<Skeleton />}>
              <DayBoard list={list} state={state} />
            </Boundary>
          ) : (
            <RowsArea list={list} plain={plain} state={state} label={title} />
          )}
        </div>
        {beside.isShown && !isBoard && !isPanelOpen && list.day && (
          <Boundary waiting={<div className="parts-panel" />}>
            <Beside list={list} day={url.filters[list.day.filter] ?? ''} />
          </Boundary>
        )}
        {isPanelOpen && (
          <Boundary
            of={panelId}
            waiting={<div className="parts-panel" />}
            frame={message => <FailedPanel onClose={closePanel}>{message}</FailedPanel>}
          >
            <SidePanel
              panel={panel}
              resourceType={list.resourceType}
              id={panelId}
              row={panelRow}
              tab={url.tab}
              onTab={tab => change({ tab })}
              onClose={closePanel}
            />
          </Boundary>
        )}
      </div>
      {hasFooter(list, state) && (
        <div className="parts-selected">
          <SelectionLine list={list} state={state} />
        </div>
      )}
    </div>
  )
}

interface FailedPanelProps {
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The frame of a panel that could not be drawn: it can be closed. */
function FailedPanel({ children, onClose }: FailedPanelProps) {
  const t = useText()
  return (
    <aside className="parts-panel">
      <header>
        <span />
        <IconButton icon="times" label={t('ui.close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}

function ListTools({ list, plain, state }: ListProps) {
  const t = useText()
  const { phone, formsFold, url, change, selectedRows, rows, takeActive } = state
  useListKeys(list, state)
  // an empty list shows the main command in the middle of the page
  const isFlat = useMediaQuery(flatWindow)
  const showsMain = (!phone || isFlat) && (rows.total !== 0 || isNarrowed(plain, url))
  const inBar = withoutMain(list.commands)
  const commands = formsFold ? inBar : inBar.filter(command => !hasOpenForm(command))
  return (
    <div className="parts-tools">
      <CommandBar
        commands={commands}
        rows={selectedRows}
        takeActive={takeActive}
        keepsPlaces={!phone}
        label={t('parts.commands')}
      />
      <Filters plain={plain} url={url} change={change} />
      {showsMain && <MainCommand commands={list.commands} rows={selectedRows} />}
    </div>
  )
}

/**
 * Whether a line below the rows is reserved for the selection, so that selecting rows moves neither the filter chips nor the rows. On
 * a phone the selection is shown beside the counts instead.
 */
const hasFooter = ({ selection }: ListMetadata, { phone }: ListState): boolean => selection === 'many' && !phone

interface CountsProps extends ListProps {
  readonly view: PresentView
  readonly beside: ReturnType<typeof useBeside>
  readonly look: ReturnType<typeof useLook>
}

/** How many rows there are, or were found, and whether counting stopped at a limit. */
function Counts({ list, plain, state, view, beside, look }: CountsProps) {
  const t = useText()
  const { rows, url, change } = state
  const hasRows = rows.total !== undefined && rows.total > 0
  const capped = list.search?.isOfNewest && url.search !== '' ? 'parts.cappedNewest' : 'parts.capped'
  const message = isNarrowed(plain, url) && list.search ? list.search.found : 'parts.total'
  return (
    <div className="parts-counts">
      {list.day && (
        <Boundary small waiting={<div className="parts-steps-place" />}>
          <DaySteps
            day={url.filters[list.day.filter] ?? ''}
            look={look}
            onDay={day => list.day && change({ filters: { ...url.filters, [list.day.filter]: day }, rows: [], at: 0 })}
          />
        </Boundary>
      )}
      <FilterChips plain={plain} url={url} change={change}>
        <p role="status">
          {!rows.stale && rows.total !== undefined && (
            <>
              {t(message, { count: rows.total })}
              {rows.totalCapped && ` (${t(capped)})`}
            </>
          )}
        </p>
      </FilterChips>
      {!hasFooter(list, state) && <SelectionLine list={list} state={state} />}
      {view.isGone && <p>{t('parts.view.gone')}</p>}
      {view.saved && !view.saved.isWhole && <p>{t('parts.view.partly')}</p>}
      <span className="parts-counts-end">
        {!look.isBoard && <BesideButton list={list} isShown={beside.isShown} onToggle={beside.toggle} />}
        <ViewsButton plain={plain} view={view} url={url} change={change} />
        {hasRows && !look.isBoard && !state.phone && <ColumnsButton list={list} grid={state.view.scroller.ref} />}
        {hasRows && <SheetButton list={list} plain={plain} url={url} />}
      </span>
    </div>
  )
}

function RowsArea({ list, plain, state, label }: ListProps & { readonly label: string }) {
  const t = useText()
  const { phone, url, change, rows, view, newRows, showNewRows } = state
  const isFlat = useMediaQuery(flatWindow)
  const isEmpty = rows.total === 0 && !rows.stale
  useFocusOnceEmpty(isEmpty)
  if (isEmpty) {
    return (
      <EmptyList
        list={list}
        filtered={isNarrowed(plain, url)}
        onClear={() => change(cleared(plain))}
        {...(list.search && { search: url.search })}
      />
    )
  }
  if (rows.count === 0) return null
  return (
    <>
      <div className="parts-rows">
        {phone ? (
          <ListCards {...view} label={label} />
        ) : (
          <ListGrid {...view} label={label} headTick={<SelectAll state={state} />} />
        )}
        {newRows > 0 && (
          <button type="button" className="parts-new-rows" onClick={showNewRows}>
            <i className="pi pi-arrow-up" aria-hidden="true" />
            {t('parts.fresh', { count: newRows })}
          </button>
        )}
      </div>
      {phone && !isFlat && (url.rows.length === 0 || url.panel !== undefined) && (
        <MainCommand commands={list.commands} />
      )}
    </>
  )
}
