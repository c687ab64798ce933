import type { ListMetadata } from '../../../src/contract/list.ts'
import type { KeyBinding } from '../../keys.ts'
import { useKeys } from '../../keys.ts'
import type { ListState } from './useListPage.ts'

/** Keys that the rows handle themselves while they have the focus (rowKeys.ts). Here they are only listed for the help. */
const ofRows: readonly KeyBinding[] = [
  { keys: 'Arrows', label: 'ui.keys.move', group: 'list' },
  { keys: ' ', label: 'ui.keys.select', group: 'list' }
]
const ofMany: readonly KeyBinding[] = [{ keys: 'Shift+Arrows', label: 'ui.keys.extend', group: 'list' }]
const ofPanel: readonly KeyBinding[] = [
  { keys: 'Enter', label: 'ui.keys.open', group: 'list' },
  { keys: 'Escape', label: 'ui.keys.close', group: 'list' }
]

/** Binds and lists the keys of a page's list. */
export function useListKeys(list: ListMetadata, { phone, selectAll }: ListState): void {
  const isMany = list.selection === 'many'
  const all: KeyBinding = {
    keys: 'Control+a',
    label: 'ui.keys.all',
    group: 'list',
    // in a panel Ctrl+A selects text, as usual in browsers
    notIn: '.parts-panel',
    run: selectAll
  }
  useKeys(phone ? [] : [...ofRows, ...(isMany ? [...ofMany, all] : []), ...(list.opens ? ofPanel : [])])
}
