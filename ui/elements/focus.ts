/**
 * Where the focus goes when a dialog opens, and where it returns when a dialog or panel closes. Both are decided by looking at the
 * document, not by the component that opens the dialog: a form may be fetched later, its choices later still, and the button that
 * opened it may be gone when it closes. A list in a panel is a region (`data-focus-region`): a dialog opened from it returns the focus
 * to that list.
 */

/** The element that gets the focus when no better one is known: the rows of the list, or what is shown instead of them. */
const home = '[data-focus-home]'
const activeInHome = '[data-focus-active]'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The region that contains an element; null outside of regions. */
export const regionOf = (element: Element | null): Element | null => element?.closest('[data-focus-region]') ?? null

/** Focuses the rows of the region's list if the region still exists, else those of the page's list. */
export function focusHome(region: Element | null = null): void {
  const place = (region?.isConnected && region.querySelector(home)) || document.querySelector(home)
  if (!tryFocus(place?.querySelector(activeInHome))) tryFocus(place)
}

/** If no element has the focus, returns it to `opener`, or to the rows of the list if `opener` cannot take it. */
export function returnFocus(opener: Element | null, region: Element | null = null): void {
  if (isLost() && !tryFocus(opener)) focusHome(region)
}

const fieldSelector = 'input:not([type=hidden]), select, textarea'
const isField = (element: Element): boolean => element.matches(fieldSelector)

/** Whether a person can use the field now: it is visible, enabled and not within a closed popover. */
const isOpen = (field: Element): boolean =>
  !field.matches(':disabled, [readonly]') &&
  !field.closest('[popover]') &&
  (field as HTMLElement).checkVisibility({ visibilityProperty: true })

/**
 * The element that gets the focus when a dialog opens: the one with `data-autofocus`, else the first usable field, else the primary
 * button if the dialog has no fields, else its title. A tick above the others is passed over: it is for the fewer cases.
 * @param spareFields fields do not get the focus, because on a phone the keyboard would cover the form before the person has seen it
 */
export function firstTarget(dialog: Element, spareFields: boolean): Element | null {
  const asking = dialog.querySelector('[data-autofocus]')
  if (asking) return asking
  const fields = [...dialog.querySelectorAll(fieldSelector)]
  const open = spareFields ? [] : fields.filter(isOpen)
  const first = open.find(field => !field.matches('[type=checkbox]')) ?? open[0]
  const button = fields.length === 0 ? dialog.querySelector('button.primary') : null
  return first ?? button ?? dialog.querySelector('h2, h3')
}

/**
 * What a person types while a dialog has no field yet, as after the row before in a series: it is in the first field once that has the
 * focus. A key that is no letter ends it, because nobody knows the fields that follow.
 */
function typedAhead() {
  let text = ''
  let isOver = false
  return {
    /** Whether the key is kept. */
    take: ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
      const isKept = !isOver && !repeat && key.length === 1 && !ctrlKey && !metaKey && !altKey
      if (isKept) text += key
      else if (key !== 'Shift') isOver = true
      return isKept
    },
    give: (field: Element): void => {
      const box = field as HTMLInputElement
      // a box of another kind, such as a tick, has no selection
      if (text && field.matches('input, textarea') && box.value === '' && box.selectionStart !== null) {
        box.setRangeText(text, 0, 0, 'end')
        box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      text = ''
      isOver = false
    }
  }
}

let isMoving = false

/** Whether a dialog is moving the focus at this moment, so that the field that loses it was not left by the person. */
export const isFocusMovedByDialog = (): boolean => isMoving

/**
 * Keeps the focus on the first target of an open dialog until the person does something, because fields are added and enabled one by
 * one. Afterwards it only moves the focus if the focused element was removed. Returns a function that ends it.
 */
export function keepFirstFocus(dialog: HTMLElement, spareFields: () => boolean): () => void {
  let isTouched = false
  let lastTarget: Element | null = null
  let isEnded = false
  const place = (): void => {
    // an open dialog within this one manages the focus itself
    if (isEnded || dialog.querySelector('dialog[open]')) return
    const active = document.activeElement
    if (isTouched && !isLost() && active !== dialog) return
    const target = firstTarget(dialog, spareFields())
    if (!target || target === active) return
    lastTarget = target
    isMoving = true
    tryFocus(target)
    isMoving = false
  }
  const ahead = typedAhead()
  const isWaiting = (target: EventTarget | null): boolean =>
    !(target as Element).closest('button, a') && ![...dialog.querySelectorAll(fieldSelector)].some(isOpen)
  const touch = (event: Event): void => {
    const isKept = event.type === 'keydown' && isWaiting(event.target) && ahead.take(event as KeyboardEvent)
    if (!isKept) isTouched = true
  }
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!isField(target as Element)) return
    if (target !== lastTarget) isTouched = true
    ahead.give(target as Element)
  }
  // While the focus moves between two fields, the document changes (an error appears) and no element has the focus for a moment: after
  // the person has touched the form, the focus is checked only when the move has ended.
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
