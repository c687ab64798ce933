/** What can be ordered and what it costs, net and in PLN. */
import { OrderType } from '../../modules/catalogue/schema.ts'
import type { PriceFacts, SpecialPrice as SpecialPriceRule } from '../../modules/pricing/rules.ts'
import { choosePrice, explainPrice } from '../../modules/pricing/rules.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { languageNumbers, languages } from '../../src/contract/languages.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Company, Place } from './clients.ts'
import type { Random } from './random.ts'

export interface Item {
  id: number
  orderTypeId: CodeOf<typeof OrderType>
  name: string
  /** Capacity in tonnes. */
  value: number
}

/** `names`: in the other languages, by the number of the language. */
interface DefaultItem extends Item {
  names: Record<number, string>
}

/** Used where the catalogue has no items yet. */
export const defaultItems: readonly DefaultItem[] = [
  item(1, OrderType.vehicle, 1.2, [
    'Bus 3,5 t',
    'Van 3.5 t',
    'Transporter 3,5 t',
    'Dodávka 3,5 t',
    'Kaubik 3,5 t',
    'Dodávka 3,5 t'
  ]),
  item(2, OrderType.vehicle, 5, [
    'Solo 12 t',
    'Rigid lorry 12 t',
    'Solo-Lkw 12 t',
    'Sólo vozidlo 12 t',
    'Veoauto 12 t',
    'Sólo vozidlo 12 t'
  ]),
  item(3, OrderType.vehicle, 10, [
    'Zestaw 24 t',
    'Articulated lorry 24 t',
    'Sattelzug 24 t',
    'Návesová súprava 24 t',
    'Autorong 24 t',
    'Návěsová souprava 24 t'
  ]),
  item(4, OrderType.tonnage, 1, [
    'Opony osobowe',
    'Car tyres',
    'Pkw-Reifen',
    'Osobné pneumatiky',
    'Sõiduautorehvid',
    'Osobní pneumatiky'
  ]),
  item(5, OrderType.tonnage, 1, [
    'Opony ciężarowe',
    'Lorry tyres',
    'Lkw-Reifen',
    'Nákladné pneumatiky',
    'Veoautorehvid',
    'Nákladní pneumatiky'
  ]),
  item(6, OrderType.tonnage, 1, [
    'Opony ponadgabarytowe',
    'Oversized tyres',
    'Übergroße Reifen',
    'Nadrozmerné pneumatiky',
    'Ülegabariidilised rehvid',
    'Nadrozměrné pneumatiky'
  ]),
  item(7, OrderType.container, 2.5, [
    'Kontener 18 m³',
    'Container 18 m³',
    'Container 18 m³',
    'Kontajner 18 m³',
    'Konteiner 18 m³',
    'Kontejner 18 m³'
  ]),
  item(8, OrderType.container, 5, [
    'Kontener 36 m³',
    'Container 36 m³',
    'Container 36 m³',
    'Kontajner 36 m³',
    'Konteiner 36 m³',
    'Kontejner 36 m³'
  ])
]

/** `names` in the order of the languages. */
function item(id: number, orderTypeId: Item['orderTypeId'], value: number, names: string[]): DefaultItem {
  const [name = '', ...others] = names
  const inOthers = languages.slice(1).map((language, i) => [languageNumbers[language], others[i]])
  return { id, orderTypeId, value, name, names: Object.fromEntries(inOthers) }
}

/** The general price of an item; where `byDigit` has the first digit of the place's postal code, that one applies. */
export interface GeneralPrice {
  itemId: number
  value: number
  byDigit: Map<string, number>
}

/** A price agreed with a company, or for one of its places (the other is null). */
export interface SpecialPrice extends SpecialPriceRule {
  id: number
  itemId: number
  companyId: number | null
  placeId: number | null
}

export interface Prices {
  generalPrices: GeneralPrice[]
  specialPrices: SpecialPrice[]
}

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
  const generalPrices = items.map(item => {
    const value = basePrice(item)
    const byDigit = new Map(
      item.orderTypeId === OrderType.tonnage
        ? []
        : Object.entries(surcharges).map(([digit, surcharge]) => [
            digit,
            Math.round((value * (1 + surcharge)) / 10) * 10
          ])
    )
    return { itemId: item.id, value, byDigit }
  })
  const today = dayOf(now)
  const specialPrices: SpecialPrice[] = []
  const agree = (companyId: number | null, placeId: number | null): void => {
    const item = random.pick(items)
    const start = random.int(-360, -30)
    specialPrices.push({
      id: specialPrices.length + 1,
      itemId: item.id,
      companyId,
      placeId,
      value: Math.round(basePrice(item) * (0.8 + random.next() * 0.15)),
      dateFrom: addDays(today, start),
      dateTo: addDays(today, start + 365),
      endedOn: null
    })
  }
  for (const company of companies) if (company.active && random.chance(0.15)) agree(company.id, null)
  for (const place of places) if (place.active && random.chance(0.04)) agree(null, place.id)
  return { generalPrices, specialPrices }
}

/** What a postal region adds to a price: the further from Chełm (region 2), the more. */
const surcharges: Readonly<Record<string, number>> = {
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

/** A vehicle and a container cost by their capacity, a tonne what the market pays. */
function basePrice({ orderTypeId, name, value }: Item): number {
  if (orderTypeId === OrderType.tonnage) return /ponadgabaryt|oversize/i.test(name) ? 800 : 450
  const [fixed, perTonne] = orderTypeId === OrderType.vehicle ? [400, 140] : [300, 120]
  return Math.round((fixed + value * perTonne) * 100) / 100
}

/** A net price, and as JSON the price steps that give it; null: there is none. */
export interface FoundPrice {
  readonly netPrice: number | null
  readonly trace: string
}

/** Finds the price of an item at a place on a day by the rules of pricing. */
export function pricer({
  generalPrices,
  specialPrices
}: Prices): (itemId: number, place: Place, day: string) => FoundPrice {
  const general = new Map(generalPrices.map(price => [price.itemId, price]))
  // Without a special price no day makes a difference: these are found once.
  const everyDay = new Map<string, FoundPrice>()
  const special = new Map<string, SpecialPrice[]>()
  for (const price of specialPrices) special.set(keyOf(price), [...(special.get(keyOf(price)) ?? []), price])
  return (itemId, place, day) => {
    const ofPlace = special.get(keyOf({ itemId, companyId: null, placeId: place.id })) ?? []
    const ofCompany = special.get(keyOf({ itemId, companyId: place.companyId, placeId: null })) ?? []
    const digit = place.postalCode.charAt(0)
    const key = `${itemId} ${digit}`
    const isAnyDay = ofPlace.length === 0 && ofCompany.length === 0
    const known = isAnyDay ? everyDay.get(key) : undefined
    if (known !== undefined) return known
    const usual = general.get(itemId)
    const facts: PriceFacts = {
      special: { place: ofPlace, company: ofCompany },
      postal: { digit, value: usual?.byDigit.get(digit) ?? null, inUse: (usual?.byDigit.size ?? 0) > 0 },
      general: usual?.value ?? null
    }
    const steps = explainPrice(facts, day)
    const price = { netPrice: choosePrice(steps)?.netPrice ?? null, trace: JSON.stringify(steps) }
    if (isAnyDay) everyDay.set(key, price)
    return price
  }
}

const keyOf = ({ itemId, companyId, placeId }: Pick<SpecialPrice, 'itemId' | 'companyId' | 'placeId'>): string =>
  `${companyId} ${placeId} ${itemId}`
