/** Listens to keys, binds the keys that open pages, and opens the list of keys. */
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { useKeyListener, useKeys } from '../keys.ts'
import { createStore } from '../store.ts'

const KeyList = lazy(async () => ({ default: (await import('./KeyList.tsx')).KeyList }))
const isOpen = createStore(false)

export const openKeyList = (): void => isOpen.set(true)

export function Keys() {
  const open = isOpen.useValue()
  useKeyListener()
  useKeys([{ keys: '?', label: 'ui.keys.show', group: 'general', run: openKeyList }])
  return (
    open && (
      <Suspense>
        <KeyList onClose={() => isOpen.set(false)} />
      </Suspense>
    )
  )
}

/** Binds `g` and the letter of a page, which open the page. */
export function useGoKeys({ groups }: PagesMetadata): void {
  const { history } = useRouter()
  useKeys(
    groups
      .flatMap(group => group.pages)
      .flatMap(({ goKey, title, route }) =>
        goKey ? [{ keys: `g ${goKey}`, label: title, group: 'go' as const, run: () => history.push(route) }] : []
      )
  )
}
