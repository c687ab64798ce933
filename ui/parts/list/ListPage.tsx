/**
 * A list page drawn from its face: search, filters, rows, commands, panel. All that a person has set stands in the URL
 * (`listUrl.ts`), so that a reload, a link and Back find it again.
 */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { Failed } from '../../elements/states.tsx'
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import { CommandBar } from '../command/CommandBar.tsx'
import { CommandRunner } from '../command/CommandRunner.tsx'
import type { CommandHost } from '../command/commandState.ts'
import { OpenForm, SidePanel } from '../command/lazy.ts'
import { useCommand } from '../command/runner.ts'
import { textOf, useSpeaker } from '../values/formats.tsx'
import { layoutOf } from './groups.ts'
import { ListCards } from './ListCards.tsx'
import { EmptyList, MainCommand, withoutMain } from './ListEmpty.tsx'
import { Filter } from './ListFilters.tsx'
import { ListGrid, rowHeight } from './ListGrid.tsx'
import type { Pick } from './selection.ts'
import { chosen } from './selection.ts'
import { useListUrl } from './useListUrl.ts'
import type { Row, Visible } from './useRows.ts'
import { useRows } from './useRows.ts'
import { useWatchedScroll } from './useWatchedScroll.ts'
import './list.css'
import '../command/open.css'
import '../panel/panel.css'

export function ListPage({ face, title }: { readonly face: ListMetadata; readonly title: string }) {
  const t = useText()
  const speaker = useSpeaker()
  const phone = usePhone()
  const [url, change] = useListUrl(face)
  const [startAt] = useState(url.at)
  const [visible, setVisible] = useState<Visible>({ first: url.at, last: url.at })
  const [place, setPlace] = useState({ active: url.at, anchor: url.at })
  const rows = useRows(face, url, visible)
  const layout = useMemo(
    () => layoutOf(face.groupBy?.key, rows.count, rows.rowAt),
    [face.groupBy, rows.count, rows.rowAt]
  )

  const seen = useRef(new Map<number, Row>())
  const chosenRows = useMemo(() => {
    const found = url.rows.flatMap(id => {
      const index = rows.indexOf(id)
      return (index === undefined ? seen.current.get(id) : rows.rowAt(index)) ?? []
    })
    seen.current = new Map(found.map(row => [row.id, row]))
    return found
  }, [url.rows, rows.indexOf, rows.rowAt])
  const choice = { ...place, ids: url.rows }

  const onRest = useCallback((index: number) => change({ at: index }), [change])
  const { scroller, fresh, showFresh } = useWatchedScroll({
    rows,
    layout,
    visible,
    chosen: url.rows,
    rowHeight: phone ? undefined : rowHeight,
    margin: face.margin,
    onRest
  })
  const asked = JSON.stringify([url.search, url.sort, url.filters])
  const earlier = useRef(asked)
  useEffect(() => {
    if (earlier.current === asked) return
    earlier.current = asked
    scroller.ref.current?.scrollTo({ top: 0 })
    setPlace({ active: 0, anchor: 0 })
    change({ rows: [], at: 0 })
  }, [asked, change, scroller.ref])

  const labelOf = (row: Row): string => {
    const [first] = face.columns
    return first ? textOf(speaker, first.schema, row[first.key]) : String(row.id)
  }
  const idAt = (index: number): number | undefined => rows.rowAt(index)?.id
  const onPick = (pick: Pick): void => {
    const next = chosen(choice, pick, idAt, face.selection)
    setPlace({ active: next.active, anchor: next.anchor })
    const moved = url.panel !== undefined && pick.mode === 'only' && next.ids[0]
    change({ rows: next.ids, ...(moved ? { panel: moved } : {}) })
  }
  const onOpen = (row: Row, index: number): void => {
    if (!face.opens || !face.panel) return
    setPlace({ active: index, anchor: index })
    change({ rows: [row.id], panel: row.id }, 'push')
  }
  const closePanel = (): void => {
    change({ panel: undefined, tab: undefined, ...(phone ? { rows: [] } : {}) })
    scroller.ref.current?.focus()
  }
  const host: CommandHost = {
    resourceType: face.resourceType,
    panel: face.panel?.name,
    labelOf,
    deselect: ids => change({ rows: url.rows.filter(id => !ids.includes(id)) }),
    openPanel: (id, tab) => change({ rows: [id], panel: id, tab }, 'push'),
    closePanel: () => url.panel !== undefined && closePanel(),
    onAsking: command => change({ command })
  }
  const clear = (): void => change({ search: '', filters: {} })
  const filtered = url.search !== '' || Object.keys(url.filters).length > 0
  const panelRow = chosenRows.find(({ id }) => id === url.panel)
  const empty = rows.total === 0 && !rows.stale
  const view = {
    face,
    rows,
    layout,
    choice,
    sort: url.sort,
    startAt,
    label: title,
    scroller,
    onPick,
    onOpen,
    onVisible: setVisible,
    onSort: (sort: string) => change({ sort }),
    onMove: (index: number) => setPlace({ active: index, anchor: index })
  }
  const open = face.panel !== undefined && url.panel !== undefined

  return (
    <CommandRunner host={host}>
      <Reopen command={url.command} face={face} rows={chosenRows} whole={chosenRows.length === url.rows.length} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the Esc that nothing inside has used */}
      <div
        className="parts-page"
        data-open={open || undefined}
        onKeyDown={event => {
          if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
          if (open) closePanel()
          else if (url.rows.length > 0) change({ rows: [] })
        }}
      >
        <div className="parts-main">
          <div className="parts-tools">
            <CommandBar
              commands={phone ? withoutMain(face.commands) : face.commands.filter(command => !isOpen(command))}
              rows={chosenRows}
              label={t('parts.commands')}
            />
            {face.filters.map(filter => (
              <Filter
                key={filter.key}
                filter={filter}
                value={url.filters[filter.key] ?? ''}
                onChange={value => change({ filters: { ...url.filters, [filter.key]: value } })}
              />
            ))}
          </div>
          {!phone &&
            face.commands.map(
              command =>
                isOpen(command) && (
                  <Suspense key={command.name} fallback={<div className="parts-open parts-open-bone" />}>
                    <OpenForm command={command} form={command.form} rows={chosenRows} onDone={host.deselect} />
                  </Suspense>
                )
            )}
          <div className="parts-told">
            <p role="status">{!rows.stale && <Found face={face} filtered={filtered} {...rows} />}</p>
            {url.rows.length > 1 && <p>{t('parts.chosen', { count: url.rows.length })}</p>}
          </div>
          {rows.error !== undefined && rows.error !== null && <Failed error={rows.error} retry={rows.retry} />}
          {empty ? (
            <EmptyList face={face} filtered={filtered} onClear={clear} />
          ) : (
            rows.count > 0 && (
              <div className="parts-rows">
                {phone ? <ListCards {...view} /> : <ListGrid {...view} />}
                {fresh > 0 && (
                  <button type="button" className="parts-fresh" onClick={showFresh}>
                    <i className="pi pi-arrow-up" aria-hidden="true" />
                    {t('parts.fresh', { count: fresh })}
                  </button>
                )}
              </div>
            )
          )}
          {phone && url.rows.length === 0 && rows.count > 0 && !empty && <MainCommand commands={face.commands} />}
        </div>
        {open && face.panel && url.panel !== undefined && (
          <Suspense fallback={<div className="parts-panel" />}>
            <SidePanel
              panel={face.panel}
              resourceType={face.resourceType}
              id={url.panel}
              row={panelRow}
              tab={url.tab}
              onTab={tab => change({ tab })}
              onClose={closePanel}
            />
          </Suspense>
        )}
      </div>
    </CommandRunner>
  )
}

interface FoundProps {
  readonly face: ListMetadata
  readonly filtered: boolean
  readonly total: number | undefined
  readonly totalCapped: boolean
}

/** How many were found (or are there), and whether counting stopped. */
function Found({ face, filtered, total, totalCapped }: FoundProps) {
  const t = useText()
  if (total === undefined) return null
  const said = filtered && face.search ? face.search.found : 'parts.total'
  return (
    <>
      {t(said, { count: total })}
      {totalCapped && ` (${t('parts.capped')})`}
    </>
  )
}

interface ReopenProps {
  readonly command: string | undefined
  readonly face: ListMetadata
  readonly rows: readonly Row[]
  readonly whole: boolean
}

/** Opens the form that the URL names, once, as soon as its rows are there. */
function Reopen({ command, face, rows, whole }: ReopenProps) {
  const handle = useCommand()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !whole) return
    done.current = true
    const named = commandsOf(face).find(({ name, form }) => name === command && form)
    const { shown, refusal, run } = named ? handle(named, rows) : { shown: false, refusal: undefined, run: () => {} }
    if (shown && !refusal) run()
  })
  return null
}

/** Whether its form stands open; on a phone it is a button and a dialog like the others. */
const isOpen = (command: CommandMetadata): command is CommandMetadata & { readonly form: FormMetadata } =>
  command.inline && command.form !== undefined

const commandsOf = (face: ListMetadata): CommandMetadata[] => [
  ...face.commands,
  ...(face.panel?.tabs.flatMap(tab => tab.commands) ?? [])
]
