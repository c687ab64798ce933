/**
 * The keys that do something here. Whoever offers an action binds its key while it is on screen, under the name of the message
 * that says what it does; from these bindings are made what a key press runs, the list of keys (`?`) and the palette.
 *
 * A key is written as browsers call it: `e`, `?`, `/`, `Control+a` (Command on a Mac), or two one after the other, `g n`. Nothing
 * is run while a person types in a field, nor, but for what is bound `anywhere`, while a dialog is open. Keys of one character
 * can be turned off, because they get in the way of those who speak to their computer (WCAG 2.1.4).
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** Under which heading the list of keys has it. */
export type KeyGroup = 'commands' | 'list' | 'go' | 'general'

export interface KeyBinding {
  readonly keys: string
  /** Message key of what it does. */
  readonly label: string
  readonly group: KeyGroup
  /** Without it the key is only listed: the element that has the focus handles it. */
  readonly run?: () => void
  /** While the focus is inside, the binding goes before others of the same keys; outside it is none. Null: everywhere. */
  readonly within?: () => Element | null
  /** Also in fields and over dialogs; for keys with Control. */
  readonly anywhere?: boolean
  /** Not where the focus is in here: Control+a in a panel marks its text. */
  readonly notIn?: string
}

type Source = { current: readonly KeyBinding[] }
const sources: Source[] = []

/** How long the first key of two waits for the second, in milliseconds. */
const waitMs = 1500

const storageKey = 'opony.keys'
const readStored = (): boolean => globalThis.localStorage?.getItem(storageKey) !== 'off'
const single = createStore<boolean | undefined>(undefined)

/** Whether keys of one character do something; kept in this browser. */
export const hasSingleKeys = (): boolean => single.get() ?? readStored()
export const useSingleKeys = (): boolean => single.useValue() ?? readStored()
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  single.set(on)
}

/** A key of one character, or two of them: without Control. */
export const isSingle = ({ keys }: Pick<KeyBinding, 'keys'>): boolean => keys.split(' ').every(key => key.length === 1)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The key of an event as bindings write it, or undefined for what is none: Shift with a letter, Alt, a modifier alone. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  const isLetter = key.toLowerCase() !== key.toUpperCase() && key.length === 1
  // where AltGr is held for a character, browsers report Control and Alt
  if ((altKey && !(ctrlKey && key.length === 1 && !isLetter)) || (isLetter && shiftKey)) return undefined
  const name = isLetter ? key.toLowerCase() : key
  return (ctrlKey || metaKey) && !altKey ? `Control+${name}` : name
}

export interface Match {
  readonly run?: () => void
  /** The first of two keys: the next one counts with it. */
  readonly waits?: string
}

/** What a key means: `before` is the first of two keys, where one was pressed just now. */
export function matchOf(bindings: readonly KeyBinding[], key: string, before: string | undefined): Match {
  const keys = before ? `${before} ${key}` : key
  const run = bindings.findLast(binding => binding.keys === keys && binding.run)?.run
  if (run) return { run }
  if (before) return matchOf(bindings, key, undefined)
  return bindings.some(binding => binding.keys.startsWith(`${key} `)) ? { waits: key } : {}
}

/** What keys belong to: people write in it, or letters choose in it. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color]), select, textarea, ' +
  '[contenteditable], [role=menu], [role=listbox], [role=combobox]'

/** Whether a person types there, or chooses by letters. */
export const takesKeys = (element: Element | null): boolean => Boolean(element?.closest(fields))

/** The bindings that are in force while `focus` has the focus; those of the part of the page that it is in come last, and win. */
export function bindingsAt(all: readonly KeyBinding[], focus: Element | null, isCovered: boolean): KeyBinding[] {
  const isTyping = takesKeys(focus)
  const open = all.filter(
    ({ anywhere, notIn }) => (anywhere || !(isTyping || isCovered)) && !(notIn && focus?.closest(notIn))
  )
  const everywhere = open.filter(({ within }) => !within?.())
  return [...everywhere, ...open.filter(({ within }) => focus !== null && within?.()?.contains(focus))]
}

/** All bindings, the latest last; without those that are turned off. */
const allBindings = (): KeyBinding[] => {
  const all = sources.flatMap(({ current }) => current)
  return hasSingleKeys() ? all : all.filter(binding => !isSingle(binding))
}

/** Whether a dialog covers the page. */
const isCovered = (): boolean => document.querySelector('dialog:modal') !== null

/** The bindings that are there at all, also where single keys are turned off. */
export const listedKeys = (): KeyBinding[] => [
  ...new Map(sources.flatMap(({ current }) => current).map(one => [one.keys, one])).values()
]

/** Binds keys while the component is mounted. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const source = useRef(bindings)
  useLayoutEffect(() => {
    source.current = bindings
  })
  useEffect(() => {
    sources.push(source)
    return () => void sources.splice(sources.indexOf(source), 1)
  }, [])
}

/** Listens to the keys of the document; once, by the root. */
export function useKeyListener(): void {
  useEffect(() => {
    let before: { key: string; until: number } | undefined
    const onKey = (event: KeyboardEvent): void => {
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
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
