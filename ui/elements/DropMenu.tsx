/** A button that opens a menu (the ARIA menu-button pattern). Grey entries stay reachable and say why. */
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Tone } from '../../src/contract/vocabulary.ts'

export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly icon?: string
  readonly tone?: Tone
  readonly why?: string | undefined
  readonly run: () => void
}

interface DropMenuProps {
  readonly label: string
  readonly icon: string
  readonly entries: readonly MenuEntry[]
  readonly tabIndex?: number
  /** Shows the icon alone. */
  readonly bare?: boolean
  readonly primary?: boolean
}

export function DropMenu({ label, icon, entries, tabIndex = 0, bare = false, primary = false }: DropMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const items = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const close = (): void => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (open) place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1
    }
    const next = steps[event.key]
    if (next !== undefined) all[next]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left the button and its menu
    <span
      ref={place}
      className="parts-menu-place"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        data-stop
        className={`button ${primary ? 'primary' : 'quiet'}${bare ? ' icon' : ''}`}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={bare ? label : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <i className={`pi pi-${icon}`} aria-hidden="true" />
        {!bare && label}
        {!bare && <i className="pi pi-chevron-down parts-chevron" aria-hidden="true" />}
      </button>
      {open && (
        <div id={id} role="menu" tabIndex={-1} aria-label={label} className="parts-menu" onKeyDown={onKeyDown}>
          {entries.map(entry => (
            <button
              key={entry.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={entry.why !== undefined}
              className={entry.tone === 'danger' ? 'parts-danger' : undefined}
              onClick={() => {
                if (entry.why) return
                close()
                entry.run()
              }}
            >
              {entry.icon && <i className={`pi pi-${entry.icon}`} aria-hidden="true" />}
              <span>
                {entry.label}
                {entry.why && <small>{entry.why}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
