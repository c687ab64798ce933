/** What staff do with an order in each of its states. The list of a state and that of all orders read it. */
import { type Button, shownFor } from '../../src/kernel/commands/link.ts'
import { accept } from './commands/accept.ts'
import { setOptimaNumber, sync } from './commands/accounting.ts'
import { addDocument } from './commands/add-document.ts'
import { cancel } from './commands/cancel.ts'
import { correct } from './commands/correct.ts'
import { edit } from './commands/edit.ts'
import { finish } from './commands/finish.ts'
import { print, route } from './commands/links.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { realize } from './commands/realize.ts'
import { replan } from './commands/replan.ts'
import { restore } from './commands/restore.ts'
import { setDriver } from './commands/set-driver.ts'
import { setInvoiceNumber } from './commands/set-invoice-number.ts'
import { undo, undoInvoice } from './commands/undo.ts'
import { orders } from './resource.ts'
import { OrderStatus } from './schema.ts'

interface Work {
  /** In the bar of the list. */
  readonly bar: readonly Button[]
  /** In the details of the order's panel. */
  readonly panel: readonly Button[]
}

const everywhere = (...buttons: readonly Button[]): Work => ({ bar: buttons, panel: buttons })

/** By the state's name. */
export const work = {
  new: everywhere(edit, accept, cancel),
  accepted: everywhere(edit, cancel, realize),
  inProgress: {
    bar: [finish, notifyDriver, print, route, replan, setDriver, cancel, restore],
    panel: [finish, replan, cancel, restore]
  },
  completed: everywhere(correct, undo, sync, setOptimaNumber, setInvoiceNumber, addDocument),
  invoiced: everywhere(undoInvoice, addDocument),
  canceled: everywhere()
} as const satisfies Readonly<Record<keyof typeof OrderStatus & string, Work>>

/** The same for a list of all states: each is shown for orders of the states whose lists have it. */
export function workOfAll(where: keyof Work): Button[] {
  const states = Object.entries<Work>(work)
  const all = new Set(states.flatMap(([, { [where]: buttons }]) => buttons))
  return [...all].map(button => {
    const having = states.filter(([, { [where]: buttons }]) => buttons.includes(button))
    return shownFor(orders, button, { currentStatus: having.map(([name]) => OrderStatus[name as keyof typeof work]) })
  })
}
