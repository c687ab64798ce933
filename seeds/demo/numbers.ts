/**
 * Random numbers with valid check digits and forms: tax numbers, plates, devices. What must be unique is drawn through
 * `unique`.
 */
import { luhnDigit } from '../../src/contract/sensor-numbers.ts'
import { nipCheckDigit, regonCheckDigit } from '../../src/contract/tax-numbers.ts'
import type { Random } from './random.ts'
import type { Voivodship } from './towns.ts'
import { voivodships } from './towns.ts'

/** Draws until a value is not in `taken`, adds it there and returns it. */
export function unique(taken: Set<string>, draw: () => string): string {
  for (;;) {
    const value = draw()
    if (taken.has(value)) continue
    taken.add(value)
    return value
  }
}

/** A NIP (10 digits): a tax office of the voivodship, a number, and the check digit. */
export function nip(random: Random, voivodship: Voivodship): string {
  for (;;) {
    const front = random.pick(voivodships[voivodship].taxOffices) + random.digits(6)
    const check = nipCheckDigit(front)
    if (check < 10) return front + check
  }
}

/** A nine-digit REGON with its check digit. */
export function regon(random: Random): string {
  const front = random.pick(['36', '38', '52', '14', '06']) + random.digits(6)
  return front + regonCheckDigit(front)
}

/** A number of the waste register (BDO): nine digits that begin with 000. */
export function bdo(random: Random): string {
  return `000${random.int(1, 699_999).toString().padStart(6, '0')}`
}

/** A Polish mobile phone number, nine digits. */
export function mobile(random: Random): string {
  return random.pick(['50', '51', '53', '57', '60', '66', '69', '72', '73', '78', '79', '88']) + random.digits(7)
}

/** A number plate: the county's letters, a space, then five digits or letters (four after three letters, half of the time). */
export function plate(random: Random, county: string): string {
  const letter = (): string => random.pick([...'ACEFGHJKLMNPRSTUVWXY'])
  const five = (): string =>
    random.pick([
      () => random.digits(5),
      () => random.digits(4) + letter(),
      () => random.digits(3) + letter() + letter()
    ])()
  const four = (): string => letter() + random.digits(3)
  return `${county} ${county.length === 3 && random.chance(0.5) ? four() : five()}`
}

/** A phone module's IMEI: 15 digits, the last a Luhn check digit. */
export function imei(random: Random): string {
  const front = `35${random.digits(12)}`
  return front + luhnDigit(front)
}

/** A SIM card's ICCID: 19 digits, Polish (8948), the last a Luhn check digit. */
export function iccid(random: Random): string {
  const front = `8948${random.digits(14)}`
  return front + luhnDigit(front)
}

/** A device's serial number, of the maker's form: `OT`, year of making, dash, six digits. */
export function serialNumber(random: Random): string {
  return `OT${random.int(21, 25)}-${random.digits(6)}`
}
