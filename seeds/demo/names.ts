/** Invented names of people and companies, as they are common in the Polish tyre trade. */
import type { Random } from './random.ts'

const women = [
  'Anna',
  'Katarzyna',
  'Małgorzata',
  'Agnieszka',
  'Barbara',
  'Ewa',
  'Magdalena',
  'Joanna',
  'Monika',
  'Beata',
  'Dorota',
  'Renata',
  'Iwona',
  'Aleksandra',
  'Natalia',
  'Karolina',
  'Justyna',
  'Marta',
  'Sylwia',
  'Paulina',
  'Zofia',
  'Hanna'
]
const men = [
  'Piotr',
  'Krzysztof',
  'Andrzej',
  'Tomasz',
  'Paweł',
  'Michał',
  'Marcin',
  'Jakub',
  'Adam',
  'Łukasz',
  'Grzegorz',
  'Mateusz',
  'Wojciech',
  'Mariusz',
  'Dariusz',
  'Rafał',
  'Maciej',
  'Kamil',
  'Zbigniew',
  'Jerzy',
  'Sławomir',
  'Robert'
]
const surnames = [
  'Nowak',
  'Wójcik',
  'Kowalczyk',
  'Woźniak',
  'Mazur',
  'Krawczyk',
  'Kaczmarek',
  'Zając',
  'Król',
  'Wróbel',
  'Wieczorek',
  'Stępień',
  'Sikora',
  'Baran',
  'Duda',
  'Szewczyk',
  'Pietrzak',
  'Marciniak',
  'Bąk',
  'Kubiak',
  'Wilk',
  'Lis',
  'Kaźmierczak',
  'Sobczak',
  'Mróz',
  'Pawlak',
  'Gajda',
  'Wrona',
  'Bielak',
  'Dudek'
]
const adjectives = [
  'Kowalsk',
  'Wiśniewsk',
  'Kamińsk',
  'Lewandowsk',
  'Zielińsk',
  'Szymańsk',
  'Dąbrowsk',
  'Kozłowsk',
  'Jankowsk',
  'Piotrowsk',
  'Grabowsk',
  'Pawłowsk',
  'Michalsk',
  'Nowick',
  'Jabłońsk',
  'Majewsk',
  'Olszewsk',
  'Malinowsk',
  'Wysock',
  'Adamsk',
  'Górsk',
  'Rutkowsk',
  'Sikorsk',
  'Zawadzk',
  'Czarneck',
  'Sawick',
  'Lipińsk',
  'Borkowsk'
]

export interface Person {
  firstName: string
  lastName: string
}

/** A first and a last name that agree in gender. */
export function person(random: Random): Person {
  const woman = random.chance(0.45)
  const firstName = random.pick(woman ? women : men)
  if (random.chance(0.5)) return { firstName, lastName: random.pick(surnames) }
  return { firstName, lastName: random.pick(adjectives) + (woman ? 'a' : 'i') }
}

/** A person's e-mail address under a domain (at most 50 characters; the number keeps namesakes apart). */
export function email({ firstName, lastName }: Person, domain: string, number?: number): string {
  return `${plain(firstName)}.${plain(lastName)}${number ?? ''}@${domain}`
}

/** Polish letters to ASCII, lower case, other characters to dashes: fit for addresses. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

export type Trade = 'tyres' | 'dealer' | 'waste' | 'transport' | 'farm'

export interface CompanyName {
  name: string
  shortName: string
  trade: Trade
}

const forms = ['sp. z o.o.', 'sp. z o.o.', 'sp. z o.o. sp. k.', 's.c.', 'sp. j.', 'S.A.']
const roots = [
  'Gum',
  'Opon',
  'Auto',
  'Koło',
  'Profil',
  'Bieżnik',
  'Rondo',
  'Max',
  'Pro',
  'Trans',
  'Moto',
  'Tir',
  'Euro',
  'Wulkan',
  'Bar',
  'Mar',
  'Pol',
  'Dar',
  'Kam',
  'Jan'
]
const endings: Record<Trade, string[]> = {
  tyres: ['gum', 'opon', 'serwis', 'wulk', 'tyre', 'car'],
  dealer: ['motors', 'auto', 'car', 'mobil'],
  waste: ['eko'],
  transport: ['trans', 'spedycja', 'cargo', 'logistyka'],
  farm: ['rol', 'agro', 'maszyny']
}
const kinds: Record<Trade, string[]> = {
  tyres: ['Serwis Opon', 'Wulkanizacja', 'Centrum Opon', 'Hurtownia Opon', 'Auto Serwis'],
  dealer: ['Salon Samochodowy', 'Autoryzowany Serwis', 'Komis Samochodowy', 'Stacja Demontażu Pojazdów'],
  waste: ['Zakład Gospodarki Komunalnej', 'Przedsiębiorstwo Usług Komunalnych', 'PSZOK'],
  transport: ['Przedsiębiorstwo Transportowe', 'Transport i Spedycja', 'Przewozy'],
  farm: ['Gospodarstwo Rolne', 'Maszyny Rolnicze', 'Usługi Rolnicze']
}

/**
 * A company's full and short name with its legal form. The facility of a municipality bears the town's name in the
 * nominative after a dash, so that no declension is needed.
 */
export function companyName(random: Random, town: string): CompanyName {
  const trade = random.weighted(
    ['tyres', 'dealer', 'waste', 'transport', 'farm'] as const,
    each => ({ tyres: 46, dealer: 20, waste: 12, transport: 16, farm: 6 })[each]
  )
  const kind = random.pick(kinds[trade])
  if (trade === 'waste') {
    const short = `${
      kind === 'PSZOK'
        ? 'PSZOK'
        : kind
            .split(' ')
            .map(word => word[0])
            .join('')
    } ${town}`
    const full =
      kind === 'PSZOK' ? `Punkt Selektywnego Zbierania Odpadów Komunalnych – ${town}` : `${kind} – ${town} sp. z o.o.`
    return { name: full, shortName: short, trade }
  }
  if (random.chance(0.35)) {
    const owner = person(random)
    return { name: `${kind} ${owner.firstName} ${owner.lastName}`, shortName: `${kind} ${owner.lastName}`, trade }
  }
  const root = random.pick(roots)
  const brand = `${root}${random.pick(endings[trade].filter(ending => ending !== root.toLowerCase()))}`
  return { name: `${kind} ${brand} ${random.pick(forms)}`, shortName: brand, trade }
}
