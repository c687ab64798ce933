/** Listens to keys, binds the keys that open pages, and opens the list of keys. */

import { useRouter } from '@tanstack/react-router'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { DialogBoundary } from '../elements/DialogBoundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { useText } from '../i18n.ts'
import { useKeyListener, useKeys } from '../keys.ts'
import { createStore } from '../store.ts'

const KeyList = lazyPart(async () => ({ default: (await import('./KeyList.tsx')).KeyList })).Component
const isOpen = createStore(false)

export const openKeyList = (): void => isOpen.set(true)

export function Keys() {
  const t = useText()
  const open = isOpen.useValue()
  useKeyListener()
  useKeys([{ keys: '?', label: 'ui.keys.show', group: 'general', run: openKeyList }])
  return (
    open && (
      <DialogBoundary title={t('ui.keys.title')} onClose={() => isOpen.set(false)}>
        <KeyList onClose={() => isOpen.set(false)} />
      </DialogBoundary>
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
