/**
 * Numbers of sensors: the IMEI of a phone module, and the ICCID of its SIM card. Browser and server ask the same rules, as formats of
 * `check.ts`.
 */

/** The digit that makes `front` followed by it pass the Luhn check. */
export function luhnDigit(front: string): number {
  let sum = 0
  for (let i = 0; i < front.length; i++) {
    const digit = Number(front[front.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** A type of device that no maker has: for demos and tests, whose numbers need no check digit. */
const typeForTries = '35000000'

/** 15 digits, of which the last is a check digit. */
const isImei = (text: string): boolean =>
  /^\d{15}$/.test(text) && (text.startsWith(typeForTries) || luhnDigit(text.slice(0, -1)) === Number(text.at(-1)))

/**
 * 18 to 20 digits: cards have 19 or 20, and some lists of their makers leave the check digit out, so that it is not checked. A card that
 * has 19 digits or fewer may be read with the filler `F` behind them.
 */
const isIccid = (text: string): boolean => /^(\d{18,20}|\d{18,19}F)$/i.test(text)

export const sensorNumberFormats = { imei: isImei, iccid: isIccid } as const
