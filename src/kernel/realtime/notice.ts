/** Tells a person how work ended that went on after its command was answered, such as an order in a queue. */
import type { Notice } from '../../contract/hub.ts'
import type { Hints } from './hints.ts'

/**
 * Shows an alert wherever the account is connected, after the commit. If it is not connected nobody sees it, so anything important
 * must also be in the history or a counter. The arguments have to be short, because a notice is sent in a single NOTIFY.
 */
export const notifyAccount = ({ hints }: { readonly hints: Hints }, accountId: number, notice: Notice): void =>
  hints.send({ kind: 'notice', accountId, notice })
