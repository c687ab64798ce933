import { describe, expect, it } from 'vitest'
import { OrderType } from '../../modules/catalogue/schema.ts'
import iot from '../../modules/iot/messages/pl.json' with { type: 'json' }
import { BatteryStatus, ContainerStatus } from '../../modules/iot/schema.ts'
import { orderFields } from '../../modules/orders/fields.ts'
import orders from '../../modules/orders/messages/pl.json' with { type: 'json' }
import { canceledByUser } from '../../modules/orders/schema.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import common from '../../src/kernel/messages/pl.json' with { type: 'json' }
import { ExactInstant, Instant } from '../../src/kernel/schema.ts'
import parts from '../../ui/messages/pl.json' with { type: 'json' }
import { homeView, trailZoom } from '../../ui/pages/map/mapUrl.ts'
import { radii } from '../../ui/pages/map/shapes.ts'
import { personName } from '../../ui/parts/panel/Byline.tsx'
import { dayText } from '../../ui/parts/values/dayText.ts'
import {
  type FormatContext,
  instantText,
  labelledMember,
  readAs,
  textOf,
  weekdayText
} from '../../ui/parts/values/formats.tsx'

const texts: Readonly<Record<string, string>> = { ...iot, ...orders, ...common, ...parts }
const context: FormatContext = {
  t: key => ({ 'common.unit.trips': 'kurs', 'common.unit.pieces': 'szt.' })[key] ?? texts[key] ?? key,
  language: 'pl',
  vocabularies: Object.fromEntries(
    [ContainerStatus, BatteryStatus].map(metadataOf).map(metadata => [metadata.name, metadata])
  )
}
const status = { type: 'integer', vocabulary: 'iot.status' }

describe('a value as people read it', () => {
  it.each([
    [OrderType.tonnage, '450,00 zł/t'],
    [OrderType.container, '450,00 zł']
  ])('the price of a tonne says so, of an order of type %d: %s', (type, text) => {
    for (const key of ['netPrice', 'grossPrice', 'netValue', 'vatValue', 'grossValue'] as const) {
      const schema = readAs(orderFields.schema.properties[key] as Schema, { type })
      expect([key, textOf(context, schema, 450).replaceAll('\u00a0', ' ')]).toEqual([key, text])
    }
  })

  it('a fixed word has a message in its place, any other text is as it was written', () => {
    const reason = orderFields.schema.properties.reasonForCancellation as Schema
    expect(textOf(context, reason, canceledByUser)).toBe('anulował klient')
    expect(textOf(context, reason, 'Brak dojazdu')).toBe('Brak dojazdu')
    // names that every object has
    for (const text of ['constructor', '__proto__', 'toString']) expect(textOf(context, reason, text)).toBe(text)
  })

  it('days are DD.MM.YYYY', () => {
    expect(dayText('2026-11-20')).toBe('20.11.2026')
    expect(textOf(context, { type: 'string', format: 'day' }, '2026-01-02')).toBe('02.01.2026')
  })

  it.each([
    ['pl', 'pon. 23.11'],
    ['en', 'Mon 23.11'],
    ['de', 'Mo 23.11.'],
    ['sk', 'po 23. 11.'],
    ['et', 'E 23.11'],
    ['cs', 'po 23. 11.']
  ])('a day that one waits for has its weekday, and no year while it is this one: %s', (language, text) => {
    const now = new Date('2026-11-20T12:00:00Z')
    expect(weekdayText(language, '2026-11-23', now)).toBe(text)
    expect(weekdayText(language, '2027-01-04', now)).toContain('2027')
    expect(textOf({ ...context, language }, { type: 'string', format: 'weekday' }, '2001-01-01')).toMatch(/\D+.*2001/)
  })

  it('a day in the list of a company’s files has its month first', () => {
    expect(textOf(context, { type: 'string', format: 'monthDayYear' }, '2026-05-04')).toBe('05.04.2026')
  })

  it('readings have their hour, minute and second, on Warsaw’s clock; what people do has no seconds', () => {
    expect(instantText('2026-11-20T23:15:07Z')).toBe('21.11.2026 00:15:07')
    expect(instantText('2026-07-01T22:00:00Z')).toBe('02.07.2026 00:00:00')
    expect(textOf(context, ExactInstant as Schema, '2026-11-20T23:15:07Z')).toBe('21.11.2026 00:15:07')
    expect(textOf(context, Instant as Schema, '2026-11-20T23:15:07Z')).toBe('21.11.2026 00:15')
  })

  it.each([
    [1235, '1,24'],
    [1230, '1,23'],
    [5, '0,01'],
    [4, '0,00'],
    [0, '0,00'],
    [1_234_567, '1\u00a0234,57']
  ])('%d metres are %s km: two decimals', (metres, kilometres) => {
    const schema = { anyOf: [{ type: 'integer', format: 'metres' }, { type: 'null' }] }
    expect(textOf(context, schema, metres)).toBe(`${kilometres}\u00a0km`)
  })

  it.each([
    [{ type: 'number', format: 'tonnes' }, 12.5, '12,5\u00a0t'],
    [{ type: 'integer', unit: 'pieces' }, 3, '3\u00a0szt.'],
    [{ type: 'integer', unit: 'trips' }, 1, '1\u00a0kurs'],
    [{ type: 'integer' }, 3, '3']
  ] as const)('a quantity says its unit: %o %d', (schema, value, text) => {
    expect(textOf(context, schema, value)).toBe(text)
  })

  it('what was ordered says whether an order counts tonnes or pieces', () => {
    const said = (key: 'quantity' | 'quantityTaken' | 'receptionCount', value: unknown, type: number | undefined) =>
      textOf(context, readAs(orderFields.schema.properties[key] as Schema, { type }), value)
    expect(said('quantity', 5, OrderType.tonnage)).toBe('5\u00a0t')
    expect(said('quantityTaken', 2, OrderType.container)).toBe('2\u00a0szt.')
    expect(said('receptionCount', '0/1', OrderType.vehicle)).toBe('0/1\u00a0kurs')
    expect(said('receptionCount', '7/9', OrderType.tonnage)).toBe('7/9\u00a0t')
    // tonnes that were weighed are what was received, whatever was typed as taken
    const row = { type: OrderType.tonnage, tonnage: 4.66 }
    const count = readAs(orderFields.schema.properties.receptionCount as Schema, row)
    expect(textOf(context, count, '5/5', undefined, row)).toBe('4,66/5\u00a0t')
    expect(textOf(context, count, '0/5', undefined, { ...row, tonnage: null })).toBe('0/5\u00a0t')
    // whoever reads a row without its type
    expect(said('quantity', 5, undefined)).toBe('5')
  })

  it('a phone is in groups, and calls the number', () => {
    expect(textOf(context, { type: 'string', format: 'phone' }, '600700801')).toBe('600 700 801')
  })

  it('a container status that is none of 0 to 10 is “Błąd”', () => {
    expect(textOf(context, status, 10)).toBe('Montaż u producenta kontenera')
    for (const code of [11, -1, 99]) {
      expect(labelledMember(context.vocabularies['iot.status'], code, context.t)).toBeUndefined()
      expect(textOf(context, status, code)).toBe('Błąd')
    }
  })

  it('a blank value is the text that its column names, else empty', () => {
    expect(textOf(context, { type: 'string' }, null, 'iot.never')).toBe('Jeszcze nie')
    expect(textOf(context, { type: 'string' }, null)).toBe('')
  })

  it('who is not known in history is an unknown user', () => {
    for (const nobody of [null, undefined, '', { firstName: null, lastName: null }])
      expect(personName(nobody as never, parts['parts.unknownUser'])).toBe('Nieznany użytkownik')
    expect(personName('Jan Kowalski', parts['parts.unknownUser'])).toBe('Jan Kowalski')
  })

  it('a bell with nothing to tell says “Brak powiadomień”', () => {
    expect(parts['ui.bell.none']).toBe('Brak powiadomień')
  })

  it('the form of missing data is titled “Brakuje danych”', () => {
    expect(parts['parts.missingData']).toBe('Brakuje danych')
  })
})

describe('the map', () => {
  it('begins at 19.48 east, 52.07 north, zoom 5.7', () => {
    expect(homeView).toEqual({ longitude: 19.48, latitude: 52.07, zoom: 5.7 })
  })

  it('looks at a trail by zoom 10', () => {
    expect(trailZoom).toBe(10)
  })

  it('draws reception places and containers by 5 px, stores by 11', () => {
    expect(radii).toMatchObject({ reception: 5, containers: 5, stores: 11 })
  })
})
