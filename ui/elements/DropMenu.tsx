/** A button that opens a menu (the ARIA menu-button pattern). Disabled entries stay reachable and show their reason. */
import { useId, useRef, useState } from 'react'
import type { Tone } from '../../src/contract/vocabulary.ts'
import { menuKeys } from './arrowKeys.ts'

export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly icon?: string
  readonly tone?: Tone
  /** Why the entry is disabled; absent if it is enabled. */
  readonly disabledReason?: string | undefined
  /** The letter that runs the same action. */
  readonly shortcut?: string | undefined
  readonly run: () => void
}

interface DropMenuProps {
  readonly label: string
  readonly icon: string
  readonly entries: readonly MenuEntry[]
  readonly tabIndex?: number
  readonly iconOnly?: boolean
  readonly primary?: boolean
}

export function DropMenu({ label, icon, entries, tabIndex = 0, iconOnly = false, primary = false }: DropMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: onBlur only closes the menu when the focus has left button and menu
    <span
      ref={root}
      className="drop-menu"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        data-toolbar-stop
        className={`button ${primary ? 'primary' : 'quiet'}${iconOnly ? ' icon' : ''}`}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={iconOnly ? label : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <i className={`pi pi-${icon}`} aria-hidden="true" />
        {!iconOnly && label}
        {!iconOnly && <i className="pi pi-chevron-down drop-menu-arrow" aria-hidden="true" />}
      </button>
      {open && <MenuList id={id} label={label} entries={entries} onClose={close} />}
    </span>
  )
}

interface MenuListProps extends Pick<DropMenuProps, 'label' | 'entries'> {
  readonly id: string
  readonly onClose: () => void
}

/** The least distance of a menu from the edges of the window, in pixels. */
const edge = 8

/** Moves a menu that would reach beyond an edge of the window into it; before the browser paints. */
function keepInWindow(menu: HTMLElement): void {
  const { left, right } = menu.getBoundingClientRect()
  const most = document.documentElement.clientWidth - edge
  const shift = left < edge ? edge - left : Math.min(0, most - right)
  if (shift !== 0) menu.style.translate = `${shift}px`
}

function begin(menu: HTMLElement | null): void {
  if (!menu) return
  keepInWindow(menu)
  menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
}

function MenuList({ id, label, entries, onClose }: MenuListProps) {
  return (
    <div
      ref={begin}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="drop-menu-list menu-entries"
      onKeyDown={menuKeys(onClose)}
    >
      {entries.map(entry => (
        <button
          key={entry.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={entry.disabledReason !== undefined}
          aria-keyshortcuts={entry.shortcut?.toUpperCase()}
          data-shortcut={entry.shortcut?.toUpperCase()}
          className={entry.tone === 'danger' ? 'danger-text' : undefined}
          onClick={() => {
            if (entry.disabledReason) return
            onClose()
            entry.run()
          }}
        >
          {entry.icon && <i className={`pi pi-${entry.icon}`} aria-hidden="true" />}
          <span>
            {entry.label}
            {entry.disabledReason && <small>{entry.disabledReason}</small>}
          </span>
        </button>
      ))}
    </div>
  )
}
