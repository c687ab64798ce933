/** What can be ordered and what it costs. Amounts are whole grosze, so that sums stay exact. */
import type { Company, Place } from './clients.ts'
import type { Random } from './random.ts'

export interface Item {
  id: number
  /** 1 vehicle, 2 tonnage, 3 container. */
  orderTypeId: number
  name: string
  /** Capacity in tonnes. */
  value: number
}

/** Used where the catalogue has no items yet. `names`: the other languages, by the specification's language number. */
export const defaultItems: readonly (Item & { names: Record<number, string> })[] = [
  item(1, 1, 1.2, ['Bus 3,5 t', 'Van 3.5 t', 'Transporter 3,5 t', 'Dodávka 3,5 t', 'Kaubik 3,5 t', 'Dodávka 3,5 t']),
  item(2, 1, 5, [
    'Solo 12 t',
    'Rigid lorry 12 t',
    'Solo-Lkw 12 t',
    'Sólo vozidlo 12 t',
    'Veoauto 12 t',
    'Sólo vozidlo 12 t'
  ]),
  item(3, 1, 10, [
    'Zestaw 24 t',
    'Articulated lorry 24 t',
    'Sattelzug 24 t',
    'Návesová súprava 24 t',
    'Autorong 24 t',
    'Návěsová souprava 24 t'
  ]),
  item(4, 2, 1, [
    'Opony osobowe',
    'Car tyres',
    'Pkw-Reifen',
    'Osobné pneumatiky',
    'Sõiduautorehvid',
    'Osobní pneumatiky'
  ]),
  item(5, 2, 1, [
    'Opony ciężarowe',
    'Lorry tyres',
    'Lkw-Reifen',
    'Nákladné pneumatiky',
    'Veoautorehvid',
    'Nákladní pneumatiky'
  ]),
  item(6, 2, 1, [
    'Opony ponadgabarytowe',
    'Oversized tyres',
    'Übergroße Reifen',
    'Nadrozmerné pneumatiky',
    'Ülegabariidilised rehvid',
    'Nadrozměrné pneumatiky'
  ]),
  item(7, 3, 2.5, [
    'Kontener 18 m³',
    'Container 18 m³',
    'Container 18 m³',
    'Kontajner 18 m³',
    'Konteiner 18 m³',
    'Kontejner 18 m³'
  ]),
  item(8, 3, 5, [
    'Kontener 36 m³',
    'Container 36 m³',
    'Container 36 m³',
    'Kontajner 36 m³',
    'Konteiner 36 m³',
    'Kontejner 36 m³'
  ])
]

/** `names` in the order pl, en, de, sk, et, cs. */
function item(
  id: number,
  orderTypeId: number,
  value: number,
  names: string[]
): Item & { names: Record<number, string> } {
  const [name = '', ...others] = names
  return { id, orderTypeId, value, name, names: Object.fromEntries(others.map((other, i) => [i + 2, other])) }
}

/** The general price of an item; where `byDigit` has the first digit of the place's postal code, that one wins. */
export interface GeneralPrice {
  id: number
  itemId: number
  net: number
  byDigit: Map<string, number>
}

/** A price agreed with a company, or for one of its places (the other is null). Both days are inside the period. */
export interface SpecialPrice {
  id: number
  itemId: number
  companyId: number | null
  placeId: number | null
  from: string
  to: string
  net: number
}

export interface Prices {
  generalPrices: GeneralPrice[]
  specialPrices: SpecialPrice[]
}

const dayMs = 86_400_000

export function makePrices(
  random: Random,
  {
    items,
    companies,
    places,
    now
  }: {
    items: readonly Item[]
    companies: readonly Company[]
    places: readonly Place[]
    now: Date
  }
): Prices {
  const generalPrices = items.map((item, i) => {
    const base = basePrice(item)
    const byDigit = new Map(
      item.orderTypeId === 2
        ? []
        : [...'0123456789'].map((digit): [string, number] => [
            digit,
            Math.round((base * (1 + (digitDistance[digit] ?? 0))) / 1000) * 1000
          ])
    )
    return { id: i + 1, itemId: item.id, net: base, byDigit }
  })
  const specialPrices: Omit<SpecialPrice, 'id'>[] = []
  const day = (offset: number): string => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10)
  const agree = (companyId: number | null, placeId: number | null): void => {
    const item = random.pick(items)
    const start = random.int(-360, -30)
    const net = Math.round((basePrice(item) * (0.8 + random.next() * 0.15)) / 100) * 100
    specialPrices.push({ itemId: item.id, companyId, placeId, from: day(start), to: day(start + 365), net })
  }
  for (const company of companies) if (company.active && random.chance(0.15)) agree(company.id, null)
  for (const place of places) if (place.active && random.chance(0.04)) agree(null, place.id)
  return { generalPrices, specialPrices: specialPrices.map((price, i) => ({ id: i + 1, ...price })) }
}

/** How much dearer a postal region is: the further from Chełm (region 2), the dearer. */
const digitDistance: Record<string, number> = {
  0: 0.08,
  1: 0.12,
  2: 0,
  3: 0.06,
  4: 0.14,
  5: 0.2,
  6: 0.2,
  7: 0.28,
  8: 0.22,
  9: 0.12
}

/** Net grosze: a vehicle by its capacity, a tonne as the market pays it (oversized 800 zł), a container by its capacity. */
function basePrice(item: Item): number {
  if (item.orderTypeId === 2) return /ponadgabaryt|oversize/i.test(item.name) ? 80_000 : 45_000
  return item.orderTypeId === 1 ? 40_000 + Math.round(item.value * 14_000) : 30_000 + Math.round(item.value * 12_000)
}

/** Finds the net price (grosze) by the rules: the place's special price, the company's, the postal digit's, the general. */
export function pricer({
  generalPrices,
  specialPrices
}: Prices): (itemId: number, place: Place, day: string) => number | null {
  const general = new Map(generalPrices.map(price => [price.itemId, price]))
  const special = new Map<string, SpecialPrice[]>()
  for (const price of specialPrices) {
    const key = price.placeId === null ? `c${price.companyId}:${price.itemId}` : `p${price.placeId}:${price.itemId}`
    special.set(key, [...(special.get(key) ?? []), price])
  }
  const valid = (key: string, day: string): number | undefined =>
    special.get(key)?.find(price => price.from <= day && day <= price.to)?.net
  return (itemId, place, day) => {
    const usual = general.get(itemId)
    return (
      valid(`p${place.id}:${itemId}`, day) ??
      valid(`c${place.companyId}:${itemId}`, day) ??
      usual?.byDigit.get(place.postalCode.charAt(0)) ??
      usual?.net ??
      null
    )
  }
}
