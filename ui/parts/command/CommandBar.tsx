/**
 * A toolbar of commands: a single tab stop whose buttons are reached by the arrow keys, with a menu for those that do not
 * fit. Disabled commands stay reachable and show their reason.
 */
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { indexAfterKey } from '../../elements/arrowKeys.ts'
import { DropMenu } from '../../elements/DropMenu.tsx'
import { useResize } from '../../elements/useResize.ts'
import { useText } from '../../i18n.ts'
import { CommandButton } from './CommandButton.tsx'
import { fitting } from './commandState.ts'
import type { Entry, Labels } from './entries.ts'
import { menuEntriesOf, usefulFirst, usePlaces } from './entries.ts'
import { useCommandKeys } from './useCommandKeys.ts'

interface CommandBarProps {
  readonly commands: readonly CommandMetadata[]
  readonly rows: readonly Row[]
  readonly label: string
  readonly labels?: Labels
  /** Selects and returns the active row: a command's letter acts on it when no row is selected. */
  readonly takeActive?: () => Row | undefined
  /**
   * Gives every command a fixed position while all fit, so that a change of the selection moves no button. The position of a command
   * that does not suit the selection stays empty. Commands that need no row are at the end.
   */
  readonly keepsPlaces?: boolean
}

export function CommandBar({ commands, rows, label, labels, takeActive, keepsPlaces = false }: CommandBarProps) {
  const t = useText()
  const entries = usePlaces(commands, rows, keepsPlaces, labels)
  const bar = useRef<HTMLDivElement>(null)
  // the letters of a panel's commands work only while the focus is in the panel
  const within = () => bar.current?.closest('.parts-panel') ?? null
  useCommandKeys(commands, rows, { within, ...(takeActive ? { takeActive } : {}) })
  const { count, ordered, isCrowded } = useOrder(bar, entries, keepsPlaces)
  const keptFocus = useKeptFocus(bar, ordered.map(widthKey).join())
  const [focused, setFocused] = useState(0)

  const places = ordered.slice(0, count)
  const buttons = places.filter(({ away }) => !away)
  const overflow = ordered.slice(count).filter(({ away }) => !away)
  const stops = buttons.length + (overflow.length > 0 ? 1 : 0)
  const current = Math.min(focused, Math.max(0, stops - 1))

  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).closest('[role=menu]')) return
    const next = indexAfterKey(event.key, current, stops, 'horizontal')
    if (next === undefined) return
    event.preventDefault()
    setFocused(next)
    bar.current?.querySelectorAll<HTMLElement>('[data-toolbar-stop]')[next]?.focus()
  }
  return (
    <div
      ref={bar}
      className="parts-bar"
      role="toolbar"
      aria-label={label}
      data-crowded={isCrowded || undefined}
      onKeyDown={onKeyDown}
      {...keptFocus}
    >
      {places.map(entry => {
        const index = buttons.indexOf(entry)
        return (
          <span
            key={entry.command.name}
            className="parts-bar-item"
            data-width-key={widthKey(entry)}
            data-away={entry.away || undefined}
            data-free={(keepsPlaces && entry.command.selection === 'none') || undefined}
          >
            <CommandButton entry={entry} tabIndex={index === current ? 0 : -1} onFocus={() => setFocused(index)} />
          </span>
        )
      })}
      {overflow.length > 0 && (
        <DropMenu
          label={t('parts.more')}
          icon="ellipsis-h"
          iconOnly
          tabIndex={current === buttons.length ? 0 : -1}
          entries={overflow.flatMap(menuEntriesOf)}
        />
      )}
    </div>
  )
}

/** In pixels: the gap between two buttons, and the width of the overflow menu's button. */
const gap = 4
const menuWidth = 44

/** The width available for buttons, in pixels: the bar's width without its padding. */
function roomIn(bar: HTMLElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(bar)
  return bar.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
}

type Widths = Readonly<Record<string, number>>
const withAll = (old: Widths, measured: readonly (readonly [string, number])[]): Widths => ({
  ...old,
  ...Object.fromEntries(measured)
})

/** The label is part of the key, because a button's width changes with the language. */
const widthKey = (entry: Entry): string => `${entry.command.name} ${entry.label}`

/**
 * A button that is moved to another position, because what it does is no longer possible, loses the focus in the browser. It gets it back
 * unless something else has taken it.
 */
function useKeptFocus(bar: RefObject<HTMLDivElement | null>, order: string) {
  const last = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moves buttons
  useLayoutEffect(() => {
    const button = last.current
    if (document.activeElement !== document.body || !button || !bar.current?.contains(button)) return
    ;(button as HTMLElement).focus()
  }, [bar, order])
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current = null
    }
  }
}

interface Order {
  /** How many of the ordered entries are buttons; the others are in the menu. */
  readonly count: number
  readonly ordered: readonly Entry[]
  /** Whether the bar has not room for the positions of all. */
  readonly isCrowded: boolean
}

/**
 * The entries in the order in which they are drawn, and how many of them fit into the bar. What cannot be used comes last, so that it takes
 * no room from what can. Only in a bar that keeps positions, and that has room for all, does it stay where it is.
 *
 * While the width of any button is unknown, all are drawn and measured before the browser
 * paints. Drawn buttons are measured again when their size changes, for example when the fonts have loaded.
 */
function useOrder(bar: RefObject<HTMLDivElement | null>, entries: readonly Entry[], keepsPlaces: boolean): Order {
  const [widths, setWidths] = useState<Widths>({})
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const unmeasured = entries.some(entry => widths[widthKey(entry)] === undefined)
  const isEmpty = entries.length === 0
  useResize(
    // Measuring forces a layout of the whole page, which is slow on a phone; there most bars are empty.
    () => (isEmpty ? [] : [bar.current]),
    ([element]) => element && setAvailable(roomIn(element)),
    String(isEmpty)
  )
  const widthsOf = (list: readonly Entry[]): number[] => list.map(entry => widths[widthKey(entry)] ?? 0)
  const fitsAll = unmeasured || fitting(widthsOf(entries), available, menuWidth) === entries.length
  const ordered = keepsPlaces && fitsAll ? entries : usefulFirst(entries)
  const count = fitsAll ? ordered.length : fitting(widthsOf(ordered), available, menuWidth)
  useResize(
    () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-width-key]') ?? [])],
    items => {
      const measured = items.map(item => [item.dataset.widthKey ?? '', item.offsetWidth + gap] as const)
      setWidths(old => (measured.every(([key, width]) => old[key] === width) ? old : withAll(old, measured)))
    },
    // other buttons must be measured, too
    ordered.slice(0, count).map(widthKey).join()
  )
  return { count, ordered, isCrowded: !fitsAll }
}
