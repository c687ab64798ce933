/**
 * A native popover that a button opens: one that is on top of the page, which a press outside and Esc close, and which gives the focus
 * back. It is placed when it opens, and again while the window changes its size.
 */
import { type CSSProperties, type RefObject, useId, useRef, useState } from 'react'
import { useListener } from './useListener.ts'

/** In pixels: the gap between a button and what it opens, and the least distance of that from the window's edge. */
const gap = 4
const edge = 12

/** Where a popover is put by the box of its button. */
type Place = (button: DOMRect) => CSSProperties

/** Below the button and aligned to its end, but within the window. The width is in pixels. */
export const under =
  (width: number): Place =>
  button => {
    const { clientWidth, clientHeight } = document.documentElement
    const start = Math.min(Math.max(edge, button.right - width), Math.max(edge, clientWidth - width - edge))
    const top = button.bottom + gap
    return {
      insetBlockStart: top,
      insetInlineStart: start,
      insetInlineEnd: 'auto',
      maxHeight: clientHeight - top - edge
    }
  }

/** Beside the button, aligned to its upper edge or, low on the screen, to its lower one; how far beside is the style sheet's. */
export const beside: Place = button => {
  const { clientHeight } = document.documentElement
  return button.top < clientHeight / 2 ? { top: button.top } : { bottom: clientHeight - button.bottom }
}

/** At the end of the button, along its upper edge. */
export const after: Place = button => ({ top: button.top, left: button.right + 2 * gap })

interface Popover {
  readonly open: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  readonly panel: RefObject<HTMLDivElement | null>
  /** For the button: a press opens and closes the panel. */
  readonly opens: { readonly popoverTarget: string; readonly 'aria-expanded': boolean }
  /** For the panel. */
  readonly panelProps: {
    readonly id: string
    readonly popover: 'auto'
    readonly style: CSSProperties
    readonly onBeforeToggle: (event: { readonly newState: string }) => void
    readonly onToggle: (event: { readonly newState: string }) => void
  }
}

/** @param place of the panel; without it the style sheet puts it */
export function usePopover(place?: Place): Popover {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [style, setStyle] = useState<CSSProperties>({})
  const put = (): void => {
    const box = button.current?.getBoundingClientRect()
    if (box && place) setStyle(place(box))
  }
  const frame = useRef(0)
  // in the next frame, when the page's new layout has moved the button
  const onResize = (): void => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(put)
  }
  useListener('resize', onResize, { active: open })
  return {
    open,
    button,
    panel,
    opens: { popoverTarget: id, 'aria-expanded': open },
    panelProps: {
      id,
      popover: 'auto',
      style,
      onBeforeToggle: event => event.newState === 'open' && put(),
      onToggle: event => setOpen(event.newState === 'open')
    }
  }
}
