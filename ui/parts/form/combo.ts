/**
 * A text box that offers search results (the ARIA combobox pattern): the typed text, the search after a
 * pause in typing, and the keys. Each box decides what is searched and how results are drawn.
 */
import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTypedText } from '../../elements/useTypedText.ts'

/** Milliseconds without typing after which the search starts. */
const debounce = 350

interface Entered {
  readonly open: boolean
  /** The text in the box since somebody has typed; undefined while nobody has. */
  readonly typed: string | undefined
  /** The text that the options were found for. */
  readonly asked: string
  readonly isLoading: boolean
  readonly hasActive: boolean
}

/**
 * What Enter does: it chooses the active option, or sends the form if the box has no open search. Options for an earlier text do
 * not count for a newer one, and a text that is no option is never sent: a newer text is searched for at once, and the other stays
 * in the box.
 */
export function enterOn({ open, typed, asked, isLoading, hasActive }: Entered): 'send' | 'ask' | 'choose' | 'stay' {
  const text = typed?.trim() ?? ''
  if (!open) return 'send'
  if (typed !== undefined && (text !== asked || isLoading)) return 'ask'
  if (hasActive) return 'choose'
  return text === '' ? 'send' : 'stay'
}

const trimmed = (text: string): string => text.trim()
const nothing = (): void => undefined

/** What a person has done in the box: typed, opened the list, gone to an option. */
export function useComboState() {
  const { text, setText, sent, send } = useTypedText({ value: '', delay: debounce, onSend: nothing, read: trimmed })
  const [isTyped, setTyped] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  return {
    typed: isTyped ? text : undefined,
    /** The text that is searched for: the trimmed text after a pause in typing. */
    searchText: sent,
    open,
    /** The index of the active option. */
    active,
    /** Searches for the typed text without a pause. */
    ask: () => send(text),
    setOpen,
    setActive,
    onType: (text: string): void => {
      setText(text)
      setTyped(true)
      setActive(0)
      setOpen(true)
    },
    close: (): void => {
      setText('')
      setTyped(false)
      setOpen(false)
    }
  }
}

type ComboState = ReturnType<typeof useComboState>

interface ComboOptions<T> {
  readonly id: string
  readonly readOnly: boolean
  /** The options for the text that was searched for. */
  readonly matches: readonly T[]
  /** Whether options are being fetched. */
  readonly isLoading: boolean
  /** Whether the options are what was found. What is offered in its place is never chosen by an Enter that came before it. */
  readonly isResult?: boolean
  /** The text of the box while nobody types. */
  readonly resting: string
  readonly choose: (option: T) => void
  /** The box was emptied. */
  readonly onClear: () => void
  readonly onLeave: () => void
}

export const listId = (id: string): string => `${id}-list`
export const optionId = (id: string, index: number): string => `${id}-option-${index}`

/** The attributes of the input. The list has the id `listId`, its options have the ids `optionId`. */
export function useComboInput<T>(combo: ComboState, options: ComboOptions<T>) {
  const { typed, searchText, open, active } = combo
  const { id, readOnly, matches, isLoading, isResult = true, resting, choose, onClear, onLeave } = options
  const text = typed?.trim()
  useReplacedText(id, typed)
  /** Enter was pressed on this text before its options were there. */
  const enterText = useRef<string>(undefined)
  useEffect(() => {
    const awaited = enterText.current
    if (awaited === undefined || (awaited === text && open && (awaited !== searchText || isLoading))) return
    enterText.current = undefined
    const [only] = matches
    if (only && isResult && matches.length === 1 && open && awaited === text) choose(only)
  })
  const step = (to: number): void => {
    const next = Math.max(0, Math.min(matches.length - 1, to))
    combo.setActive(next)
    document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = matches[active]
    const enter =
      event.key === 'Enter'
        ? enterOn({ open, typed, asked: searchText, isLoading, hasActive: here !== undefined })
        : undefined
    if (event.key === 'ArrowDown') open ? step(active + 1) : combo.setOpen(!readOnly)
    else if (event.key === 'ArrowUp' && open) step(active - 1)
    else if (enter === 'choose' && here !== undefined) choose(here)
    else if (enter === 'ask') {
      enterText.current = text
      combo.ask()
    } else if (enter === 'stay') combo.setOpen(true)
    else if (event.key === 'Escape' && open) {
      combo.setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  return {
    role: 'combobox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': open,
    'aria-controls': listId(id),
    'aria-activedescendant': open && matches[active] ? optionId(id, active) : undefined,
    autoComplete: 'off',
    readOnly,
    value: typed ?? resting,
    onChange: (event: ChangeEvent<HTMLInputElement>): void => {
      combo.onType(event.target.value)
      if (event.target.value === '') onClear()
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>): void => {
      // typing replaces the text
      if (typed === undefined) currentTarget.select()
      combo.setOpen(!readOnly)
    },
    onKeyDown,
    onBlur: (): void => {
      combo.close()
      onLeave()
    }
  }
}

/**
 * Selects the text of the box where another value has come into it while it had the focus: the selection was lost with the old text, and
 * typing is to replace the new one, too.
 */
function useReplacedText(id: string, typed: string | undefined): void {
  /** The text of the box after the last drawing. */
  const before = useRef<string>(undefined)
  useLayoutEffect(() => {
    const box = document.getElementById(id)
    if (!(box instanceof HTMLInputElement)) return
    if (typed === undefined && box === document.activeElement && box.value !== before.current) box.select()
    before.current = box.value
  })
}
