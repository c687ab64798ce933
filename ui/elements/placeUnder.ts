import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

/** Pixels between a button and what opens under it; between that and the window's edge. */
const gap = 4
const edge = 12

/** Where a popover of a width stands: under its button, at the button's end, or in the window where it would leave it. */
function placeUnder(button: Element | null, width: number): CSSProperties {
  const box = button?.getBoundingClientRect()
  if (!box) return {}
  const { clientWidth, clientHeight } = document.documentElement
  const start = Math.min(Math.max(edge, box.right - width), Math.max(edge, clientWidth - width - edge))
  const top = box.bottom + gap
  return { insetBlockStart: top, insetInlineStart: start, insetInlineEnd: 'auto', maxHeight: clientHeight - top - edge }
}

/** The place of a popover of a width, once `put` was called as it opens, and after each change of the window while it is open. */
export function usePlaceUnder(button: RefObject<Element | null>, width: number, open: boolean) {
  const [place, setPlace] = useState<CSSProperties>({})
  useEffect(() => {
    if (!open) return
    let frame = 0
    // in the frame after, when the button stands where the other layout has it
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
