/**
 * The demo's VIES. It knows a made-up company for nine of ten valid numbers of the four countries, the same one each time, and
 * writes its address as that country does. Germany tells neither name nor address, as in reality. Numbers with 0 before their
 * last digit are unknown to it.
 */
import { createHash } from 'node:crypto'
import { formats } from '../../../src/contract/check.ts'
import { createRandom } from '../random.ts'
import { type ForeignCountry, foreignTowns } from './foreign-towns.ts'
import type { DemoService } from './service.ts'

interface CountryStyle {
  /** Format of its numbers. */
  readonly format: string
  readonly names: readonly string[]
  readonly legalForms: readonly string[]
  readonly streets: readonly string[]
  address(street: string, postalCode: string, city: string): string
}

const styles: Readonly<Record<ForeignCountry, CountryStyle>> = {
  SK: {
    format: 'vatSk',
    names: ['Pneuservis Tatry', 'Gumex', 'Autoservis Považie', 'Pneu Trans', 'Ekopneu'],
    legalForms: ['s.r.o.', 'a.s.', 's.r.o.'],
    streets: ['Hlavná', 'Štúrova', 'Priemyselná', 'Továrenská', 'Železničná'],
    address: (street, postalCode, city) => `${street}\n${postalCode} ${city}\nSlovensko`
  },
  CZ: {
    format: 'vatCz',
    names: ['Pneuservis Morava', 'Autodíly Vysočina', 'Pneu Centrum', 'Gumárna Sever', 'Ekoprotektor'],
    legalForms: ['s.r.o.', 'a.s.', 'spol. s r.o.'],
    streets: ['Masarykova', 'Nádražní', 'Průmyslová', 'Tovární', 'Husova'],
    address: (street, postalCode, city) => `${street}\n${postalCode}  ${city}`
  },
  EE: {
    format: 'vatEe',
    names: ['Rehvikeskus', 'Põhja Rehvid', 'Autoabi', 'Veomees', 'Kummiring'],
    legalForms: ['OÜ', 'AS', 'OÜ'],
    streets: ['Tööstuse tn', 'Jaama tn', 'Narva mnt', 'Pärnu mnt', 'Kalda tn'],
    address: (street, postalCode, city) => `${street} ${postalCode} ${city}`
  },
  DE: {
    format: 'vatDe',
    names: ['---'],
    legalForms: [],
    streets: [],
    address: () => '---'
  }
}

function companyOf(country: ForeignCountry, vatNumber: string) {
  const { names, legalForms, streets, address } = styles[country]
  if (country === 'DE') return { name: '---', address: '---' }
  const random = createRandom(`company ${country}${vatNumber}`)
  const { city, postalCode } = random.pick(foreignTowns[country])
  const street = `${random.pick(streets)} ${random.int(1, 90)}`
  return { name: `${random.pick(names)} ${random.pick(legalForms)}`, address: address(street, postalCode, city) }
}

export const viesOf: DemoService = ({ method, path, body }) => {
  if (method !== 'POST' || path !== '/rest-api/check-vat-number') return undefined
  const { countryCode, vatNumber } = (body ?? {}) as { countryCode?: unknown; vatNumber?: unknown }
  const isKnown = typeof countryCode === 'string' && Object.hasOwn(styles, countryCode)
  if (!isKnown || typeof vatNumber !== 'string')
    return { status: 400, json: { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] } }
  const country = countryCode as ForeignCountry
  const valid = (formats[styles[country].format]?.(vatNumber) ?? false) && vatNumber.at(-2) !== '0'
  const requestIdentifier = createHash('sha256').update(`${country}${vatNumber}`).digest('hex').slice(0, 16)
  const company = valid ? companyOf(country, vatNumber) : { name: '---', address: '---' }
  return { status: 200, json: { countryCode, vatNumber, valid, requestIdentifier, ...company } }
}
