import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { DriverData, OperatorData, VehicleData } from './fixtures/schemas.ts'

const said = readMessages(
  ['../../src/kernel/messages/', '../../modules/fleet/messages/'].map(folder => new URL(folder, import.meta.url))
)
const faults = (schema: unknown, value: object) =>
  Object.fromEntries(
    check(schema as Schema, value).map(({ path, message, params }) => [path, said.say('pl', message, params)])
  )

const driver = { lastName: 'Nowak', firstName: 'Jan', phone: '501502503', email: 'jan.nowak@example.com' }
const vehicle = { brand: 'MAN', model: 'TGS', registerNumber: 'LCH 12345', driverId: 1 }

describe('a driver', () => {
  it('is whole with names, nine digits and an e-mail', () => {
    expect(faults(DriverData, driver)).toEqual({})
  })

  it.each([
    ['lastName', '', 'Żeby dodać kierowce podaj nazwisko'],
    ['lastName', undefined, 'Żeby dodać kierowce podaj nazwisko'],
    ['firstName', '  ', 'Żeby dodać kierowce podaj Imię'],
    ['phone', '', 'niepoprawny numer telefonu'],
    ['phone', '12345678', 'niepoprawny numer telefonu'],
    ['phone', '1234567890', 'niepoprawny numer telefonu'],
    ['phone', '50150250a', 'niepoprawny numer telefonu'],
    ['email', '', 'Podaj poprawny email'],
    ['email', 'jan.nowak', 'Podaj poprawny email']
  ])('with %s %j is refused with the documents’ sentence', (field, value, sentence) => {
    expect(faults(DriverData, { ...driver, [field]: value })).toEqual({ [field]: sentence })
  })

  it.each(['lastName', 'firstName', 'email'])('keeps %s to 50 characters', field => {
    const long = field === 'email' ? `${'j'.repeat(39)}@example.com` : 'x'.repeat(51)
    expect(long.length).toBe(51)
    expect(faults(DriverData, { ...driver, [field]: long })).toHaveProperty(field)
    expect(faults(DriverData, { ...driver, [field]: long.slice(1) })).toEqual({})
  })
})

describe('a vehicle', () => {
  it.each([
    ['brand', '', 'podaj markę samochodu'],
    ['model', '', 'Podaj model samochodu'],
    ['registerNumber', '', 'Podaj numer rejestracyjny'],
    ['driverId', null, 'podaj kierowcę'],
    ['driverId', 0, 'podaj kierowcę']
  ])('with %s %j is refused with the documents’ sentence', (field, value, sentence) => {
    expect(faults(VehicleData, { ...vehicle, [field]: value })).toEqual({ [field]: sentence })
  })

  it('keeps brand and model to 50 characters', () => {
    const long = 'x'.repeat(51)
    expect(Object.keys(faults(VehicleData, { ...vehicle, brand: long, model: long }))).toEqual(['brand', 'model'])
  })

  const form = 'Poprawna forma numeru rejestracyjnego to XX XXXXX, XXX XXXXX lub XXX XXXX'
  const long = 'Numer rejestracyjny może mieć maksymalnie 8 znaków, nie licząc spacji'
  it.each([
    ['LU 12345', undefined],
    ['LCH 12345', undefined],
    ['LCH 1234', undefined],
    ['L 1234', undefined],
    ['lch 12ab5', undefined],
    ['LCH12345', form],
    ['LCHX 1234', form],
    ['LCH 123', form],
    ['1CH 1234', form],
    ['LCH  1234', form],
    [' LCH 1234', form],
    ['LCH-12345', form],
    ['ŁCH 1234', form],
    ['LU 123456', form],
    ['LCH 123456', long],
    ['LCHX 12345', long]
  ])('with the plate %j: %s', (registerNumber, sentence) => {
    expect(faults(VehicleData, { ...vehicle, registerNumber })).toEqual(
      sentence === undefined ? {} : { registerNumber: sentence }
    )
  })
})

describe('an operator', () => {
  it('has a name', () => {
    expect(faults(OperatorData, { name: ' ' })).toEqual({ name: 'Podaj nazwę operatora' })
    expect(faults(OperatorData, { name: 'Granulat' })).toEqual({})
  })
})
