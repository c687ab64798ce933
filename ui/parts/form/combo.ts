/**
 * A text box that offers search results (the ARIA combobox pattern): the typed text, the search after a
 * pause in typing, and the keys. Each box decides what is searched and how results are drawn.
 */
import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

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

interface ComboOptions {
  readonly id: string
  readonly readOnly: boolean
  /** The box was emptied. */
  readonly onClear: () => void
  readonly onLeave: () => void
}

export function useCombo({ id, readOnly, onClear, onLeave }: ComboOptions) {
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  /** Enter was pressed on this text before its options were there. */
  const entered = useRef<string>(undefined)
  const arrive = useRef<() => void>(() => {})
  useEffect(() => arrive.current())
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed?.trim() ?? ''), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  /** The text that was in the box after the last drawing. */
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const box = document.getElementById(id)
    if (!(box instanceof HTMLInputElement)) return
    // another value has come into the box while it had the focus, and with it the selection was lost: typing replaces this text, too
    if (typed === undefined && box === document.activeElement && box.value !== shown.current) box.select()
    shown.current = box.value
  })
  const close = (): void => {
    setTyped(undefined)
    setOpen(false)
  }
  const optionId = (index: number): string => `${id}-option-${index}`

  /** The keys for the options; Enter passes the active one to `choose`. */
  function keysOver<T>(found: readonly T[], choose: (option: T) => void, isLoading: boolean) {
    const step = (to: number): void => {
      const next = Math.max(0, Math.min(found.length - 1, to))
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    }
    return (event: KeyboardEvent): void => {
      const here = found[active]
      const enter = event.key === 'Enter' ? enterOn({ open, typed, asked, isLoading, hasActive: !!here }) : undefined
      if (event.key === 'ArrowDown') open ? step(active + 1) : setOpen(!readOnly)
      else if (event.key === 'ArrowUp' && open) step(active - 1)
      else if (enter === 'choose' && here) choose(here)
      else if (enter === 'ask') {
        entered.current = typed?.trim()
        setAsked(typed?.trim() ?? '')
      } else if (enter === 'stay') setOpen(true)
      else if (event.key === 'Escape' && open) {
        setOpen(false)
        event.stopPropagation()
      } else return
      event.preventDefault()
    }
  }

  return {
    /** The text that is searched for: the trimmed text after a pause in typing. */
    asked,
    open,
    active,
    list,
    close,
    optionId,
    /** The attributes of the input. `resting` is its text while nobody types; `isLoading` means that options are being fetched. */
    input: <T>(found: readonly T[], choose: (option: T) => void, resting: string, isLoading: boolean) => {
      arrive.current = () => {
        const text = entered.current
        if (text === undefined || (text === typed?.trim() && open && (text !== asked || isLoading))) return
        entered.current = undefined
        const [only] = found
        if (only && found.length === 1 && open && text === typed?.trim()) choose(only)
      }
      return {
        role: 'combobox' as const,
        'aria-autocomplete': 'list' as const,
        'aria-expanded': open,
        'aria-controls': `${id}-list`,
        'aria-activedescendant': open && found[active] ? optionId(active) : undefined,
        autoComplete: 'off',
        readOnly,
        value: typed ?? resting,
        onChange: (event: ChangeEvent<HTMLInputElement>): void => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
          if (event.target.value === '') onClear()
        },
        onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>): void => {
          // typing replaces the text
          if (typed === undefined) currentTarget.select()
          setOpen(!readOnly)
        },
        onKeyDown: keysOver(found, choose, isLoading),
        onBlur: (): void => {
          close()
          onLeave()
        }
      }
    }
  }
}
