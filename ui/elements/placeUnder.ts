import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

/** In pixels: the gap between a button and its popover, and the least distance of the popover from the window's edge. */
const gap = 4
const edge = 12

/** The position of a popover: below its button, aligned to the button's end, and shifted so that it stays within the window. */
function placeUnder(button: Element | null, width: number): CSSProperties {
  const box = button?.getBoundingClientRect()
  if (!box) return {}
  const { clientWidth, clientHeight } = document.documentElement
  const start = Math.min(Math.max(edge, box.right - width), Math.max(edge, clientWidth - width - edge))
  const top = box.bottom + gap
  return { insetBlockStart: top, insetInlineStart: start, insetInlineEnd: 'auto', maxHeight: clientHeight - top - edge }
}

/**
 * Positions a popover below its button.
 * @param width of the popover, in pixels
 * @returns its position as CSS, and `put`, to be called when it opens. While it is open, a resize of the window positions it again.
 */
export function usePlaceUnder(button: RefObject<Element | null>, width: number, open: boolean) {
  const [place, setPlace] = useState<CSSProperties>({})
  useEffect(() => {
    if (!open) return
    let frame = 0
    // in the next frame, when the page's new layout has moved the button
    const put = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setPlace(placeUnder(button.current, width)))
    }
    addEventListener('resize', put)
    return () => {
      removeEventListener('resize', put)
      cancelAnimationFrame(frame)
    }
  }, [button, width, open])
  return { place, put: () => setPlace(placeUnder(button.current, width)) }
}
