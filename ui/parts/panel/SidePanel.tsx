/**
 * The panel beside a list: tabs of a few kinds, each with its own commands. It is not modal: the list stays at hand.
 * Esc closes it and the focus goes back to the row.
 */
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef } from 'react'
import type { PanelMetadata, TabMetadata } from '../../../src/contract/panel.ts'
import { useText } from '../../i18n.ts'
import { CommandBar } from '../command/CommandBar.tsx'
import { argsOf } from '../command/commandState.ts'
import type { Row } from '../list/useRows.ts'
import { composerOf } from './Comments.tsx'
import { TabBody } from './PanelTabs.tsx'
import { useDetail } from './useDetail.ts'

interface SidePanelProps {
  readonly panel: PanelMetadata
  readonly resourceType: string
  readonly id: number
  /** The row as the list shows it; absent when the list has not loaded it. */
  readonly row: Row | undefined
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  readonly onClose: () => void
}

const detailsOf = (panel: PanelMetadata): string | undefined =>
  panel.tabs.flatMap(tab => (tab.kind === 'fields' ? tab.load : []))[0]

export function SidePanel({ panel, resourceType, id, row, tab, onTab, onClose }: SidePanelProps) {
  const t = useText()
  const uid = useId()
  const place = useRef<HTMLElement>(null)
  const load = detailsOf(panel)
  const { data } = useDetail<Record<string, unknown>>(resourceType, id, row ? undefined : load)
  const thing = row ?? (data?.data ? ({ ...data.data, id } as Row) : undefined)
  const current = panel.tabs.find(({ name }) => name === tab) ?? panel.tabs[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus enters anew for each thing
  useEffect(() => {
    const heading = place.current?.querySelector('h2')
    heading?.focus()
  }, [id])

  const currentName = current?.name
  useEffect(() => {
    if (currentName)
      document.getElementById(`${uid}-${currentName}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentName, uid])

  const onTabKey = (event: KeyboardEvent): void => {
    const at = panel.tabs.findIndex(({ name }) => name === current?.name)
    const count = panel.tabs.length
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % count,
      ArrowLeft: (at - 1 + count) % count,
      Home: 0,
      End: count - 1
    }
    const next = panel.tabs[steps[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onTab(next.name)
    document.getElementById(`${uid}-${next.name}`)?.focus()
  }
  if (!current) return null
  return (
    <aside
      ref={place}
      className="parts-panel"
      aria-labelledby={`${uid}-title`}
      onKeyDown={event => {
        if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <h2 id={`${uid}-title`} tabIndex={-1}>
          {thing ? t(panel.title, argsOf(thing)) : <span className="parts-bone" />}
        </h2>
        <button type="button" className="button quiet icon" onClick={onClose} aria-label={t('ui.close')}>
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      </header>
      <div role="tablist" className="parts-tabs" aria-labelledby={`${uid}-title`} onKeyDown={onTabKey}>
        {panel.tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${uid}-${name}`}
            aria-selected={name === current.name}
            aria-controls={`${uid}-body`}
            tabIndex={name === current.name ? 0 : -1}
            onClick={() => onTab(name)}
          >
            {t(title)}
          </button>
        ))}
      </div>
      {thing && <TabCommands tab={current} thing={thing} />}
      <div
        id={`${uid}-body`}
        role="tabpanel"
        aria-labelledby={`${uid}-${current.name}`}
        className="parts-tab"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab's body scrolls, so that a keyboard must reach it
        tabIndex={0}
      >
        <TabBody
          key={`${id}-${current.name}`}
          tab={current}
          resourceType={resourceType}
          id={id}
          row={thing}
          onClose={onClose}
        />
      </div>
    </aside>
  )
}

function TabCommands({ tab, thing }: { readonly tab: TabMetadata; readonly thing: Row }) {
  const t = useText()
  const composer = composerOf(tab)
  const buttons = tab.commands.filter(command => command !== composer)
  const commands = buttons.map(command =>
    command.selection === 'none' ? { ...command, selection: 'one' as const } : command
  )
  if (commands.length === 0) return null
  return <CommandBar commands={commands} rows={[thing]} label={t(tab.title)} />
}
