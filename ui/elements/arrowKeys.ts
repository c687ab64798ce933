import type { KeyboardEvent } from 'react'

const keys = {
  horizontal: { next: 'ArrowRight', previous: 'ArrowLeft' },
  vertical: { next: 'ArrowDown', previous: 'ArrowUp' }
} as const

/**
 * The index that an arrow key, Home or End leads to among `count` items. The first follows the last. Undefined for any other key.
 * @param at the index of the focused item, -1 if none has the focus
 */
export function indexAfterKey(key: string, at: number, count: number, axis: keyof typeof keys): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    [keys[axis].next]: (at + 1) % count,
    [keys[axis].previous]: (Math.max(at, 0) - 1 + count) % count,
    Home: 0,
    End: count - 1
  }
  return targets[key]
}

/**
 * The key handler of a menu (the ARIA menu pattern): arrow keys, Home and End move among its buttons, Escape and Tab close it. Other
 * keys are left to the browser.
 */
export const menuKeys =
  (onClose: () => void) =>
  (event: KeyboardEvent): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const target = indexAfterKey(event.key, at, items.length, 'vertical')
    if (target !== undefined) items[target]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
