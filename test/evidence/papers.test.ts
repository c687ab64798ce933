/** A statement as PDF and as spreadsheet, and the public page to which its QR code leads. */
import QRCode from 'qrcode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortName } from '../../modules/evidence/check/route.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'
import { cellsOf, headOf, partsOf } from '../helper/xlsx.ts'
import { type Collections, collectionsIn } from './fixtures/collections.ts'
import { linksOf, pagesOf, type ReadPage } from './fixtures/pdf.ts'

let test: TestApp
let staff: Person
let make: Collections
let company: ACompany
let orders: { id: number; number: string }[]
let id: number
let number: string

const path = '/api/Admin/MassStatements'
const period = { firstDay: '2026-05-01', lastDay: '2026-05-31' }

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', PORTAL_URL: 'https://portal.example' })
  test.clock.now = new Date('2026-06-15T10:00:00Z')
  staff = await test.signedInAs('ADMIN')
  make = await collectionsIn(test.services.db)
  company = await aCompany(test.services.db, { name: 'Wulkanizacja Źrebiec i Żółw' })
  orders = []
  for (let at = 0; at < 60; at += 1) {
    const day = `2026-05-${String((at % 28) + 1).padStart(2, '0')}`
    orders.push(await make.collected({ company, day, tonnage: 1 + at / 100 }))
  }
  await make.card((orders[0] as { id: number }).id, 1.5, { number: 'KPO/2026/ŁÓDŹ' })
  ;({ id, number } = (await staff.post(path, { companyId: company.id, ...period })).body.data)
})
afterAll(() => test.close())

/** 1,000 kg and ten more for each of sixty; the first has a card with 500 kg more. */
const total = 60 * 1_000 + (10 * (59 * 60)) / 2 + 500

async function fileOf(kind: 'pdf' | 'xlsx', of = id, who = staff, language?: string): Promise<Buffer> {
  const answer = await test.app.inject({
    url: `${path}/${of}/${kind}`,
    headers: {
      host: 'localhost:3000',
      authorization: `Bearer ${who.token}`,
      ...(language ? { 'accept-language': language } : {})
    }
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
/** Without the spaces of numbers: which ones are written depends on the language. */
const plain = (text: string): string => text.replaceAll(/(?<=\d)\s(?=\d{3})/g, '')
const textOf = (pages: readonly ReadPage[]): string => plain(pages.flatMap(({ texts }) => texts).join(' '))
const addressOf = async (of = id): Promise<string> =>
  `https://portal.example${(await staff.get(`${path}/${of}`)).body.data.checkUrl}`

describe('the PDF', () => {
  it('has the head, each row, and the sums', async () => {
    const text = textOf(pagesOf(await fileOf('pdf')))
    expect(text).toContain(`Zestawienie mas odpadów ${number}`)
    expect(text).toContain('Wulkanizacja Źrebiec i Żółw')
    expect(text).toContain('od 01.05.2026 do 31.05.2026')
    for (const order of orders) expect(text).toContain(order.number)
    expect(text).toContain('KPO/2026/ŁÓDŹ')
    expect(text).toContain(`Razem 60 ${total}`)
  })

  it('goes on over pages, each with the head of the table and its number', async () => {
    const pages = pagesOf(await fileOf('pdf'))
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, { texts }] of pages.entries()) {
      expect(texts).toContain(`Strona ${at + 1} z ${pages.length}`)
      expect(texts.filter(text => text === 'kg').length).toBeGreaterThan(0)
    }
  })

  it('has a QR code of the address of its public page, and a link to it', async () => {
    const file = await fileOf('pdf')
    const address = await addressOf()
    const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
    const side = 84 / modules.size
    const squares = (pagesOf(file)[0] as ReadPage).rectangles.filter(([, , width = 0]) => Math.abs(width - side) < 0.01)
    const [left, top] = [Math.min(...squares.map(([x = 0]) => x)), Math.min(...squares.map(([, y = 0]) => y))]
    const drawn = new Set(
      squares.map(([x = 0, y = 0]) => `${Math.round((y - top) / side)}/${Math.round((x - left) / side)}`)
    )
    const expected = new Set<string>()
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column)) expected.add(`${row}/${column}`)
    expect(drawn).toEqual(expected)
    expect(linksOf(file)).toContain(address)
  })

  it.each([
    [2, 'Aufstellung der Abfallmassen', 'Kunde'],
    [3, 'Prehľad hmotností odpadu', 'Zákazník'],
    [4, 'Jäätmete massiaruanne', 'Klient'],
    [5, 'Přehled hmotností odpadu', 'Zákazník']
  ])('is in the language of the client’s country (%i)', async (country, title, client) => {
    const theirs = await aCompany(test.services.db, { name: 'Reifen' })
    await test.services.db('companies.companies').where({ id: theirs.id }).update({ country })
    await make.collected({ company: theirs, day: '2026-05-04', tonnage: 1 })
    const made = (await staff.post(path, { companyId: theirs.id, ...period })).body.data
    const text = textOf(pagesOf(await fileOf('pdf', made.id)))
    expect(text).toContain(`${title} ${made.number}`)
    expect(text).toContain(client)
    expect(text).not.toContain('evidence.')
  })

  it('is in the client’s own language for the client', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    expect(textOf(pagesOf(await fileOf('pdf', id, client, 'en')))).toContain(`Statement of waste masses ${number}`)
  })

  it('is the same each time', async () => {
    expect(await fileOf('pdf')).toEqual(await fileOf('pdf'))
  })
})

describe('the spreadsheet', () => {
  it('has the same rows, then the sums', async () => {
    const parts = partsOf(await fileOf('xlsx'))
    expect(headOf(parts).slice(0, 2)).toEqual([
      `Zestawienie mas odpadów ${number}`,
      expect.stringContaining('Wulkanizacja Źrebiec i Żółw')
    ])
    const [heading, ...cells] = cellsOf(parts)
    expect(heading?.map(cell => cell?.value)).toContain('Zamówienie')
    const found = cells.slice(0, 60)
    expect(found.map(row => row[3]?.value).sort()).toEqual(orders.map(order => order.number).sort())
    expect(found.reduce((sum, row) => sum + Number(row[8]?.value), 0)).toBe(total)
    // a blank row ends the table, whose filter leaves the sums where they are
    const [, table] = /<autoFilter ref="([^"]*)"/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '') ?? []
    expect(table).toBe('A8:I68')
    expect(cells.slice(60).map(row => [row[0] ?? row[1] ?? row[2], row[8]].map(cell => cell?.value))).toEqual([
      [expect.any(String), String(total)],
      ['16 01 03', String(total)],
      ['Razem', String(total)]
    ])
    expect(found[0]?.[8]).toMatchObject({ type: 'number', format: '#,##0" kg"' })
  })
})

describe('the public page', () => {
  const pageOf = (address: string, language = 'pl') =>
    test.nobody().get(new URL(address).pathname, { 'accept-language': language })

  it('says that the statement is valid, its number, period and kilograms, and of the client no more than initials', async () => {
    const { status, body, headers } = await pageOf(await addressOf())
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain('To zestawienie jest ważne.')
    expect(body).toContain(`<dd>${number}</dd>`)
    expect(body).toContain('<dd>Wulkanizacja Ź. i. Ż.</dd>')
    expect(plain(body)).toContain(`<dd>${total} kg</dd>`)
    expect(body).not.toContain('Żółw')
    for (const { number: order } of orders) expect(body).not.toContain(order)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  it.each([
    ['en', 'This statement is valid.'],
    ['de', 'Diese Aufstellung ist gültig.'],
    ['sk', 'Tento prehľad je platný.'],
    ['et', 'See aruanne kehtib.'],
    ['cs', 'Tento přehled je platný.']
  ])('is in the language of who reads it (%s)', async (language, sentence) => {
    const { body } = await pageOf(await addressOf(), language)
    expect(body).toContain(sentence)
    expect(body).toContain(`<html lang="${language}">`)
  })

  it('says by which one it was replaced, and that one was withdrawn; so does the paper', async () => {
    const theirs = await aCompany(test.services.db)
    const order = await make.collected({ company: theirs, day: '2026-05-04', tonnage: 1 })
    const old = (await staff.post(path, { companyId: theirs.id, ...period })).body.data
    await make.ticket(order.id, 1_200)
    const { replacedBy, replacedById } = (await staff.put(`${path}/${old.id}/reissue`)).body.data
    expect((await pageOf(await addressOf(old.id))).body).toContain(`zastąpiło je zestawienie ${replacedBy}.`)
    expect(textOf(pagesOf(await fileOf('pdf', old.id)))).toContain(`Nieważne: zastąpione zestawieniem ${replacedBy}`)
    await staff.put(`${path}/${replacedById}/withdraw`, { reason: 'pomyłka w kliencie' })
    const { body } = await pageOf(await addressOf(replacedById))
    expect(body).toContain('zostało wycofane')
    expect(body).not.toContain('pomyłka')
    expect(textOf(pagesOf(await fileOf('pdf', replacedById)))).toContain('Nieważne: wycofane')
  })

  it.each(['a', 'A'.repeat(32), '..%2f..%2fetc', `${'b'.repeat(31)}%27`])(
    'is one sentence at an address that there is not: %s',
    async token => {
      const { status, body } = await test.nobody().get(`/statement/${token}`)
      expect(status).toBe(404)
      expect(body).toContain('Pod tym adresem nie ma zestawienia.')
      expect(body).not.toContain('<dl>')
    }
  )

  it('answers an address so many times a minute', async () => {
    const from = '203.0.113.41'
    const url = new URL(await addressOf()).pathname
    const answers: number[] = []
    for (let at = 0; at < 61; at += 1) answers.push((await test.nobody({ from }).get(url)).status)
    expect(answers.filter(status => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
  })
})

it.each([
  ['Opony', 'Opony'],
  ['  Auto  Serwis Kowalski ', 'Auto S. K.'],
  ['Jan Żak', 'Jan Ż.'],
  ['<b> "x"', '<b> ".']
])('the name %j is shortened to %j', (name, short) => expect(shortName(name)).toBe(short))
