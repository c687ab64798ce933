/**
 * Where the focus goes when a dialog opens, and where it goes back to when a dialog or a panel closes. Both are decided over
 * the document, not by whoever opens them: a form is fetched, its choices arrive later, and the button that opened it may be
 * gone when it closes. A list in a panel is a region: what is opened there gives the focus back there.
 */

/** Where work goes on: the rows of the list, in them the active one, or what stands in their place. */
const home = '[data-focus-home]'
const activeInHome = '[data-focus-active]'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The region that an element stands in; of the page, none. */
export const regionOf = (element: Element | null): Element | null => element?.closest('[data-focus-region]') ?? null

/** Gives the focus to the rows of the list: that of the region, while it is there, else the page's. */
export function focusHome(region: Element | null = null): void {
  const place = (region?.isConnected && region.querySelector(home)) || document.querySelector(home)
  if (!tryFocus(place?.querySelector(activeInHome))) tryFocus(place)
}

/** Gives the focus, where nothing has it any more, back to `opener`, else to the rows of the list. */
export function returnFocus(opener: Element | null, region: Element | null = null): void {
  if (isLost() && !tryFocus(opener)) focusHome(region)
}

const fieldSelector = 'input:not([type=hidden]), select, textarea'
const isField = (element: Element): boolean => element.matches(fieldSelector)

/** Whether a person can type or choose there now. */
const isOpen = (field: Element): boolean =>
  !field.matches(':disabled, [readonly]') &&
  !field.closest('[popover]') &&
  (field as HTMLElement).checkVisibility({ visibilityProperty: true })

/**
 * What has the focus first: what asks for it, else the first field that is not closed, else the primary button of a dialog
 * without fields, and the title while neither is there. `spareFields`: fields take no focus by themselves, because on a phone the keyboard
 * would cover the form before it has been seen.
 */
export function firstTarget(dialog: Element, spareFields: boolean): Element | null {
  const asking = dialog.querySelector('[data-autofocus]')
  if (asking) return asking
  const fields = [...dialog.querySelectorAll(fieldSelector)]
  const first = spareFields ? undefined : fields.find(isOpen)
  const button = fields.length === 0 ? dialog.querySelector('button.primary') : null
  return first ?? button ?? dialog.querySelector('h2, h3')
}

let isMoving = false

/** Whether the focus is just being moved by the dialog itself: no person has left the field that loses it. */
export const isFocusMovedByDialog = (): boolean => isMoving

/**
 * Keeps the focus on the first target of an open dialog until the person does something, because fields arrive and open one
 * by one; afterwards it only picks up a focus whose element went away. Gives the function that ends it.
 */
export function keepFirstFocus(dialog: HTMLElement, spareFields: () => boolean): () => void {
  let isTouched = false
  let own: Element | null = null
  let isEnded = false
  const place = (): void => {
    // a dialog over this one has a focus of its own
    if (isEnded || dialog.querySelector('dialog[open]')) return
    const active = document.activeElement
    if (isTouched && !isLost() && active !== dialog) return
    const target = firstTarget(dialog, spareFields())
    if (!target || target === active) return
    own = target
    isMoving = true
    tryFocus(target)
    isMoving = false
  }
  const touch = (): void => {
    isTouched = true
  }
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (target !== own && isField(target as Element)) touch()
  }
  // A field that is left may say what is wrong before the next one has the focus: it is lost only where nothing has it afterwards.
  const onChange = (): void => {
    if (isTouched) setTimeout(place)
    else place()
  }
  const observer = new MutationObserver(onChange)
  observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled', 'readonly', 'hidden'] })
  for (const event of ['keydown', 'pointerdown', 'input']) dialog.addEventListener(event, touch, true)
  dialog.addEventListener('focusin', onFocusIn)
  place()
  return () => {
    isEnded = true
    observer.disconnect()
    for (const event of ['keydown', 'pointerdown', 'input']) dialog.removeEventListener(event, touch, true)
    dialog.removeEventListener('focusin', onFocusIn)
  }
}
