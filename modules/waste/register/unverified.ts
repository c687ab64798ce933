/**
 * What the register's interface of 2027, and some details of the present one, are believed to be. Nobody has yet compared them with the
 * description that the register publishes (swagger.json of its test host). Each is one sentence and one constant that the client uses, so
 * that a correction is made here alone.
 */
import { timeZone } from '../../../src/contract/days.ts'

/** The column by which lists are sorted is called as the field of the list's lines. */
export const modifiedColumn = 'KpoLastModifiedAt'

/** Pages of lists are counted from 1. */
export const firstPage = 1

/** `ExpiresIn` of a token is in seconds; where it is missing or no number, the token is believed for so many seconds. */
export const usualTokenSeconds = 300

/** Instants that the register writes without a zone are in Polish time. */
export const zoneOfBareInstants = timeZone

/** Since 2027 a search needs no `Year`, and names the states that it wants in `CardStatusCodeNames`, separated by commas. */
export const stateSeparator = ','

/** Since 2027 a rejection has a reason from a list beside its text, in a field of this name. */
export const rejectionReasonField = 'RejectionReasonCodeName'

/** The reason for “another reason, see the text” has this code name. */
export const otherReason = 'OTHER'

/**
 * Since 2027 whoever makes a card says how the waste travels, by exactly one of these fields being true; five are known from other cards of
 * the register, a sixth that is announced is not known. A tyre collection travels by road.
 */
export const transportModeFields = [
  'IsRoadTransport',
  'IsRailwayTransport',
  'IsMaritimeTransport',
  'IsAirTransport',
  'IsInlandWaterTransport'
] as const

/** The dictionary of processes calls the code of a process, such as R3, as its search does, or as the one of waste codes. */
export const processCodeFields = ['codeName', 'code'] as const

/** Keys that are wrong are answered with one of these when a token or the places are asked for. */
export const statusesOfWrongKeys: readonly number[] = [400, 401, 403, 404]

/** A firm is asked for by its id in the query's field of this name. */
export const companyIdParameter = 'companyId'

/** A record card (KEO) and an entry of it are asked for by their ids in the query's fields of these names, as a transfer card is by its own. */
export const recordCardParameter = 'KeoId'
export const entryParameter = 'KeoCollectedId'

/**
 * Record cards are searched with the code of the waste as the dictionary writes it, such as 16 01 03. The search may find more than it was asked for:
 * what it finds is compared, and the year is read from each card's details.
 */
export const recordCodeOf = (code: string): string =>
  code
    .replace(/\D/g, '')
    .replace(/(?=(\d{2})+$)/g, ' ')
    .trim()

/** The making of an entry is answered with an empty body or with the entry; nothing of it is used. Lists of record cards and entries are sorted by these. */
export const recordCardColumn = 'CardNumber'
export const entryColumn = 'CollectedDate'

/**
 * An entry of a transfer card says the card's number in its list. It is not relied on: each entry of that number or of that mass is looked at, and the
 * id of the transfer card in its details decides. Whether the register itself refuses a second entry of one transfer card is not known.
 */
export const entryNumberField = 'cardNumber'
