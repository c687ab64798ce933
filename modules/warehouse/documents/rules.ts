/** Pure rules of documents: the actions that each status allows, and the codes of the numbers. */
import { type CodeOf, codes, codesOf, memberOf } from '../../../src/contract/vocabulary.ts'
import { type Effect, effects, handsOut } from '../stock/rules.ts'
import { DocumentStatus, DocumentType } from './schema.ts'

type Status = keyof typeof DocumentStatus & string

interface Rule {
  readonly from: Status
  /** The next status. If there is none, the status stays, or the document is deleted. */
  readonly to?: Status
}

/** Canceled documents and corrections can only be viewed. */
export const actions = {
  edit: { from: 'buffer' },
  approve: { from: 'buffer', to: 'approved' },
  cancel: { from: 'approved', to: 'canceled' },
  remove: { from: 'buffer' }
} as const satisfies Readonly<Record<string, Rule>>

export type DocumentAction = keyof typeof actions

/** The rule that disables the button. It is checked again on the locked row. */
export const may = (action: DocumentAction) => ({ documentStatus: codes(DocumentStatus, [actions[action].from]) })

/** The status of a document after the action. */
export const after = (action: 'approve' | 'cancel'): CodeOf<typeof DocumentStatus> => DocumentStatus[actions[action].to]

type Type = keyof typeof DocumentType & string

/** The first part of a document's number. */
export const numberCodes: { readonly [T in Type]: string } = {
  contract: 'UM',
  acceptanceReport: 'PO',
  handoverProtocol: 'PP',
  externalReception: 'PZ',
  destructionProtocol: 'PZN',
  recipientReservation: 'RO',
  invoice: 'FV',
  inventory: 'INW',
  transferIn: 'MM+',
  transferOut: 'MM-'
}

/** The code of corrections of every type. */
export const correctionCode = 'KOR'

const typeOf = (code: number): Type => memberOf(DocumentType, code) as Type

export const numberCodeOf = (documentType: number): string => numberCodes[typeOf(documentType)]

export const effectOf = (documentType: number): Effect => effects[typeOf(documentType)]

/** The types that hand out containers of a store, and may use up a reservation. */
export const handOutTypes: readonly number[] = codesOf(DocumentType).filter(code => handsOut(effectOf(code)))
