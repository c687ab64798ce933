/** The focus of what opens over or in place of a page: into it when it opens, back to its opener when it closes (`focus.ts`). */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { keepFirstFocus, regionOf, returnFocus } from './focus.ts'
import { usePhone } from './usePhone.ts'

type ElementRef = RefObject<Element | null>

/** When `open` ends, or the component is removed, returns the focus to the opener, or to the list (of the region, if there is one). */
export function useReturnedFocus(open: boolean, opener: ElementRef, region?: ElementRef): void {
  // in an effect's cleanup: the dialog is closed by then, the rest of the page takes the focus again, and what the dialog replaced is drawn
  useEffect(() => (open ? () => returnFocus(opener.current, region?.current) : undefined), [open, opener, region])
}

/** Moves the focus into a dialog or form while it is open, and back when it closes. A dialog is opened and closed, too. */
export function useDialogFocus(root: RefObject<HTMLElement | null>, open = true): void {
  const isPhone = usePhone()
  const sparesFields = useEffectEvent(() => isPhone)
  const opener = useRef<Element>(null)
  const region = useRef<Element>(null)
  // a layout effect, because effects of the children may move the focus within the dialog, which must be open by then
  useLayoutEffect(() => {
    const element = root.current
    if (!open || !element) return undefined
    opener.current = document.activeElement
    // the opener may be gone when the dialog closes
    region.current = regionOf(opener.current) ?? regionOf(element)
    const dialog = element instanceof HTMLDialogElement ? element : undefined
    dialog?.showModal()
    const end = keepFirstFocus(element, () => sparesFields())
    return () => {
      end()
      dialog?.close()
    }
  }, [root, open])
  useReturnedFocus(open, opener, region)
}
