/**
 * The register's interface changes on 1 January 2027. Which one is spoken follows from the date, or from a setting, for the register's test
 * host has the new one already. The differences stand here alone.
 */
import type { Settings } from '../../../config/settings.ts'
import { dayOf, yearOf } from '../../../src/contract/days.ts'
import { cardStates } from './register.ts'
import { otherReason, rejectionReasonField, stateSeparator, transportModeFields } from './unverified.ts'

export type InterfaceVersion = '2026' | '2027'

/** The version at an instant; a setting other than `auto` is the version. */
export const versionAt = (setting: Settings['bdoVersion'], now: Date): InterfaceVersion => {
  if (setting !== 'auto') return setting
  return yearOf(now) >= 2027 ? '2027' : '2026'
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What each of the searches says that together make one list. Until the end of 2026 a search is about one year, the one of the card's number;
 * in January last year's cards are still confirmed, so both are searched.
 */
export function searchesOf(version: InterfaceVersion, now: Date): readonly Fields[] {
  if (version === '2027') return [{ CardStatusCodeNames: cardStates.join(stateSeparator) }]
  const year = yearOf(now)
  const isJanuary = dayOf(now).slice(5, 7) === '01'
  return (isJanuary ? [year, year - 1] : [year]).map(each => ({ Year: each }))
}

/** What a rejection says of its reason. */
export const rejectionOf = (version: InterfaceVersion, reason: string): Fields =>
  version === '2027' ? { [rejectionReasonField]: otherReason, Remarks: reason } : { Remarks: reason }

/** What a new card says of how the waste travels: by road. */
export const transportModeOf = (version: InterfaceVersion): Fields =>
  version === '2027' ? Object.fromEntries(transportModeFields.map(field => [field, field === 'IsRoadTransport'])) : {}
