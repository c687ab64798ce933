/** What can be ordered and what it costs, net and in PLN. */
import { OrderType } from '../../modules/catalogue/schema.ts'
import { Country } from '../../modules/companies/schema.ts'
import type { ListPrice, PriceFacts, SpecialPrice as SpecialPriceRule } from '../../modules/pricing/rules.ts'
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
    'Ciężarówka 12 t',
    'Rigid lorry 12 t',
    'Solo-Lkw 12 t',
    'Nákladné auto 12 t',
    'Veoauto 12 t',
    'Nákladní auto 12 t'
  ]),
  item(3, OrderType.vehicle, 10, [
    'Z przyczepą 24 t',
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

/**
 * What an item costs everybody from an instant to the next (null: unknown, or open); where `byDigit` has the first digit of the place's
 * postal code, that price applies.
 */
export interface GeneralPrice {
  itemId: number
  validFrom: Date | null
  validTo: Date | null
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
  const today = dayOf(now)
  const generalPrices = items.flatMap(item => generalPricesOf(item, today))
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
      endedAt: null
    })
  }
  for (const company of companies) if (company.active && random.chance(0.15)) agree(company.id, null)
  for (const place of places) if (place.active && random.chance(0.04)) agree(null, place.id)
  return { generalPrices, specialPrices }
}

/** How many days ago all prices were raised, and by how much. */
const raised = { daysAgo: 200, by: 0.06 }
/** The item whose next price is planned, for how many days ahead, and what it adds to the price. */
const planned = { item: /ciężarow/i, daysAhead: 45, more: 20 }

/** An item's general prices one after the other: before they were raised, since then, and the planned one if there is any. */
function generalPricesOf(item: Item, today: string): GeneralPrice[] {
  const value = basePrice(item)
  const [since, next] = [startOfDay(addDays(today, -raised.daysAgo)), startOfDay(addDays(today, planned.daysAhead))]
  const isPlanned = planned.item.test(item.name)
  const priced = (net: number, validFrom: Date | null, validTo: Date | null): GeneralPrice => ({
    itemId: item.id,
    validFrom,
    validTo,
    value: net,
    byDigit: new Map(
      item.orderTypeId === OrderType.tonnage
        ? []
        : Object.entries(surcharges).map(([digit, surcharge]) => [digit, Math.round((net * (1 + surcharge)) / 10) * 10])
    )
  })
  return [
    priced(Math.round(value / (1 + raised.by) / 10) * 10, null, since),
    priced(value, since, isPlanned ? next : null),
    ...(isPlanned ? [priced(value + planned.more, next, null)] : [])
  ]
}

/** When a day begins in Warsaw, which is one or two hours ahead of UTC. */
function startOfDay(day: string): Date {
  const [early, late] = [new Date(`${addDays(day, -1)}T22:00:00Z`), new Date(`${addDays(day, -1)}T23:00:00Z`)]
  return dayOf(early) === day ? early : late
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
interface FoundPrice {
  readonly netPrice: number | null
  readonly trace: string
}

/** Finds the price of an item at a place at an instant by the rules of pricing. */
export function pricer({
  generalPrices,
  specialPrices,
  companies
}: Prices & { readonly companies: readonly Company[] }): (itemId: number, place: Place, at: Date) => FoundPrice {
  const general = new Map<number, GeneralPrice[]>()
  for (const price of generalPrices) general.set(price.itemId, [...(general.get(price.itemId) ?? []), price])
  // Without a special price no day makes a difference as long as the general price is the same: these are found once.
  const usually = new Map<string, FoundPrice>()
  const special = new Map<string, SpecialPrice[]>()
  for (const price of specialPrices) special.set(keyOf(price), [...(special.get(keyOf(price)) ?? []), price])
  return (itemId, place, at) => {
    const ofPlace = special.get(keyOf({ itemId, companyId: null, placeId: place.id })) ?? []
    const ofCompany = special.get(keyOf({ itemId, companyId: place.companyId, placeId: null })) ?? []
    const digit = place.postalCode.charAt(0)
    const inPoland = companies[place.companyId - 1]?.country === Country.polish
    const usual = general.get(itemId)?.find(price => (price.validFrom ?? at) <= at && at < (price.validTo ?? future))
    const key = `${itemId} ${digit} ${inPoland} ${usual?.validFrom?.getTime()}`
    const isUsual = ofPlace.length === 0 && ofCompany.length === 0
    const known = isUsual ? usually.get(key) : undefined
    if (known !== undefined) return known
    const listed = (value: number | undefined): ListPrice | null =>
      value === undefined ? null : { value, validFrom: usual?.validFrom?.toISOString() ?? null }
    const facts: PriceFacts = {
      special: { place: ofPlace, company: ofCompany },
      postal: { digit, price: listed(usual?.byDigit.get(digit)), inUse: (usual?.byDigit.size ?? 0) > 0, inPoland },
      general: listed(usual?.value)
    }
    const steps = explainPrice(facts, at)
    const price = { netPrice: choosePrice(steps)?.netPrice ?? null, trace: JSON.stringify(steps) }
    if (isUsual) usually.set(key, price)
    return price
  }
}

const future = new Date(8_640_000_000_000_000)

const keyOf = ({ itemId, companyId, placeId }: Pick<SpecialPrice, 'itemId' | 'companyId' | 'placeId'>): string =>
  `${companyId} ${placeId} ${itemId}`
