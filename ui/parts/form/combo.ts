/**
 * A box that is typed into and offers what is found (the ARIA combobox pattern): what was typed, what is asked for once the
 * typing rests, and the keys. What is found and how it is drawn is the box's own.
 */
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds of rest before what was typed is asked for. */
const debounce = 350

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
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed?.trim() ?? ''), debounce)
    return () => clearTimeout(timer)
  }, [typed])
  const close = (): void => {
    setTyped(undefined)
    setOpen(false)
  }
  const optionId = (index: number): string => `${id}-option-${index}`

  /** The keys over the options that are found; Enter gives the active one to `choose`. */
  function keysOver<T>(found: readonly T[], choose: (option: T) => void) {
    const step = (to: number): void => {
      const next = Math.max(0, Math.min(found.length - 1, to))
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    }
    return (event: KeyboardEvent): void => {
      const here = found[active]
      if (event.key === 'ArrowDown') open ? step(active + 1) : setOpen(!readOnly)
      else if (event.key === 'ArrowUp' && open) step(active - 1)
      else if (event.key === 'Enter' && open && here) choose(here)
      else if (event.key === 'Escape' && open) {
        setOpen(false)
        event.stopPropagation()
      } else return
      event.preventDefault()
    }
  }

  return {
    /** What has been asked for: the trimmed text once the typing rests. */
    asked,
    open,
    active,
    list,
    close,
    optionId,
    /** What the input carries. `resting` is its text while nobody types. */
    input: <T>(found: readonly T[], choose: (option: T) => void, resting: string) => ({
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
      onClick: (): void => setOpen(!readOnly),
      onKeyDown: keysOver(found, choose),
      onBlur: (): void => {
        close()
        onLeave()
      }
    })
  }
}
