/** The numbers of languages, roles, statuses and types that the specification fixes, as the metadata and the catalogues have them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { languageOf, numberOf } from '../../src/contract/languages.ts'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { roleOf } from '../../src/contract/roles.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { containerStatuses } from './fixtures/specification.ts'

let test: SharedApp
let pages: PagesMetadata

beforeAll(async () => {
  test = await aSharedApp()
  pages = (await (await test.signedInAs('ADMIN')).get('/api/ui/pages')).body.data
})

const polish = (key: string, params?: Record<string, unknown>): string => test.services.messages.say('pl', key, params)

describe('codes', () => {
  const labels = (vocabulary: string) =>
    pages.vocabularies[vocabulary]?.members.map(({ code, name }) => [code, polish(`${vocabulary}.${name}`)])

  it('of languages are 1 to 6', () => {
    const six = ['pl', 'en', 'de', 'sk', 'et', 'cs'] as const
    expect([1, 2, 3, 4, 5, 6].map(languageOf)).toEqual(six)
    expect(six.map(numberOf)).toEqual([1, 2, 3, 4, 5, 6])
    expect(pages.vocabularies['users.language']?.members.map(({ code, name }) => [name, code])).toEqual(
      six.map((word, index) => [word, index + 1])
    )
  })

  it('of roles are the documents’ numbers, here and on the wire', () => {
    const numbered = ['ADMIN', 'CLIENT_ADMIN', 'DRIVER', 'CLIENT', 'SERVICE_TECHNICAN']
    expect([1, 2, 3, 4, 5].map(roleOf)).toEqual(numbered)
    expect(pages.vocabularies['users.role']?.members.map(({ name, code }) => [name, code])).toEqual(
      numbered.map((word, index) => [word, index + 1])
    )
  })

  it('of orders are 0 to 5', () => {
    expect(labels('orders.status')).toEqual([
      [0, 'Nowe'],
      [1, 'Przyjęte'],
      [2, 'W realizacji'],
      [3, 'Zrealizowane'],
      [4, 'Anulowane'],
      [5, 'Zafakturowane']
    ])
  })

  it('of order types are 1 vehicle, 2 tonnage, 3 container', () => {
    expect(labels('catalogue.orderType')).toEqual([
      [1, 'Pojazd'],
      [2, 'Tonaż'],
      [3, 'Kontener']
    ])
  })

  it('of countries are 1 to 5', () => {
    expect(labels('companies.country')).toEqual([
      [1, 'Polska'],
      [2, 'Niemcy'],
      [3, 'Słowacja'],
      [4, 'Estonia'],
      [5, 'Czechy']
    ])
  })

  it('of containers are 0 to 10', () => {
    expect(labels('iot.status')).toEqual(containerStatuses)
  })

  it('of batteries are 0 to 3', () => {
    expect(labels('iot.battery')).toEqual([
      [0, 'Brak informacji'],
      [1, 'W normie'],
      [2, 'Słaba'],
      [3, 'Krytyczna']
    ])
  })
})
