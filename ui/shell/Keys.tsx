/** Binds the keys that open pages, and opens the list of keys. */

import { useRouter } from '@tanstack/react-router'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { DialogBoundary } from '../elements/DialogBoundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { useText } from '../i18n.ts'
import { type KeyBinding, listedKeys, useKeys } from '../keys.ts'
import { createStore } from '../store.ts'
import { goKeysOf } from './goKeys.ts'

const KeyList = lazyPart(async () => ({ default: (await import('./KeyList.tsx')).KeyList })).Component

/** The keys that were bound when their list was opened, because a dialog binds none; undefined while it is closed. */
const listed = createStore<readonly KeyBinding[] | undefined>(undefined)

export const openKeyList = (): void => listed.set(listedKeys())
const closeKeyList = (): void => listed.set(undefined)

export function Keys() {
  const t = useText()
  const keys = listed.useValue()
  useKeys([{ keys: '?', label: 'ui.keys.show', group: 'general', run: openKeyList }])
  return (
    keys && (
      <DialogBoundary title={t('ui.keys.title')} onClose={closeKeyList}>
        <KeyList keys={keys} onClose={closeKeyList} />
      </DialogBoundary>
    )
  )
}

/** Binds `g` and the letter of a page, which open the page. */
export function useGoKeys(pages: PagesMetadata): void {
  const { history } = useRouter()
  useKeys(goKeysOf(pages, route => history.push(route)))
}
