/**
 * The demo's list of VAT payers. It knows a made-up company for nine of ten valid tax numbers, the same one each time, in a town
 * of the tax office that the number begins with. Numbers with 0 in the ninth place are unknown to it.
 */
import { createHash } from 'node:crypto'
import { formats } from '../../../src/contract/check.ts'
import { address } from '../clients.ts'
import { companyName } from '../names.ts'
import { regon } from '../numbers.ts'
import { createRandom, type Random } from '../random.ts'
import { type Town, towns, type Voivodship, voivodships } from '../towns.ts'
import type { DemoService } from './service.ts'

/** The legal forms in full, as the register writes them. */
const legalForms: readonly [string, string][] = [
  ['sp. z o.o. sp. k.', 'spółka z ograniczoną odpowiedzialnością spółka komandytowa'],
  ['sp. z o.o.', 'spółka z ograniczoną odpowiedzialnością'],
  ['sp. j.', 'spółka jawna'],
  ['s.c.', 'spółka cywilna'],
  ['S.A.', 'spółka akcyjna']
]

function registeredName(random: Random, town: Town): string {
  const { name } = companyName(random, town.name)
  const form = legalForms.find(([short]) => name.endsWith(short))
  return (form ? name.slice(0, -form[0].length) + form[1] : name).toUpperCase()
}

function townOf(random: Random, nip: string): Town {
  const names = Object.keys(voivodships) as Voivodship[]
  const own = names.find(name => voivodships[name].taxOffices.some(office => office === nip.slice(0, 3)))
  return random.weighted(own ? towns.filter(({ voivodship }) => voivodship === own) : towns, ({ thousands }) =>
    Math.sqrt(thousands)
  )
}

/** The company of a number, or null. */
function subjectOf(nip: string) {
  if (nip[8] === '0') return null
  const random = createRandom(`company ${nip}`)
  const town = townOf(random, nip)
  const { street, postalCode, city } = address(random, town)
  return {
    name: registeredName(random, town),
    nip,
    statusVat: random.chance(0.92) ? 'Czynny' : 'Zwolniony',
    regon: regon(random),
    pesel: null,
    krs: null,
    residenceAddress: null,
    workingAddress: `${street}, ${postalCode} ${city}`.toUpperCase(),
    representatives: [],
    authorizedClerks: [],
    partners: [],
    accountNumbers: [],
    hasVirtualAccounts: false
  }
}

const refused = (code: string, message: string) => ({ status: 400, json: { code, message } })

export const vatListOf: DemoService = ({ method, path, query }) => {
  const nip = /^\/api\/search\/nip\/([^/]*)$/.exec(path)?.[1]
  if (method !== 'GET' || nip === undefined) return undefined
  const day = query.get('date') ?? ''
  if (day === '') return refused('WL-101', 'Pole `data` nie może być puste.')
  if (!formats.day?.(day)) return refused('WL-102', 'Pole `data` ma zły format.')
  if (!/^\d{10}$/.test(nip)) return refused('WL-113', 'Pole `NIP` ma nieprawidłową długość. Wymagane 10 znaków.')
  if (!formats.nip?.(nip)) return refused('WL-115', 'Nieprawidłowy NIP.')
  const requestId = createHash('sha256').update(`${nip} ${day}`).digest('hex').slice(0, 12)
  const result = { subject: subjectOf(nip), requestDateTime: `${day} 12:00:00`, requestId }
  return { status: 200, json: { result } }
}
