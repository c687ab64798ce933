/**
 * One toolbar: a single tab stop walked by arrows, with a menu for what does not fit. A grey command stays reachable and
 * says why, to the pointer, to the keyboard and to a screen reader.
 */
import type { KeyboardEvent } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { refusalKey } from '../../../src/contract/command.ts'
import type { MenuEntry } from '../../elements/DropMenu.tsx'
import { DropMenu } from '../../elements/DropMenu.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { Row } from '../list/useRows.ts'
import { fitting } from './commandState.ts'
import { useCommand } from './runner.ts'
import './command.css'

interface CommandBarProps {
  readonly commands: readonly CommandMetadata[]
  readonly rows: readonly Row[]
  readonly label: string
}

export interface Entry {
  readonly command: CommandMetadata
  readonly label: string
  /** Why it is grey. */
  readonly why: string | undefined
  readonly busy: boolean
  readonly run: () => void
  readonly words: readonly MenuEntry[] | undefined
}

/** The commands that suit the chosen rows, ready to be drawn anywhere. */
export function useEntries(commands: readonly CommandMetadata[], rows: readonly Row[]): Entry[] {
  const t = useText()
  const vocabularies = useVocabularies()
  const command = useCommand()
  return commands.flatMap(face => {
    const { shown, refusal, busy, run } = command(face, rows)
    if (!shown) return []
    const vocabulary = face.menu && vocabularies[face.menu.vocabulary]
    const words = vocabulary?.members
      .filter(({ code }) => !face.menu?.except.includes(code))
      .map(({ code, name }) => ({ key: name, label: t(`${vocabulary.name}.${name}`), run: () => run(code) }))
    const why = refusal && t(refusalKey(face, refusal.field))
    return [{ command: face, label: t(`${face.name}.label`), why, busy, run: () => run(), words }]
  })
}

const gap = 4
const moreWidth = 44

export function CommandBar({ commands, rows, label }: CommandBarProps) {
  const t = useText()
  const entries = useEntries(commands, rows)
  const bar = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const [at, setAt] = useState(0)
  const widthKey = (entry: Entry): string => `${entry.command.name} ${entry.label}`
  const unknown = entries.some(entry => widths[widthKey(entry)] === undefined)

  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth))
    observer.observe(element)
    setAvailable(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (!unknown || !bar.current) return
    const measured = [...bar.current.querySelectorAll<HTMLElement>('[data-width-key]')].map(element => [
      element.dataset.widthKey ?? '',
      element.offsetWidth + gap
    ])
    setWidths(known => ({ ...known, ...Object.fromEntries(measured) }))
  }, [unknown])

  const sizes = entries.map(entry => widths[widthKey(entry)] ?? 0)
  const fits = unknown ? entries.length : fitting(sizes, available, moreWidth)
  const placed = entries.slice(0, fits)
  const rest = entries.slice(fits)
  const stops = placed.length + (rest.length > 0 ? 1 : 0)
  const current = Math.min(at, Math.max(0, stops - 1))

  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).closest('[role=menu]')) return
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (current + 1) % stops,
      ArrowLeft: (current - 1 + stops) % stops,
      Home: 0,
      End: stops - 1
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    bar.current?.querySelectorAll<HTMLElement>('[data-stop]')[next]?.focus()
  }
  return (
    <div ref={bar} className="parts-bar" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {placed.map((entry, index) => (
        <span key={entry.command.name} className="parts-bar-item" data-width-key={widthKey(entry)}>
          <CommandButton entry={entry} tabIndex={index === current ? 0 : -1} onFocus={() => setAt(index)} />
        </span>
      ))}
      {rest.length > 0 && (
        <DropMenu
          label={t('parts.more')}
          icon="ellipsis-h"
          bare
          tabIndex={current === placed.length ? 0 : -1}
          entries={rest.flatMap(menuEntriesOf)}
        />
      )}
    </div>
  )
}

/** A command as entries of a menu: its words, or itself. */
export const menuEntriesOf = ({ command, label, why, run, words }: Entry): MenuEntry[] =>
  words && !why
    ? words.map(word => ({ ...word, key: `${command.name} ${word.key}`, label: `${label}: ${word.label}` }))
    : [{ key: command.name, label, icon: command.icon, tone: command.tone, why, run }]

interface CommandButtonProps {
  readonly entry: Entry
  readonly tabIndex?: number
  readonly onFocus?: () => void
  readonly primary?: boolean
}

export function CommandButton({ entry, tabIndex = 0, onFocus, primary }: CommandButtonProps) {
  const { command, label, why, busy, run, words } = entry
  const id = useId()
  if (words && !why)
    return <DropMenu label={label} icon={command.icon} tabIndex={tabIndex} entries={words} primary={primary ?? false} />
  const look = primary ? 'primary' : `quiet${command.tone === 'danger' ? ' parts-danger' : ''}`
  return (
    <span className="parts-why-place">
      <button
        type="button"
        data-stop
        className={`button ${look}`}
        tabIndex={tabIndex}
        aria-disabled={why !== undefined || busy}
        aria-describedby={why ? id : undefined}
        onFocus={onFocus}
        onClick={() => {
          if (!why && !busy) run()
        }}
      >
        <i className={`pi pi-${busy ? 'spinner parts-spin' : command.icon}`} aria-hidden="true" />
        {label}
      </button>
      {why && (
        <span id={id} role="tooltip" className="parts-why">
          {why}
        </span>
      )}
    </span>
  )
}
