/** Orders as documents of sale, and documents as files for accounting programs: pure. Runs and downloads: accounting-files.test.ts. */
import { describe, expect, it } from 'vitest'
import { csvFile } from '../../modules/integrations/accounting/csv.ts'
import { nameLines, optimaFile } from '../../modules/integrations/accounting/optima.ts'
import {
  type BookedOrder,
  differences,
  documentsOf,
  type Mapping,
  stableId
} from '../../modules/integrations/accounting/rules.ts'
import { BuyerKind, DocumentChange, ZeroRate } from '../../modules/integrations/accounting/schema.ts'
import { fieldsOfTheFile, parsed } from './fixtures/optima.ts'

const whole = (pieces: Iterable<Buffer>): Buffer => Buffer.concat([...pieces])

const home: Mapping = {
  buyer: BuyerKind.home,
  register: 'SPRZEDAŻ',
  categoryVehicle: 'TRANSPORT',
  categoryTonnage: 'OPONY',
  categoryContainer: null,
  zeroRate: ZeroRate.exempt,
  paymentDays: 14
}
const abroad: Mapping = {
  ...home,
  buyer: BuyerKind.abroad,
  register: 'UE',
  zeroRate: ZeroRate.notSubject,
  paymentDays: 30
}
const mappings = [home, abroad]
const bases = { source: 'OPONY', target: 'KSIEG' }

const order = (given: Partial<BookedOrder> = {}): BookedOrder => ({
  id: 7,
  number: 'Z/2026/000007',
  invoiceNumber: 'FV/1/2026',
  invoicedDay: null,
  finishedDay: '2026-03-31',
  orderTypeId: 2,
  paymentType: 1,
  vatRate: 8,
  net: 100,
  gross: 108,
  companyId: 3,
  company: 'Opony "Żak" & Syn <spółka>',
  taxNumber: '5261040828',
  country: 1,
  regon: '012345678',
  street: 'Lubelska 1',
  postalCode: '22-100',
  city: 'Chełm',
  ...given
})
const documents = (...orders: BookedOrder[]) => documentsOf(orders, mappings)
const only = (...orders: BookedOrder[]) => {
  const [document, ...others] = documents(...orders)
  expect(others).toEqual([])
  return document!
}

describe('a document of sale', () => {
  it.each([
    ['an invoice, with all its orders', [order(), order({ id: 8, number: 'Z/2026/000008' })], ['FV/1/2026']],
    ['an order without an invoice, by its own number', [order({ invoiceNumber: null })], ['Z/2026/000007']],
    [
      'each of two orders without an invoice',
      [order({ invoiceNumber: null }), order({ id: 8, number: 'Z/8', invoiceNumber: null })],
      ['Z/2026/000007', 'Z/8']
    ],
    [
      'one for each company, though the number is the same',
      [order(), order({ id: 8, companyId: 4 })],
      ['FV/1/2026', 'FV/1/2026']
    ]
  ])('is %s', (_what, orders, numbers) => {
    expect(documents(...orders).map(({ number }) => number)).toEqual(numbers)
  })

  it.each([
    [
      'by the last of its orders and by transfer',
      [order({ finishedDay: '2026-03-02' }), order({ id: 8 })],
      ['2026-03-31', '2026-03-31', '2026-04-14']
    ],
    [
      'by the day on which its number was typed',
      [order({ invoicedDay: '2026-04-03' })],
      ['2026-03-31', '2026-04-03', '2026-04-17']
    ],
    [
      'never issued before it was sold',
      [order({ invoicedDay: '2026-03-01' })],
      ['2026-03-31', '2026-03-31', '2026-04-14']
    ],
    ['paid at once in cash', [order({ paymentType: 0 })], ['2026-03-31', '2026-03-31', '2026-03-31']],
    [
      'later where one of its orders is paid by transfer',
      [order({ paymentType: 0 }), order({ id: 8 })],
      ['2026-03-31', '2026-03-31', '2026-04-14']
    ],
    ['by other rules for buyers abroad', [order({ country: 2 })], ['2026-03-31', '2026-03-31', '2026-04-30']]
  ])('has its days of sale, issue and payment: %s', (_what, orders, days) => {
    const { saleDay, issueDay, dueDay } = only(...orders)
    expect([saleDay, issueDay, dueDay]).toEqual(days)
  })

  it('has a position for each category and rate, with sums that are exact to the grosz', () => {
    const document = only(
      order({ net: 0.1, gross: 0.11 }),
      order({ id: 8, net: 0.2, gross: 0.22 }),
      order({ id: 9, orderTypeId: 1, net: 50, gross: 61.5, vatRate: 23 }),
      order({ id: 10, orderTypeId: 3, net: 10, gross: 10, vatRate: 0 })
    )
    expect(document.positions).toEqual([
      { category: 'OPONY', rate: 8, status: 'taxed', net: 0.3, vat: 0.03 },
      { category: 'TRANSPORT', rate: 23, status: 'taxed', net: 50, vat: 11.5 },
      { category: null, rate: 0, status: 'exempt', net: 10, vat: 0 }
    ])
    expect(document).toMatchObject({ net: 60.3, vat: 11.53, gross: 71.83, register: 'SPRZEDAŻ' })
  })

  it('is not subject to VAT and in another register where the mapping of buyers abroad says so', () => {
    const { register, positions } = only(order({ country: 2, vatRate: 0, gross: 100 }))
    expect([register, positions[0]?.status]).toEqual(['UE', 'notSubject'])
  })

  it.each([
    [
      'a Polish number',
      { taxNumber: '526-104-08-28' },
      { acronym: 'PL5261040828', taxNumber: '5261040828', country: 'PL' }
    ],
    [
      'a number that names its country',
      { taxNumber: 'DE136695976', country: 2 },
      { acronym: 'DE136695976', taxNumber: '136695976' }
    ],
    ['no number', { taxNumber: null }, { acronym: 'OPONY-3', taxNumber: null }],
    ['a number that is too long for an acronym', { taxNumber: '1234567890123456789' }, { acronym: 'OPONY-3' }]
  ])('names its buyer with %s', (_what, given, buyer) => {
    expect(only(order(given)).buyer).toMatchObject(buyer)
  })

  it('has an id that neither a number, an amount nor another order of the invoice changes, and no other has', () => {
    const { id } = only(order({ invoiceNumber: null }))
    expect(id).toBe('8f00347e-488a-8d3e-a6bc-d6c2ed648c73')
    expect(only(order({ net: 1, gross: 2 }), order({ id: 8 })).id).toBe(id)
    expect(only(order({ id: 8 })).id).not.toBe(id)
    expect(stableId('document/7')).toBe(id)
  })
})

describe('since the run before', () => {
  const [first, second] = documents(order(), order({ id: 8, invoiceNumber: 'FV/2/2026' }))
  const { new: fresh, changed, gone, same } = DocumentChange

  it.each([
    ['all are new at first', [], [first!, second!], [fresh, fresh]],
    ['nothing has changed', [first!, second!], [first!, second!], [same, same]],
    [
      'keys of another order are no change',
      [Object.fromEntries(Object.entries(first!).reverse()) as typeof first & object],
      [first!],
      [same]
    ],
    ['one is new', [first!], [first!, second!], [same, fresh]],
    ['one has another amount', [first!], [{ ...first!, gross: 1 }], [changed]],
    ['one is gone, and is named last', [first!, second!], [second!], [same, gone]]
  ])('%s', (_what, before, after, changes) => {
    expect(differences(before, after).map(({ change }) => change)).toEqual(changes)
  })

  it('the amount that a document had is kept beside it', () => {
    const compared = differences([first!], [{ ...first!, gross: 1 }, second!])
    expect(compared.map(({ formerGross }) => formerGross)).toEqual([108, null])
  })
})

describe("Optima's file", () => {
  const text = (bytes: Buffer): string => new TextDecoder('windows-1250').decode(bytes)
  const file = (...orders: BookedOrder[]): string => text(whole(optimaFile(documents(...orders), bases)))

  it('has the elements of its format, each with its own parts in their order', () => {
    expect(parsed(file(order())).shape).toEqual(fieldsOfTheFile)
    expect(file(order())).toContain('<ROOT xmlns="http://www.comarch.pl/cdn/optima/offline">')
  })

  it('has one buyer of two documents, and both documents', () => {
    const { values } = parsed(file(order(), order({ id: 8, invoiceNumber: 'FV/2/2026' })))
    expect(values('AKRONIM')).toEqual(['PL5261040828'])
    expect(values('NUMER')).toEqual(['FV/1/2026', 'FV/2/2026'])
    expect(values('PODMIOT')).toEqual(['PL5261040828', 'PL5261040828'])
  })

  it('says what was sold, when, for how much and by when it is to be paid', () => {
    const { values } = parsed(file(order({ net: 1234.5, gross: 1333.26 })))
    const said = (name: string) => [name, values(name)]
    const expected = {
      ID_ZRODLA: [`{${stableId('company/3').toUpperCase()}}`, `{${stableId('document/7').toUpperCase()}}`],
      REJESTR: ['SPRZEDAŻ'],
      DATA_WYSTAWIENIA: ['2026-03-31'],
      DATA_SPRZEDAZY: ['2026-03-31'],
      TERMIN: ['2026-04-14'],
      DEKLARACJA_VAT7: ['2026-03'],
      STAWKA_VAT: ['8.00'],
      STATUS_VAT: ['opodatkowana'],
      NETTO: ['1234.50'],
      VAT: ['98.76'],
      KWOTA_PLAT: ['1333.26'],
      FORMA_PLATNOSCI_PLAT: ['przelew'],
      KATEGORIA_POS: ['OPONY'],
      EKSPORT: ['krajowy', 'nie'],
      DEKLARACJA_VATUE: ['Nie'],
      BAZA_ZRD_ID: ['OPONY', 'OPONY'],
      BAZA_DOC_ID: ['KSIEG', 'KSIEG']
    }
    expect(Object.keys(expected).map(said)).toEqual(Object.entries(expected))
  })

  it('says of a buyer in another country that it pays the VAT', () => {
    const { values } = parsed(file(order({ country: 2, vatRate: 0, gross: 100 })))
    expect(['EKSPORT', 'STATUS_VAT', 'DEKLARACJA_VATUE', 'KRAJ_ISO'].map(name => values(name)[0])).toEqual([
      'wewnątrzunijny',
      'nie podlega',
      'Tak',
      'DE'
    ])
  })

  it('escapes what XML would take for its own, leaves out what it cannot hold, and writes other letters by their numbers', () => {
    const company = 'A&B <i> "Żółw" \u0001]]> Õismäe'
    const bytes = whole(optimaFile(documents(order({ company })), bases))
    expect(parsed(text(bytes)).values('NAZWA1')[0]).toBe('A&B <i> "Żółw" ]]> Õismäe')
    expect(text(bytes)).toContain('A&amp;B &lt;i&gt; &quot;Żółw&quot; ]]&gt; &#213;ismäe')
    expect(bytes.includes(Buffer.from([0xaf, 0xf3, 0xb3, 0x77]))).toBe(true)
  })

  it.each([
    ['Krótka', ['Krótka', '', '']],
    [`${'a'.repeat(49)} ${'b'.repeat(50)} ${'c'.repeat(10)}`, ['a'.repeat(49), 'b'.repeat(50), 'c'.repeat(10)]],
    ['x'.repeat(170), ['x'.repeat(50), 'x'.repeat(50), 'x'.repeat(50)]],
    [' dwa \n słowa ', ['dwa słowa', '', '']]
  ])('divides the name %j over three fields', (name, lines) => {
    expect(nameLines(name)).toEqual(lines)
  })

  it('is the same bytes for the same documents, and well-formed without any', () => {
    expect(file(order())).toBe(file(order()))
    expect(parsed(file()).values('BAZA_DOC_ID')).toEqual(['KSIEG', 'KSIEG'])
  })
})

describe('the CSV', () => {
  const lines = (...orders: BookedOrder[]): string[] =>
    whole(csvFile(documents(...orders)))
      .toString('utf8')
      .split('\r\n')

  it('is as Polish Excel reads it: with its mark, semicolons and decimal commas', () => {
    const [head, line, end] = lines(order({ net: 1234.5, gross: 1333.26 }))
    expect(head).toMatch(/^\uFEFFID_ZRODLA;NUMER;ZAMOWIENIA;/)
    expect(line).toBe(
      `${stableId('document/7')};FV/1/2026;Z/2026/000007;SPRZEDAŻ;2026-03-31;2026-03-31;2026-04-14;PL5261040828;` +
        '"Opony ""Żak"" & Syn <spółka>";PL;5261040828;Lubelska 1;22-100;Chełm;przelew;OPONY;8,00;opodatkowana;1234,50;98,76;1333,26'
    )
    expect(end).toBe('')
  })

  it('has a line for each position', () => {
    expect(lines(order(), order({ id: 8, vatRate: 23, gross: 123 }))).toHaveLength(4)
  })

  it.each(['=1+1', '+48', '-2', '@sum', '\t=1', ' =1', '\u200b=1', '＝1'])('takes %j for a text', company => {
    const [, line = ''] = lines(order({ company: `${company} sp.`, invoiceNumber: company }))
    const [, number] = line.split(';')
    expect(number).toBe(`'${company}`)
  })

  it('keeps a line break and a semicolon within a value', () => {
    const text = whole(csvFile(documents(order({ street: 'A;B\r\nC' })))).toString('utf8')
    expect(text).toContain(';"A;B\r\nC";')
  })
})
