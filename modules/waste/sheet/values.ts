/**
 * The sheet of a card's values, for clients who have given no keys of the register and type the card there by hand: what a draft would send
 * (`drafts/values.ts`), in the order of the register's form, and what is missing.
 */
import type { Settings } from '../../../config/settings.ts'
import type { OrderToSend } from '../../orders/public.ts'
import { placeOf } from '../drafts/places.ts'
import { receivingPlace, valuesOf } from '../drafts/values.ts'
import type { ClientPlace } from '../keys/use.ts'
import type { RegisterPlace } from '../register/register.ts'

/** The parts of the register's form, and the values of each. The names are those of messages. */
export const sheetParts = {
  sender: ['senderName', 'senderTaxNumber', 'senderNumber', 'senderPlace', 'senderPlaceNumber'],
  carrier: ['carrierName', 'carrierTaxNumber', 'carrierNumber'],
  receiver: ['receiverName', 'receiverTaxNumber', 'receiverNumber', 'receiverPlace', 'receiverPlaceNumber'],
  waste: ['wasteCode', 'wasteName', 'mass', 'process'],
  transport: ['plate', 'day', 'time', 'remarks']
} as const

type Part = keyof typeof sheetParts
export type SheetField = (typeof sheetParts)[Part][number]

/** What a sheet is made of. */
export interface SheetSource {
  readonly order: OrderToSend
  readonly settings: Settings
  readonly now: Date
  /** `HH:MM` at which the transport begins; undefined: it has no day. */
  readonly time: string | undefined
  /** Of the client in the register; none where it has given no keys. */
  readonly clientPlaces: readonly ClientPlace[]
  /** Of the business; none without a register, or while it is away. */
  readonly ownPlaces: readonly RegisterPlace[]
}

export interface Sheet {
  readonly values: Readonly<Record<SheetField, string | number | Date | null>>
  /** What has to be filled in before the card can be typed, by the names of messages. */
  readonly missing: readonly SheetField[]
  readonly dayFault: 'draftDayOver' | 'draftDayFar' | undefined
  readonly isTimeOver: boolean
}

/** The register's own names of what tyres are collected as; those of other codes appear there once the code is typed. */
const wasteNames: Readonly<Record<string, string>> = { '16 01 03': 'Zużyte opony' }

/** What the register does without, or fills in by itself. */
const optional: readonly SheetField[] = ['wasteName', 'remarks']

const addressOf = ({ street, postalCode, city }: OrderToSend): string | null =>
  [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null

const named = (place: Pick<RegisterPlace, 'name' | 'address'> | undefined): string | null =>
  place ? [place.name, place.address].filter(Boolean).join(', ') : null

export function sheetOf({ order, settings, now, time, clientPlaces, ownPlaces }: SheetSource): Sheet {
  const card = valuesOf(order, settings, now, time)
  const from = placeOf(clientPlaces, order)
  const to = receivingPlace(ownPlaces, card.store)
  const business = {
    name: settings.businessLegalName || settings.businessName,
    taxNumber: settings.businessTaxNumber || null,
    number: settings.businessBdo || null
  }
  const values = {
    senderName: order.company,
    senderTaxNumber: order.taxNumber,
    senderNumber: order.companyNumber ?? order.placeNumber,
    senderPlace: named(from) ?? addressOf(order),
    senderPlaceNumber: from?.number || order.placeNumber,
    carrierName: business.name,
    carrierTaxNumber: business.taxNumber,
    carrierNumber: business.number,
    receiverName: business.name,
    receiverTaxNumber: business.taxNumber,
    receiverNumber: business.number,
    receiverPlace: named(to) ?? card.store,
    receiverPlaceNumber: to?.identificationNumber || null,
    wasteCode: card.wasteCode,
    wasteName: wasteNames[card.wasteCode] ?? null,
    mass: card.mass > 0 ? card.mass : null,
    process: card.process,
    plate: card.plate,
    day: card.plannedAt,
    time: card.plannedAt,
    remarks: order.number
  }
  const isMissing = (field: SheetField): boolean =>
    values[field] === null && !optional.includes(field) && !(card.dayFault && (field === 'day' || field === 'time'))
  return {
    values,
    missing: Object.values(sheetParts).flat().filter(isMissing),
    dayFault: card.dayFault,
    isTimeOver: card.isTimeOver
  }
}
