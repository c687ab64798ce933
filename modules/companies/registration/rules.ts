/** Pure rules of registration: how typed data is compared with a register, and how much strangers may register. */
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { RegisterAnswer } from '../registers/register.ts'
import { RegisterCheck } from '../schema.ts'

/** Companies and private persons that strangers of one network may register in 24 hours; and from how many of all somebody should look. */
export const registrationsADay = { what: 'companies.registerCompany', ofNetwork: 20, unusual: 100 } as const
/** The same for questions that a public register is really asked: it allows this installation about a hundred a day. */
export const registerQuestionsADay = { what: 'companies.verifyCompany', ofNetwork: 8, unusual: 50 } as const
/** How many people may ask to join one company in 24 hours. */
export const joinersADay = 10
/** Calls that one IP address may make in an hour. */
export const callsAnHour = { max: 20, timeWindow: 3_600_000 } as const

/**
 * The form in which names are compared: lower case letters and digits only, because people omit quotes, full stops and capitals.
 */
const comparable = (name: string): string => name.toLocaleLowerCase('pl').replaceAll(/[^\p{L}\p{N}]/gu, '')

export interface TypedCompany {
  readonly name: string
  readonly regon?: string | undefined
  readonly address: { readonly city: string; readonly street: string; readonly postalCode: string }
}

/** Words before the name of a street, which some write and some leave out. */
const streetWord = /^(ul|ulica|al|aleja|pl|plac|os|osiedle)\.?\s+/i

/** Whether the register's address, however it is written, has the typed street, postal code and city. */
function hasAddress(registered: string, { city, street, postalCode }: TypedCompany['address']): boolean {
  const text = comparable(registered)
  return [city, street.trim().replace(streetWord, ''), postalCode].every(part => text.includes(comparable(part)))
}

/**
 * Compares the register's data for the number with the typed data. A register that gives no name (Germany) never differs. Tax
 * numbers are not secret, so staff have to check a name that does not belong to the number, and one that does is no proof.
 */
export function registerCheckOf(
  answer: RegisterAnswer | undefined,
  { name, regon, address }: TypedCompany
): CodeOf<typeof RegisterCheck> {
  if (answer?.kind !== 'found') return RegisterCheck.unchecked
  const isOther =
    (answer.name !== null && comparable(answer.name) !== comparable(name)) ||
    (answer.regon !== null && regon !== undefined && answer.regon !== regon)
  if (isOther) return RegisterCheck.differs
  if (answer.address === null) return RegisterCheck.nameAgrees
  return hasAddress(answer.address, address) ? RegisterCheck.addressAgrees : RegisterCheck.addressDiffers
}
