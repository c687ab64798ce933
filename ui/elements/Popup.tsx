/**
 * A button with a native popover under it. Esc, a click outside and a click on an element with `data-closes-popup` close
 * it; the browser returns the focus to the button.
 */
import type { ReactNode } from 'react'
import { usePopover } from './usePopover.ts'

interface PopupProps {
  readonly label: string
  /** What the button shows. */
  readonly button: ReactNode
  readonly className?: string
  readonly onOpen?: () => void
  readonly children: ReactNode
}

export function Popup({ label, button, className = '', onOpen, children }: PopupProps) {
  const { panel, opens, panelProps } = usePopover()
  return (
    <div className="popup">
      <button type="button" className="button quiet popup-button" aria-label={label} {...opens} title={label}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the click bubbles up from a button or link inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a button or link inside is a click too */}
      <div
        ref={panel}
        {...panelProps}
        onToggle={event => {
          panelProps.onToggle(event)
          if (event.newState === 'open') onOpen?.()
        }}
        className={`popup-panel ${className}`}
        onClick={event => {
          if ((event.target as Element).closest('[data-closes-popup]')) panel.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}
