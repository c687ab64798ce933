/** Pure rules of registration: what a register's answer says of the data typed in, and how much strangers may register. */
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { RegisterAnswer } from '../registers/register.ts'
import { RegisterCheck } from '../schema.ts'

/** Companies and private persons that strangers may register in 24 hours, all of them together. */
export const registrationsADay = 200
/** People who may ask to join one company in 24 hours. */
export const joinersADay = 10
/** Calls of one address in an hour. */
export const callsAnHour = { max: 20, timeWindow: 3_600_000 } as const

/**
 * A name in the form in which names are compared: letters and digits only, because people leave out quotes, full stops and
 * capitals.
 */
const comparable = (name: string): string => name.toLocaleLowerCase('pl').replaceAll(/[^\p{L}\p{N}]/gu, '')

export interface TypedCompany {
  readonly name: string
  readonly regon?: string | undefined
}

/**
 * Compares what the register says of the number with what was typed in. A register that gives no name (Germany) cannot differ. Tax
 * numbers are not secret, so a name that does not belong to the number has to be checked by the staff.
 */
export function registerCheckOf(
  answer: RegisterAnswer | undefined,
  { name, regon }: TypedCompany
): CodeOf<typeof RegisterCheck> {
  if (answer?.kind !== 'found') return RegisterCheck.unchecked
  const isOther =
    (answer.name !== null && comparable(answer.name) !== comparable(name)) ||
    (answer.regon !== null && regon !== undefined && answer.regon !== regon)
  return isOther ? RegisterCheck.differs : RegisterCheck.checked
}
