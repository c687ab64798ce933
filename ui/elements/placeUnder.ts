import type { CSSProperties } from 'react'

/** Pixels between a button and what opens under it; between that and the window's edge. */
const gap = 4
const edge = 12

/** Where a popover of a width stands: under its button, at the button's end, or in the window where it would leave it. */
export function placeUnder(button: Element | null, width: number): CSSProperties {
  const box = button?.getBoundingClientRect()
  if (!box) return {}
  const { clientWidth, clientHeight } = document.documentElement
  const start = Math.min(Math.max(edge, box.right - width), Math.max(edge, clientWidth - width - edge))
  const top = box.bottom + gap
  return { insetBlockStart: top, insetInlineStart: start, insetInlineEnd: 'auto', maxHeight: clientHeight - top - edge }
}
