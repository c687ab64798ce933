/**
 * The panel beside a list, with tabs of several kinds, each with its own commands. It is not modal: the list stays usable. Esc closes
 * it, and the focus returns to the element that opened it, or to the list.
 */
import type { KeyboardEvent } from 'react'
import { useDeferredValue, useId, useRef } from 'react'
import type { PanelMetadata, TabMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { matches } from '../../../src/contract/when.ts'
import { errorText } from '../../alerts.ts'
import { indexAfterKey } from '../../elements/arrowKeys.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { IconButton } from '../../elements/IconButton.tsx'
import { Skeleton } from '../../elements/states.tsx'
import { useReturnedFocus } from '../../elements/useDialogFocus.ts'
import { useText } from '../../i18n.ts'
import { CommandBar } from '../command/CommandBar.tsx'
import { argsOf, availability } from '../command/commandState.ts'
import { composerOf } from './Comments.tsx'
import { PanelHead } from './PanelHead.tsx'
import { TabBody } from './PanelTabs.tsx'
import { isNotFound, useDetail } from './useDetail.ts'

interface SidePanelProps {
  readonly panel: PanelMetadata
  readonly resourceType: string
  readonly id: number
  /** The row as the list has it; undefined if the list has not loaded it. */
  readonly row: Row | undefined
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  readonly onClose: () => void
}

export function SidePanel({ panel, resourceType, id, row, tab, onTab, onClose }: SidePanelProps) {
  const t = useText()
  const uid = useId()
  const { item, error } = useItem(panel, resourceType, id, row)
  const isGone = item === undefined && isNotFound(error)
  const tabs = panel.tabs.filter(({ shown }) => shown === undefined || (item !== undefined && matches(shown, item)))
  const current = tabs.find(({ name }) => name === tab) ?? tabs[0]

  useReturnedFocus(true, useRef(document.activeElement))
  if (!current) return null
  return (
    <aside
      className="parts-panel"
      aria-labelledby={`${uid}-title`}
      onKeyDown={event => {
        if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        {/* with the key, the heading of each item is a new one and takes the focus */}
        <h2 key={id} ref={focusHeading} id={`${uid}-title`} tabIndex={-1}>
          {isGone && t('parts.noneFound')}
          {item && t(panel.title, argsOf(item))}
          {!item && !isGone && <span className="skeleton-bar" />}
        </h2>
        <IconButton icon="times" label={t('ui.close')} onClick={onClose} />
      </header>
      {isGone ? (
        <Gone error={error} />
      ) : (
        <Opened {...{ uid, panel, resourceType, id, item, tabs, current, onTab, onClose }} />
      )}
    </aside>
  )
}

const focusHeading = (heading: HTMLElement | null): void => heading?.focus()

/**
 * Shown if a link points to an item that was removed or that the person may not see. There is no retry, because it would fail
 * again.
 */
const Gone = ({ error }: { readonly error: unknown }) => (
  <section className="state" role="alert">
    <i className="pi pi-search" aria-hidden="true" />
    <p>{errorText(error)}</p>
  </section>
)

interface OpenedProps extends TabListProps {
  readonly panel: PanelMetadata
  readonly resourceType: string
  readonly id: number
  readonly onClose: () => void
}

function Opened({ uid, panel, resourceType, id, item, tabs, current, onTab, onClose }: OpenedProps) {
  // the frame of the panel is drawn at once, so that a tap has a visible effect; the tab's content follows in a deferred render
  const isBodyDrawn = useDeferredValue(true, false)
  return (
    <>
      {panel.head && <PanelHead head={panel.head} resourceType={resourceType} id={id} />}
      <TabList uid={uid} tabs={tabs} current={current} item={item} onTab={onTab} />
      {isBodyDrawn && item && <TabCommands tab={current} item={item} />}
      <div
        id={`${uid}-body`}
        role="tabpanel"
        aria-labelledby={`${uid}-${current.name}`}
        className="parts-tab"
        // the body scrolls, so it must be focusable; a list is focusable itself
        tabIndex={current.kind === 'rows' ? undefined : 0}
      >
        {isBodyDrawn && (
          <Boundary of={`${id}-${current.name}`} waiting={<Skeleton rows={6} />}>
            <TabBody
              key={`${id}-${current.name}`}
              tab={current}
              resourceType={resourceType}
              id={id}
              row={item}
              onClose={onClose}
            />
          </Boundary>
        )}
      </div>
    </>
  )
}

/** The panel's item: the list's row, or the answer of the first tab of fields if the list has not loaded it. */
function useItem(panel: PanelMetadata, resourceType: string, id: number, row: Row | undefined) {
  const load = panel.tabs.flatMap(tab => (tab.kind === 'fields' ? tab.load : []))[0]
  const { data, error } = useDetail<Record<string, unknown>>(resourceType, id, row ? undefined : load)
  const item: Row | undefined = row ?? (data?.data ? { ...data.data, id } : undefined)
  return { item, error }
}

interface TabListProps {
  readonly uid: string
  readonly tabs: readonly TabMetadata[]
  readonly current: TabMetadata
  readonly item: Row | undefined
  readonly onTab: (tab: string) => void
}

/** The number beside the title of a tab; undefined if it is zero or the tab has none. */
const countOn = ({ count }: TabMetadata, item: Row | undefined): number | undefined => {
  const value = count === undefined ? undefined : item?.[count]
  return typeof value === 'number' && value > 0 ? value : undefined
}

const scrollIntoView = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function TabList({ uid, tabs, current, item, onTab }: TabListProps) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === current.name)
    const next = tabs[indexAfterKey(event.key, at, tabs.length, 'horizontal') ?? -1]
    if (!next) return
    event.preventDefault()
    onTab(next.name)
    document.getElementById(`${uid}-${next.name}`)?.focus()
  }
  return (
    <div role="tablist" className="parts-tabs" aria-labelledby={`${uid}-title`} onKeyDown={onKeyDown}>
      {tabs.map(tab => {
        const { name, title, short } = tab
        const count = countOn(tab, item)
        return (
          <button
            key={name}
            ref={name === current.name ? scrollIntoView : undefined}
            type="button"
            role="tab"
            id={`${uid}-${name}`}
            // the number is a description, so that the accessible name of the tab does not change with it
            aria-label={count === undefined && !short ? undefined : t(title)}
            aria-describedby={count === undefined ? undefined : `${uid}-${name}-count`}
            aria-selected={name === current.name}
            aria-controls={`${uid}-body`}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => onTab(name)}
          >
            {t(short ?? title)}
            {count !== undefined && (
              <span id={`${uid}-${name}-count`} className="parts-tab-count">
                {count}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

/** The commands of the tab, which run on the panel's item. Those that need no row on a list get the item, too. */
function TabCommands({ tab, item }: { readonly tab: TabMetadata; readonly item: Row }) {
  const t = useText()
  const composer = composerOf(tab)
  const buttons = tab.commands.filter(command => command !== composer)
  const commands = buttons.map(command =>
    command.selection === 'none' ? { ...command, selection: 'one' as const } : command
  )
  // an empty bar would be drawn as a line
  if (!commands.some(command => availability(command, [item]).shown)) return null
  return <CommandBar commands={commands} rows={[item]} label={t(tab.title)} />
}
