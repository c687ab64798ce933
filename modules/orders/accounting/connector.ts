/** The accounting system that a setting chooses: each has a file that speaks its protocol, and all answer with an `Outcome`. */
import type { Settings } from '../../../config/settings.ts'
import type { AccountingDocument } from './document.ts'
import { sendToFakturownia } from './fakturownia.ts'
import type { Outcome } from './outcome.ts'
import { sendSigned } from './signed.ts'

/** Hands a document over, and waits at most `timeoutMs` for each answer. Never throws: a failure is an `unsure` outcome. */
export type Send = (settings: Settings, document: AccountingDocument, now: Date, timeoutMs?: number) => Promise<Outcome>

const connectors: Readonly<Record<Settings['accountingConnector'], Send>> = {
  signed: sendSigned,
  fakturownia: sendToFakturownia
}

export const sendDocument: Send = (settings, ...call) => connectors[settings.accountingConnector](settings, ...call)
