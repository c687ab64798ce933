import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { alerts } from '../../../alerts.ts'
import { useText } from '../../../i18n.ts'
import type { RowsState } from './rowsState.ts'
import { type RowsInput, RowsStore } from './rowsStore.ts'

/** The store of a list that is open, and its state. */
export function useRowsStore(given: Omit<RowsInput, 'onPruned'>): readonly [RowsStore, RowsState] {
  const t = useText()
  const client = useQueryClient()
  const input: RowsInput = { ...given, onPruned: count => alerts.note(t('parts.pruned', { count })) }
  const [store] = useState(() => new RowsStore(client, input))
  const state = useSyncExternalStore(store.subscribe, store.current)
  // before the browser paints: the rows of another search are never shown as those of this one
  useLayoutEffect(() => store.update(input))
  return [store, state]
}
