import { describe, expect, it } from 'vitest'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { ariaKeys, keyNames, keysText } from '../../ui/keyNames.ts'
import { bindingsAt, isSingle, type KeyBinding, keyOf, matchOf } from '../../ui/keys.ts'
import { commandFor } from '../../ui/parts/command/useCommandKeys.ts'
import { goKeysOf } from '../../ui/shell/goKeys.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

/** An element that stands inside what the selectors name. */
const inside = (...selectors: string[]) =>
  ({ closest: (asked: string) => (selectors.some(one => asked.includes(one)) ? {} : null) }) as unknown as Element

const binding = (keys: string, more: Partial<KeyBinding> = {}): KeyBinding => ({
  keys,
  label: keys,
  group: 'commands',
  run: () => undefined,
  ...more
})

describe('a key', () => {
  it.each([
    ['e', {}, 'e'],
    ['E', {}, 'e'],
    ['E', { shiftKey: true }, undefined],
    ['?', { shiftKey: true }, '?'],
    ['/', {}, '/'],
    ['a', { ctrlKey: true }, 'Control+a'],
    ['k', { metaKey: true }, 'Control+k'],
    ['ę', { altKey: true, ctrlKey: true }, undefined],
    ['e', { altKey: true }, undefined],
    ['/', { altKey: true, ctrlKey: true }, '/'],
    ['Enter', {}, 'Enter']
  ])('%s with %j is %s', (key, held, name) => expect(pressed(key, held)).toBe(name))

  it('runs what was bound last, and the second of two only after the first', () => {
    const done: string[] = []
    const bindings = ['e', 'g n', 'n', 'e'].map((keys, at) => binding(keys, { run: () => done.push(`${keys}${at}`) }))
    matchOf(bindings, 'e', undefined).run?.()
    expect(matchOf(bindings, 'g', undefined)).toEqual({ waits: 'g' })
    matchOf(bindings, 'n', 'g').run?.()
    matchOf(bindings, 'n', undefined).run?.()
    matchOf(bindings, 'e', 'g').run?.()
    expect(done).toEqual(['e3', 'g n1', 'n2', 'e3'])
    expect(matchOf(bindings, 'z', 'g')).toEqual({})
  })

  it('that is only listed runs nothing', () => {
    expect(matchOf([{ keys: 'Enter', label: 'open', group: 'list' }], 'Enter', undefined)).toEqual({})
  })
})

describe('what is bound', () => {
  const palette = binding('Control+k', { anywhere: true })
  const edit = binding('e')
  const all = binding('Control+a', { notIn: '.parts-panel' })
  const keysAt = (focus: Element | null, isCovered = false) =>
    bindingsAt([palette, edit, all], focus, isCovered).map(({ keys }) => keys)

  it('works on the page, not in a field nor under a dialog', () => {
    expect(keysAt(null)).toEqual(['Control+k', 'e', 'Control+a'])
    expect(keysAt(inside('button'))).toEqual(['Control+k', 'e', 'Control+a'])
    expect(keysAt(inside('textarea'))).toEqual(['Control+k'])
    expect(keysAt(inside('[contenteditable]'))).toEqual(['Control+k'])
    expect(keysAt(null, true)).toEqual(['Control+k'])
    expect(keysAt(inside('.parts-panel'))).toEqual(['Control+k', 'e'])
  })

  it('within a part of the page wins over others while the focus is there, and does nothing elsewhere', () => {
    const focus = inside('.parts-panel')
    const panel = { contains: (element: unknown) => element === focus } as unknown as Element
    const own = binding('e', { within: () => panel, label: 'own' })
    const labels = (at: Element | null) => bindingsAt([own, edit], at, false).map(({ label }) => label)
    expect(labels(focus)).toEqual(['e', 'own'])
    expect(labels(inside('main'))).toEqual(['e'])
    expect(labels(null)).toEqual(['e'])
  })

  it('can be turned off where it is of one character', () => {
    expect(['e', '?', 'g n', ' '].map(keys => isSingle({ keys }))).toEqual([true, true, true, false])
    expect(['Control+a', 'Enter'].map(keys => isSingle({ keys }))).toEqual([false, false])
  })
})

describe('the name of a key', () => {
  const t = (key: string) => ({ 'ui.key.Control': 'Strg', 'ui.key.Space': 'Leertaste' })[key] ?? key
  it('is the one on the keyboard', () => {
    expect(keyNames('Control+a', t)).toEqual([['Strg', 'A']])
    expect(keyNames('g n', t)).toEqual([['G'], ['N']])
    expect(keyNames(' ', t)).toEqual([['Leertaste']])
    expect(keysText('Control+a', t)).toBe('Strg+A')
    expect([ariaKeys('e'), ariaKeys('Control+a'), ariaKeys('g n')]).toEqual(['E', 'Control+A', undefined])
  })
})

describe('the command of a letter', () => {
  const command = (name: string, selection: string) =>
    ({ name, selection, when: {}, shown: {}, bulk: 'each' }) as unknown as Parameters<typeof commandFor>[0][number]
  const both = [command('edit', 'one'), command('editMany', 'many')]
  it('is the one that suits the selection, else the first, which says what it needs', () => {
    expect(commandFor(both, [{ id: 1 }])?.name).toBe('edit')
    expect(commandFor(both, [{ id: 1 }, { id: 2 }])?.name).toBe('editMany')
    expect(commandFor(both, [])?.name).toBe('edit')
  })
})

describe('the keys that open pages', () => {
  const page = (title: string, goKey?: string) => ({
    id: title,
    title,
    route: `/${title}`,
    ...(goKey ? { goKey } : {})
  })
  const clients = { title: 'menu.clients', pages: [page('active', 'k'), page('inactive')] }
  const orders = { title: 'menu.orders', pages: [page('new', 'n')] }
  const listed = (groups: readonly unknown[]) =>
    goKeysOf({ groups } as unknown as PagesMetadata, () => undefined).map(({ keys, place, label }) => [
      keys,
      place,
      label
    ])

  it('say the group, because the titles of some pages say too little', () => {
    expect(listed([clients, orders])).toEqual([
      ['g k', 'menu.clients', 'active'],
      ['g n', 'menu.orders', 'new']
    ])
  })

  it('do not where there is one group, as in the portal', () => {
    expect(listed([clients])).toEqual([['g k', undefined, 'active']])
  })
})
