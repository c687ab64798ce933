/**
 * The keyboard shortcuts. A component that offers an action binds its key while it is on screen, with the message key of its
 * description. The bindings are used for key presses, for the list of keys (`?`) and for the palette.
 *
 * A key is written as browsers name it: `e`, `?`, `/`, `Control+a` (Command on a Mac), or two keys pressed one after the other: `g n`.
 * Bindings do not run while a person types in a field or a dialog is open, unless they are bound `anywhere`. Keys of one character can
 * be turned off, because they disturb people who use speech input (WCAG 2.1.4).
 */
import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

/** The heading under which the list of keys shows a binding. */
export type KeyGroup = 'commands' | 'list' | 'go' | 'general'

export interface KeyBinding {
  readonly keys: string
  /** The message key that says what it does. */
  readonly label: string
  /** The message key of where that is, for pages whose titles need it: “Clients: active”. */
  readonly place?: string
  readonly group: KeyGroup
  /** Without it the key is only listed, because the focused element handles it. */
  readonly run?: () => void
  /**
   * The binding is active only while the focus is inside this element, and then wins over others of the same key. Null:
   * everywhere.
   */
  readonly within?: () => Element | null
  /** It also runs in fields and while a dialog is open: for keys with Control. */
  readonly anywhere?: boolean
  /** A selector: it does not run while the focus is inside such an element. Control+a in a panel selects its text. */
  readonly notIn?: string
}

/** Reads the present bindings of a mounted component. */
type Source = () => readonly KeyBinding[]
const sources: Source[] = []

/** How long to wait for the second of two keys, in milliseconds. */
const waitMs = 1500

const storageKey = 'opony.keys'
const readStored = (): boolean => globalThis.localStorage?.getItem(storageKey) !== 'off'
const single = createStore<boolean | undefined>(undefined)

/** Whether shortcuts of one character are turned on. The choice is stored in this browser. */
export const hasSingleKeys = (): boolean => single.get() ?? readStored()
export const useSingleKeys = (): boolean => single.useValue() ?? readStored()
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  single.set(on)
}

/** Whether a binding consists of keys of one character, without Control. */
export const isSingle = ({ keys }: Pick<KeyBinding, 'keys'>): boolean => keys.split(' ').every(key => key.length === 1)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The key of an event as bindings write it. Undefined if it cannot be bound: Shift with a letter, or Alt. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  const isLetter = key.toLowerCase() !== key.toUpperCase() && key.length === 1
  // while AltGr is held to type a character, browsers report both Control and Alt
  if ((altKey && !(ctrlKey && key.length === 1 && !isLetter)) || (isLetter && shiftKey)) return undefined
  const name = isLetter ? key.toLowerCase() : key
  return (ctrlKey || metaKey) && !altKey ? `Control+${name}` : name
}

export interface Match {
  readonly run?: () => void
  /** The first of two keys, which must be combined with the next one. */
  readonly waits?: string
}

/** The action of a key. `before`: the first of two keys, if one was pressed just before. */
export function matchOf(bindings: readonly KeyBinding[], key: string, before: string | undefined): Match {
  const keys = before ? `${before} ${key}` : key
  const run = bindings.findLast(binding => binding.keys === keys && binding.run)?.run
  if (run) return { run }
  if (before) return matchOf(bindings, key, undefined)
  return bindings.some(binding => binding.keys.startsWith(`${key} `)) ? { waits: key } : {}
}

/** Elements that use keys themselves: for typing, or for choosing by letters. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color]), select, textarea, ' +
  '[contenteditable], [role=menu], [role=listbox], [role=combobox]'

/** Whether a person types in the element, or chooses by letters there. */
export const takesKeys = (element: Element | null): boolean => Boolean(element?.closest(fields))

/** The bindings that are active while `focus` has the focus. Those bound `within` an element that contains it come last, and win. */
export function bindingsAt(all: readonly KeyBinding[], focus: Element | null, isCovered: boolean): KeyBinding[] {
  const isTyping = takesKeys(focus)
  const open = all.filter(
    ({ anywhere, notIn }) => (anywhere || !(isTyping || isCovered)) && !(notIn && focus?.closest(notIn))
  )
  const everywhere = open.filter(({ within }) => !within?.())
  return [...everywhere, ...open.filter(({ within }) => focus !== null && within?.()?.contains(focus))]
}

/** All bindings in the order of mounting, without those that are turned off. */
const allBindings = (): KeyBinding[] => {
  const all = sources.flatMap(read => read())
  return hasSingleKeys() ? all : all.filter(binding => !isSingle(binding))
}

/** Whether a dialog covers the page. */
const isCovered = (): boolean => document.querySelector('dialog:modal') !== null

/** The bindings for the list of keys, each key once, including those that are turned off. Not to be called while rendering. */
export const listedKeys = (): KeyBinding[] => [
  ...new Map(sources.flatMap(read => read()).map(binding => [binding.keys, binding])).values()
]

/** The first of two keys, and until when the second is waited for, in the milliseconds of events. */
let before: { readonly key: string; readonly until: number } | undefined

function onKey(event: KeyboardEvent): void {
  const key = keyOf(event)
  if (key === undefined || event.defaultPrevented || event.isComposing || event.repeat) return
  const first = before && before.until > event.timeStamp ? before.key : undefined
  before = undefined
  const bindings = bindingsAt(allBindings(), document.activeElement, isCovered())
  const { run, waits } = matchOf(bindings, key, first)
  if (waits) before = { key: waits, until: event.timeStamp + waitMs }
  if (!run) return
  event.preventDefault()
  run()
}

/** Adds the bindings of a component; the document is listened to while there are any. Returns a function that removes them. */
function addSource(source: Source): () => void {
  if (sources.length === 0) document.addEventListener('keydown', onKey)
  sources.push(source)
  return () => {
    sources.splice(sources.indexOf(source), 1)
    if (sources.length === 0) document.removeEventListener('keydown', onKey)
  }
}

/** Binds keys while the component is mounted. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const read = useEffectEvent(() => bindings)
  useEffect(() => addSource(() => read()), [])
}
