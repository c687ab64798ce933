import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import type { CommandHost } from '../command/commandState.ts'
import { rowAfter } from './rows/readRows.ts'
import type { RowsStore } from './rows/rowsStore.ts'

/** What commands need of the list on which they run. */
export function listHost(
  list: ListMetadata,
  store: RowsStore,
  labelOf: (row: Row) => string,
  phone: boolean
): CommandHost {
  const history = list.panel?.tabs.find(tab => tab.kind === 'timeline')
  return {
    resourceType: list.resourceType,
    panel: list.panel?.name,
    labelOf,
    clearSelection: store.deselect,
    onRunning: store.run,
    apply: store.apply,
    showNow: store.renew,
    openPanel: store.openPanel,
    closePanel: store.closePanel,
    // on a phone a card's own button selects nothing, so the URL names the row as long as its form is open
    onFormChange: (command, about) => {
      const names = phone && list.selection === 'one' && store.current().panel === undefined
      store.change({ command, ...(names ? { rows: about.map(({ id }) => id) } : {}) })
    },
    rowNow: id => {
      const { rows } = store.current()
      const index = rows.indexOf(id)
      return index === undefined ? undefined : rows.rowAt(index)
    },
    rowAfter: (id, suits) => rowAfter(store.current(), id, suits),
    selectRows: store.select,
    ...(history ? { history } : {})
  }
}
