/** Reads what a sheet is made of, and whom the client's order concerns. */
import { defaultLanguage, type Language } from '../../../src/contract/languages.ts'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { type ClientContact, clientContacts } from '../../../src/kernel/access/identity.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type CountryCode, countryFacts } from '../../companies/schema.ts'
import { orderOfClient, orderToSend } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { type CardTime, proposedTime } from '../drafts/time.ts'
import { throwWasteError } from '../errors.ts'
import { placesOfClient } from '../keys/use.ts'
import { registerOf } from '../register/client.ts'
import type { RegisterPlace } from '../register/register.ts'
import { type Sheet, sheetOf } from './values.ts'

export interface OrderSheet extends Sheet {
  readonly number: string
  /** Of the client's country. */
  readonly language: Language
}

/** The places of the business in the register; none without one, or while it is away: the sheet names what is missing. */
export async function ownPlaces(services: Services): Promise<readonly RegisterPlace[]> {
  const answer = await registerOf(services)?.places()
  return answer?.kind === 'ok' ? answer.value : []
}

/**
 * The sheet of an order that is planned.
 * @param plannedTime of the transport; without it the one that is proposed
 * @throws kernel.notFound where the reader may not see the order, waste.sheetNotPlanned
 */
export async function readSheet(
  services: Services,
  database: Database,
  id: number,
  reader: Reader,
  places: readonly RegisterPlace[],
  plannedTime?: CardTime
): Promise<OrderSheet> {
  const { settings, now } = services
  const order = orNotFound(await orderToSend(database, id, reader))
  if (order.status !== OrderStatus.inProgress) return throwWasteError('sheetNotPlanned')
  const clientPlaces = (await placesOfClient(database, order.companyId)) ?? []
  const time = plannedTime ?? (await proposedTime(services, database, id, order))
  return {
    ...sheetOf({ order, settings, now: now(), time, clientPlaces, ownPlaces: places }),
    number: order.number,
    language: countryFacts[order.country as CountryCode]?.language ?? defaultLanguage
  }
}

/** Refuses a time that a person has chosen and that is over; without one the time of today is what the clock says. */
export function requireTimeAhead({ isTimeOver }: Sheet, plannedTime: CardTime | undefined): void {
  if (plannedTime !== undefined && isTimeOver) throwWasteError.at('plannedTime', 'draftTimeOver')
}

/** Those who are told of the order, and have an e-mail address: whoever placed it, else the administrators of the client. */
export async function contactsOf(services: Services, database: Database, id: number): Promise<ClientContact[]> {
  const order = await orderOfClient(database, id)
  const contacts = await clientContacts.of(services.extensions)(services, database, order?.told ?? [])
  return [...contacts.values()].filter(({ email }) => email)
}
