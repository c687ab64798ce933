/** What the demo's waste register keeps, and its rules: which act leads a card from which states to which, and who may do it. */

export type State =
  | 'PLANNED'
  | 'APPROVED'
  | 'CONFIRMATION_GENERATED'
  | 'RECEIVE_CONFIRMATION'
  | 'TRANSPORT_CONFIRMATION'
  | 'REJECTED'
  | 'WITHDRAWN'

export type Role = 'sender' | 'carrier' | 'receiver'

/** A place of a firm, by which tokens are given. `eupId` is unique in the whole register. */
export interface RegisterEup {
  readonly eupId: string
  readonly name: string
  readonly identificationNumber: string
  readonly locality: string
  readonly street: string
}

export interface RegisterFirm {
  readonly companyId: string
  readonly name: string
  readonly nip: string
  /** Its number in the register. */
  readonly registrationNumber: string
  /** Firms without keys cannot call. */
  readonly clientId?: string
  readonly clientSecret?: string
  readonly places: readonly RegisterEup[]
  /** Whether somebody has called with the keys of the firm: its cards are made by that, and no more by the demo. */
  hasCalled?: true
}

/** Masses in megagrams; instants in ISO 8601. */
export interface RegisterCard {
  readonly kpoId: string
  readonly year: number
  readonly senderCompanyId: string
  readonly senderEupId: string
  readonly carrierCompanyId: string
  readonly receiverCompanyId: string
  readonly receiverEupId: string
  cardNumber: string | null
  state: State
  wasteCodeId: number
  additionalInfo?: string
  /** Cards without one are meant for R12. */
  wasteProcessId?: number
  vehicleRegNumber: string
  wasteMass: number
  plannedTransportTime: string
  kpoLastModifiedAt: string
  revisionNumber: number
  correctedWasteMass?: number
  revisedWasteMass?: number
  remarks?: string
  realTransportTime?: string
  cardApprovalTime?: string
  generatingConfirmationTime?: string
  receiveConfirmationTime?: string
  transportConfirmationTime?: string
  cardRejectionTime?: string
  cardWithdrawalTime?: string
  revisedAt?: string
}

/** A record card (KEO): one place, code and calendar year. */
export interface RecordCard {
  readonly keoId: string
  readonly eupId: string
  readonly cardNumber: string
  readonly year: number
  readonly wasteCodeId: number
  /** Whether received waste is entered on it. */
  readonly isWasteCollecting: boolean
}

/** An entry of a received transfer card on a record card. */
export interface RecordEntry {
  readonly keoCollectedId: string
  readonly keoId: string
  readonly kpoId: string
  readonly collectedDate: string
  readonly collectedMass: number
}

/** An act that the register has carried out. */
export interface RegisterEntry {
  readonly at: string
  readonly act: Act | 'create/plannedcard' | 'KeoCollected/create'
  readonly kpoId: string
  readonly eupId: string
}

/** All that a register knows: given again after a restart, it goes on from there. */
export interface RegisterWorld {
  firms: RegisterFirm[]
  cards: RegisterCard[]
  log: RegisterEntry[]
  recordCards?: RecordCard[]
  recordEntries?: RecordEntry[]
  /** Of the demo's world: the newest order that there was when it began. */
  lastOldOrder?: number
}

export const wasteCodes = [
  { wasteCodeId: 701, code: '16 01 03', description: 'Zużyte opony', isDangerous: false },
  { wasteCodeId: 717, code: '16 01 19', description: 'Tworzywa sztuczne', isDangerous: false },
  { wasteCodeId: 1187, code: '19 12 04', description: 'Tworzywa sztuczne i guma', isDangerous: false }
] as const

/** Processes of recovery and disposal. */
export const wasteProcesses = [
  {
    wasteProcessId: 1,
    codeName: 'R1',
    name: 'Wykorzystanie głównie jako paliwa lub innego środka wytwarzania energii'
  },
  { wasteProcessId: 3, codeName: 'R3', name: 'Recykling lub odzysk substancji organicznych' },
  { wasteProcessId: 12, codeName: 'R12', name: 'Wymiana odpadów w celu poddania ich procesom R1–R11' },
  { wasteProcessId: 13, codeName: 'R13', name: 'Magazynowanie odpadów poprzedzające procesy R1–R12' },
  { wasteProcessId: 25, codeName: 'D10', name: 'Przekształcanie termiczne na lądzie' }
] as const

/** The name of a state, and the path under which details are found while a card has it. */
export const states: Readonly<Record<State, { readonly id: number; readonly name: string; readonly path: string }>> = {
  PLANNED: { id: 1, name: 'Planowana', path: 'planned/card' },
  APPROVED: { id: 2, name: 'Zatwierdzona', path: 'approved/card' },
  CONFIRMATION_GENERATED: { id: 3, name: 'Potwierdzenie wygenerowane', path: 'confirmationgenerated/card' },
  RECEIVE_CONFIRMATION: { id: 4, name: 'Potwierdzenie przejęcia', path: 'receiveconfirmed/card' },
  TRANSPORT_CONFIRMATION: { id: 5, name: 'Potwierdzenie transportu', path: 'transportconfirmation/card' },
  REJECTED: { id: 6, name: 'Odrzucona', path: 'rejected/card' },
  WITHDRAWN: { id: 7, name: 'Wycofana', path: 'withdrawn/card' }
}

export type Act =
  | 'approve'
  | 'generateconfirmation'
  | 'carrier/update/approved/generateconfirmation'
  | 'assign/receiveconfirmation'
  | 'reject'
  | 'revise'
  | 'withdrawn'
  | 'status/transportconfirmation'

interface Move {
  readonly by: readonly Role[]
  readonly from: readonly State[]
  readonly to: State
  /** The field that keeps when it was done. */
  readonly time: keyof RegisterCard
}

/** The acts, which are also the ends of their paths. */
export const moves: Readonly<Record<Act, Move>> = {
  approve: { by: ['sender'], from: ['PLANNED'], to: 'APPROVED', time: 'cardApprovalTime' },
  generateconfirmation: {
    ...{ by: ['sender', 'carrier'], from: ['APPROVED'] },
    ...{ to: 'CONFIRMATION_GENERATED', time: 'generatingConfirmationTime' }
  },
  'carrier/update/approved/generateconfirmation': {
    ...{ by: ['carrier'], from: ['APPROVED'] },
    ...{ to: 'CONFIRMATION_GENERATED', time: 'generatingConfirmationTime' }
  },
  'assign/receiveconfirmation': {
    ...{ by: ['receiver'], from: ['CONFIRMATION_GENERATED'] },
    ...{ to: 'RECEIVE_CONFIRMATION', time: 'receiveConfirmationTime' }
  },
  reject: { by: ['receiver'], from: ['CONFIRMATION_GENERATED'], to: 'REJECTED', time: 'cardRejectionTime' },
  revise: { by: ['sender'], from: ['REJECTED'], to: 'CONFIRMATION_GENERATED', time: 'revisedAt' },
  withdrawn: {
    ...{ by: ['sender'], from: ['APPROVED', 'CONFIRMATION_GENERATED'] },
    ...{ to: 'WITHDRAWN', time: 'cardWithdrawalTime' }
  },
  'status/transportconfirmation': {
    ...{ by: ['carrier'], from: ['RECEIVE_CONFIRMATION'] },
    ...{ to: 'TRANSPORT_CONFIRMATION', time: 'transportConfirmationTime' }
  }
}

/** As what a place and its firm take part in a card. A carrier acts as a firm, the others as the place that the card names. */
export function rolesOf(card: RegisterCard, firm: RegisterFirm, eupId: string): Role[] {
  const roles: Role[] = []
  if (card.senderEupId === eupId) roles.push('sender')
  if (card.carrierCompanyId === firm.companyId) roles.push('carrier')
  if (card.receiverEupId === eupId) roles.push('receiver')
  return roles
}
