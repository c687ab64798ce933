/** The focus in an open dialog: it begins in the first field, and is moved later only where nothing has it any more. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFirstFocus } from '../../ui/elements/focus.ts'

/** As much of a page as the focus needs: a dialog of fields. */
class Part {
  isConnected = true
  isClosed = false
  readonly listeners = new Map<string, (event: { type: string; target: unknown }) => void>()
  readonly fields: readonly Part[]
  constructor(fields: readonly Part[] = []) {
    this.fields = fields
  }
  matches(selector: string): boolean {
    if (selector.includes(':disabled')) return this.isClosed
    if (selector.includes('checkbox')) return false
    return this.fields.length === 0
  }
  closest = () => null
  checkVisibility = () => true
  querySelector = () => null
  querySelectorAll = () => this.fields
  addEventListener = (name: string, heard: (event: { type: string; target: unknown }) => void) =>
    this.listeners.set(name, heard)
  removeEventListener = (name: string) => this.listeners.delete(name)
  focus(): void {
    page.activeElement = this
  }
}
const page: { body: Part; activeElement: Part } = { body: new Part(), activeElement: new Part() }
let changed: () => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  page.activeElement = page.body
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLElement', Part)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(heard: () => void) {
        changed = heard
      }
      observe() {}
      disconnect() {}
    }
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const [first, second, third] = [new Part(), new Part(), new Part()]
const opened = () => {
  const dialog = new Part([first, second, third])
  const end = keepFirstFocus(dialog as unknown as HTMLElement, () => false)
  return { dialog, end }
}

it('begins in the first field', () => {
  opened()
  expect(page.activeElement).toBe(first)
})

it('stays on the next field when the field before it shows its fault on leaving', () => {
  const { dialog } = opened()
  dialog.listeners.get('keydown')?.({ type: 'keydown', target: second })
  page.activeElement = second
  // the browser has taken the focus from the second field, its sentence is drawn, and only then has the third one the focus
  page.activeElement = page.body
  changed()
  page.activeElement = page.activeElement === page.body ? third : page.activeElement
  vi.runAllTimers()
  expect(page.activeElement).toBe(third)
})

it('returns to the dialog when its element is removed, and not after the dialog is closed', () => {
  const { dialog, end } = opened()
  dialog.listeners.get('keydown')?.({ type: 'keydown', target: second })
  page.activeElement = page.body
  changed()
  vi.runAllTimers()
  expect(page.activeElement).toBe(first)
  page.activeElement = page.body
  changed()
  end()
  vi.runAllTimers()
  expect(page.activeElement).toBe(page.body)
})
