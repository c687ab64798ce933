/**
 * The state's register of waste (BDO) as this module knows it: what is asked of it and what it answers, in our words and types. The client
 * (`client.ts`) speaks the register's protocol; the demo's register (`seeds/demo/services`) answers it.
 *
 * Masses are in megagrams (Mg, that is tonnes) with up to four decimals, as the register keeps them. Instants are ISO 8601 in UTC.
 */

/** The states of a card, by the register's own code names, in the order of a card's life; the last two end it. */
export const cardStates = [
  'PLANNED',
  'APPROVED',
  'CONFIRMATION_GENERATED',
  'RECEIVE_CONFIRMATION',
  'TRANSPORT_CONFIRMATION',
  'REJECTED',
  'WITHDRAWN'
] as const

export type CardState = (typeof cardStates)[number]

/** As whom a firm is asked for or acts on a card; the register's `CompanyType`: 0 sender, 1 carrier, 2 receiver. */
export type CardRole = 'sender' | 'carrier' | 'receiver'

/** A place of the firm, by which the register gives its tokens. */
export interface RegisterPlace {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly identificationNumber: string
  readonly address: string
}

/** A line of the register's lists. */
export interface CardSummary {
  readonly id: string
  readonly number: string | null
  readonly state: CardState
  /** When the card was last changed there. */
  readonly modifiedAt: string
  readonly revision: number
}

/** One page of each search that the version needs: in January these are two, one of each year, so that a page has up to 100 cards. */
export interface CardPage {
  /** The newest first. Whoever reads only what is new stops after a page on which no card is new, not at the first old card. */
  readonly cards: readonly CardSummary[]
  /** Of all pages together. */
  readonly total: number
  /** False if the register has further pages. */
  readonly isLast: boolean
}

export interface CardParty {
  readonly name: string | null
  /** Digits only. */
  readonly taxNumber: string | null
  /** The number of its place in the register; null for a carrier, which has none. */
  readonly identificationNumber: string | null
}

/** All that the register tells of a card. `modifiedAt` is the newest change whose time the details state. */
export interface Card extends CardSummary {
  readonly year: number | null
  readonly wasteCode: string | null
  readonly wasteCodeDescription: string | null
  /** The code of the process of recovery or disposal that the waste is meant for, such as R3 or D10. */
  readonly process: string | null
  readonly plate: string | null
  readonly plannedAt: string | null
  readonly transportedAt: string | null
  /** As the sender stated it, as it was revised after a rejection, and as the receiver corrected it. */
  readonly mass: number | null
  readonly revisedMass: number | null
  readonly receivedMass: number | null
  readonly remarks: string | null
  readonly sender: CardParty
  readonly carrier: CardParty
  readonly receiver: CardParty
  readonly approvedAt: string | null
  readonly confirmationGeneratedAt: string | null
  readonly receivedAt: string | null
  readonly receivedBy: string | null
  readonly transportConfirmedAt: string | null
  readonly rejectedAt: string | null
  readonly withdrawnAt: string | null
}

/**
 * What the register says to a call. Whoever calls decides by `kind`:
 * `refused` is final, with the register's own words; `away` is no answer, an unreadable one or a fault there: the same call may be tried
 * later; `throttled` is the same with the pause that it asks for; `credentials` are refused keys or a place that is not ours.
 */
export type RegisterAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'throttled'; readonly afterSeconds: number }
  | { readonly kind: 'credentials'; readonly words: string }
  | { readonly kind: 'away'; readonly problem: string }

/** The years, or since 2027 the states, are the client's business: it asks as many searches as the version needs. */
export interface CardSearch {
  readonly place: string
  readonly role: 'carrier' | 'receiver'
  /** Pages of up to 50 cards, from 1, sorted by `modifiedAt`, the newest first. */
  readonly page: number
}

/** The register, called with the keys of one firm. No call throws for what the register or the network does. */
export interface WasteRegister {
  places(): Promise<RegisterAnswer<readonly RegisterPlace[]>>
  search(search: CardSearch): Promise<RegisterAnswer<CardPage>>
  /** The card's details; `state` is where it is looked for first, and the other states' paths after it, because a stale state answers 404. */
  card(place: string, role: CardRole, id: string, state: CardState): Promise<RegisterAnswer<Card>>
  /** By the receiver; the mass as weighed. */
  confirmReceipt(
    place: string,
    id: string,
    act: { readonly mass: number; readonly remarks?: string }
  ): Promise<RegisterAnswer<null>>
  /** By the receiver, in place of `confirmReceipt`. */
  reject(place: string, id: string, reason: string): Promise<RegisterAnswer<null>>
  /** By the carrier. */
  confirmTransport(place: string, id: string): Promise<RegisterAnswer<null>>
  /** The confirmation that the driver carries, as the bytes of a PDF. */
  confirmation(place: string, id: string): Promise<RegisterAnswer<Uint8Array>>
}
