/** The columns by which clients, their places and their people are imported. Their schemas are those of the forms that people fill in. */
import { Type } from '@sinclair/typebox'
import { metadataOf } from '../../../src/contract/vocabulary.ts'
import type { ImportColumn } from '../../../src/kernel/imports/kind.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { NewClientForm } from '../registration/commands/add-client.ts'
import { Country, type CountryCode, countryFacts } from '../schema.ts'

const { properties } = NewClientForm.schema

type Field = keyof typeof properties & string

export const column = (name: Field, more: Partial<ImportColumn> = {}): ImportColumn => ({
  name,
  label: `companies.import.${name}`,
  also: `companies.import.${name}.also`,
  schema: properties[name],
  ...more
})

/** Of a client that is there; the form of a new one does not ask. */
export const arrivalMessages = 'arrivalMessages'

/** Countries by their two letters. */
const countries = Object.fromEntries(
  metadataOf(Country).members.map(({ code }) => [countryFacts[code as CountryCode].iso.toLowerCase(), code])
)
export const clientColumns: readonly ImportColumn[] = [
  column('name', { example: 'Auto Serwis Chełm sp. z o.o.' }),
  column('taxNumber', { digits: 10, example: '5252248481' }),
  column('regon', { digits: 9, example: '140517016' }),
  column('bdoNumber', { digits: 9, example: '000123456' }),
  column('street', { example: 'Lubelska 12' }),
  column('postalCode', { example: '22-100' }),
  column('city', { example: 'Chełm' }),
  column('phone', { example: '501502503' }),
  column('placeStreet', { example: 'Rejowiecka 5' }),
  column('placePostalCode', { example: '22-100' }),
  column('placeCity', { example: 'Chełm' }),
  column('firstName', { example: 'Anna' }),
  column('lastName', { example: 'Nowak' }),
  column('email', { example: 'anna.nowak@example.com' }),
  column('orderTypeId', { example: OrderType.vehicle }),
  column('country', { words: countries, example: 'PL' }),
  column('privatePerson'),
  {
    name: arrivalMessages,
    label: 'companies.import.arrivalMessages',
    also: 'companies.import.arrivalMessages.also',
    schema: Type.Boolean()
  }
]
