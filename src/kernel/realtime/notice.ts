/** Tells a person how something ended that goes on after the answer of its command, such as an order in a queue. */
import type { Notice } from '../../contract/hub.ts'
import type { Hints } from './hints.ts'

/**
 * Shown to the account as an alert, wherever it is connected; to nobody where it is not, so that what matters stands in the
 * history or in a counter as well. After the commit. The arguments are short: a notice travels in one NOTIFY.
 */
export const notifyAccount = ({ hints }: { readonly hints: Hints }, accountId: number, notice: Notice): void =>
  hints.send({ kind: 'notice', accountId, notice })
