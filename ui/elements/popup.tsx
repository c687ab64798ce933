/** A button with a native popover under it: Esc and a press outside close it, the focus returns by itself. */
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'

interface Props {
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Popup({ label, button, className = '', children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div className="popup">
      <button
        type="button"
        className="button quiet popup-button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        title={label}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on any entry inside closes the popup */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's Enter on an entry is a click as well */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={`popup-panel ${className}`}
        onToggle={event => setOpen(event.newState === 'open')}
        onClick={event => {
          if ((event.target as Element).closest('[data-closes], .flag-button')) panel.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}
