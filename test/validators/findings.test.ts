/** Findings: as they are listed and found, approved, come back on new evidence, and end by themselves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markFailed } from '../../modules/orders/accounting/system-commands.ts'
import { type KindName, kindNames } from '../../modules/validators/kinds.ts'
import { performRun } from '../../modules/validators/runs/perform.ts'
import { ValidatorKind } from '../../modules/validators/schema.ts'
import { runAsSystem } from '../../src/kernel/commands/system.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { day, type Evidence, evidenceIn, failed, uninvoiced, unmoved } from './fixtures/evidence.ts'
import { aRegionFor, dayMs, north, now, type Region, withRegister } from './fixtures/world.ts'

let test: TestApp
let admin: Person
let region: Region
let evidence: Evidence

const path = '/api/Admin/Validators'

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ...withRegister })
  await test.begin()
  test.clock.now = now
  admin = await test.signedInAs('ADMIN', { host: officeHost })
})
afterAll(() => test.close())
beforeEach(async () => {
  const { db } = test.services
  await db('validators.findings').delete()
  await db('iot.stays').delete()
  await db('iot.containers').delete()
  await db('waste.entries').delete()
  await db('waste.cards').delete()
  await db('orders.orders').update({ invoice_number: 'FV/0', optima_status: 0, finished_at: day(200) })
  region = await aRegionFor(db, admin.accountId)
  evidence = evidenceIn(region)
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a row
type Row = any

async function check(...names: readonly KindName[]): Promise<Row> {
  const { body } = await admin.post(`${path}/run`, { validatorTypes: names.map(name => ValidatorKind[name]) })
  await performRun(test.services, body.data.id)
  const { added, refreshed, resolved } = (await admin.get(`${path}/runs/${body.data.id}`)).body.data.steps[0]
  return { added, refreshed, resolved }
}
const listed = async (query = ''): Promise<Row[]> => (await admin.get(`${path}?page=1&limit=35${query}`)).body.data
const approve = (id: number, body: object = { comment: 'Uzgodnione' }) => admin.post(`${path}/${id}/approve`, body)

const [nothing, one] = [0, 1].map(added => ({ added, refreshed: 0, resolved: 0 }))

describe('a finding', () => {
  it('is listed by subject with the specification’s fields, the newest first, 35 a page', async () => {
    const container = await unmoved(region)
    const order = await uninvoiced(region)
    await check('noMovement')
    test.clock.now = new Date(now.getTime() + 1000)
    await check('missingInvoice')
    test.clock.now = now
    const [found] = await listed('&ValidatorType=0')
    expect(found).toMatchObject({
      validatorName: 'Brak ruchu',
      message: 'Stoi w jednym miejscu od 12.08.2026',
      createdDate: '2026-11-20',
      approvedDate: null,
      comment: null,
      state: 0,
      detailedColumns: { SerNo: expect.stringMatching(/^SN/), ContainerName: container, Address: expect.any(String) }
    })
    const [other] = await listed('&ValidatorType=1')
    expect(other.message).toBe('Zrealizowane 31.10.2026, bez numeru faktury')
    expect(Object.keys(other.detailedColumns)).toEqual(['Number', 'CompanyName', 'Address'])
    expect(other.detailedColumns.Number).toBe(order)
    expect((await listed()).map(({ type }: Row) => type)).toEqual([3, 0])
    expect((await listed('&OrderBy=CreatedDate&Desc=false')).map(({ type }: Row) => type)).toEqual([0, 3])
    expect(await listed('&ValidatorType=2')).toEqual([])
    expect((await admin.get(`${path}?ValidatorType=3`)).status).toBe(400)
  })

  it('says what it is in the reader’s language', async () => {
    await region.container([{ at: north(region.at, 1_500), from: 2 * dayMs, to: 0 }], { status: 4 })
    await check('wrongAddress')
    // The back office is Polish; the API speaks the languages of all.
    const integrator = await test.signedInAs('ADMIN')
    const says = async (language: string) =>
      (await integrator.get(path, { 'accept-language': language })).body.data[0].message
    expect(await says('pl')).toBe('Najbliższy kontener stoi 1,50 km od podanego położenia')
    expect(await says('en')).toBe('The nearest container stands 1.50 km from the given position')
    expect(await says('de')).toBe('Der nächste Container steht 1,50 km von der angegebenen Position entfernt')
  })

  it('is found by container, order, address and client', async () => {
    const container = await unmoved(region)
    const order = await uninvoiced(region)
    await check('noMovement')
    await check('missingInvoice')
    const { db } = test.services
    await db('companies.companies').where({ id: region.company.id }).update({ name: 'Wulkanizacja Zieliński' })
    await db('companies.reception_places').where({ id: region.placeId }).update({ street: 'Szukana 77' })
    const types = async (term: string) =>
      (await listed(`&allFields=${encodeURIComponent(term)}`)).map(({ type }: Row) => type).sort()
    expect(await types(container)).toEqual([0])
    expect(await types(order)).toEqual([3])
    expect(await types('zieliński')).toEqual([0, 3])
    expect(await types('szukana')).toEqual([0, 3])
    expect(await types('nothing of the kind')).toEqual([])
    expect((await admin.get(`${path}?ValidatorType=0&allFields=szukana`)).body.total).toBe(1)
  })
})

describe('approving', () => {
  it('takes a comment of several lines, answers with it and the date, and is in the history', async () => {
    await uninvoiced(region)
    await check('missingInvoice')
    const [{ id }] = await listed()
    const comment = 'Faktura zbiorcza\nna koniec miesiąca'
    const { status, body } = await approve(id, { comment: `  ${comment}\n` })
    expect([status, body.data]).toMatchObject([200, { comment, approvedDate: '2026-11-20', state: 1 }])
    const { body: history } = await admin.get(`${path}/${id}/history`)
    expect(history.data.map(({ statusDescription }: Row) => statusDescription)).toEqual([
      'Zatwierdzono wynik walidatora',
      'Znaleziono podczas sprawdzania'
    ])
  })

  it('is possible once: of two at the same time one is refused, with the sentence of the grey button', async () => {
    await uninvoiced(region)
    await check('missingInvoice')
    const [{ id }] = await listed()
    const answers = await Promise.all([approve(id), approve(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe('Ten wynik jest już zatwierdzony.')
  })

  it.each([{}, { comment: '' }, { comment: '   ' }, { comment: null }])(
    'without a comment asks to fill in all fields: %j',
    async body => {
      await uninvoiced(region)
      await check('missingInvoice')
      const [{ id }] = await listed()
      expect(await approve(id, body)).toMatchObject({
        status: 400,
        body: { Errors: [{ PropertyName: 'comment', ErrorMessage: 'Wypełnij wszystkie pola' }] }
      })
    }
  )
})

describe('an approved finding', () => {
  it.each(kindNames)('of the kind %s comes back on new evidence, and only then', async name => {
    const [make, renew] = evidence[name]
    await make()
    expect(await check(name)).toEqual(one)
    const [{ id }] = await listed()
    expect((await approve(id)).status).toBe(200)
    expect(await check(name)).toEqual(nothing)
    await renew()
    expect(await check(name)).toEqual(one)
    expect(await check(name)).toEqual(nothing)
    expect((await listed()).map(({ state }: Row) => state).sort()).toEqual([0, 1])
  })

  it('of a wrong address comes back when its containers rest somewhere else', async () => {
    await evidence.wrongAddress[0]()
    await check('wrongAddress')
    const [{ id }] = await listed()
    await approve(id)
    await test.services.db('iot.stays').update(north(region.at, 3_900))
    expect(await check('wrongAddress')).toEqual(nothing)
    await test.services.db('iot.stays').update(north(region.at, 4_100))
    expect(await check('wrongAddress')).toEqual(one)
  })
})

describe('an open finding', () => {
  it.each(kindNames)('of the kind %s is refreshed by new evidence, not repeated', async name => {
    const [make, renew] = evidence[name]
    await make()
    await check(name)
    const [before] = await listed()
    await renew()
    expect(await check(name)).toEqual({ added: 0, refreshed: 1, resolved: 0 })
    const [after, ...more] = await listed()
    expect([after.id, after.createdDate, more]).toEqual([before.id, before.createdDate, []])
  })

  it('ends by itself once the check does not find it any more, and cannot be approved then', async () => {
    const number = await uninvoiced(region)
    await check('missingInvoice')
    const { db } = test.services
    await db('orders.orders').where({ number }).update({ invoice_number: 'FV/1' })
    expect(await check('missingInvoice')).toEqual({ added: 0, refreshed: 0, resolved: 1 })
    const [row] = await listed()
    expect(row).toMatchObject({ state: 2, resolvedDate: '2026-11-20', approvedDate: null })
    expect(await approve(row.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('nieaktualny') }
    })
    // What comes back is a finding of its own.
    await db('orders.orders').where({ number }).update({ invoice_number: null })
    expect(await check('missingInvoice')).toEqual(one)
    expect((await listed('&State=0')).length).toBe(1)
  })

  it('of an old departure stays open, although the check no longer looks so far back', async () => {
    await evidence.incident[0]()
    await check('incident')
    test.clock.now = new Date(now.getTime() + 60 * dayMs)
    expect(await check('incident')).toEqual(nothing)
    expect((await listed('&State=0')).length).toBe(1)
    test.clock.now = now
  })

  it('is deleted with its reception place', async () => {
    const { db } = test.services
    await db('validators.findings').insert({
      ...{ kind: 5, subject: 2, reception_place_id: region.placeId, place_id: region.placeId },
      ...{ evidence_at: now, created_at: now }
    })
    await db('companies.place_order_types').where({ reception_place_id: region.placeId }).delete()
    await db('companies.reception_places').where({ id: region.placeId }).delete()
    expect(await listed()).toEqual([])
  })
})

describe('a finding of a failed hand-over to accounting', () => {
  const failures = [
    ['refused', 'Brak kontrahenta 4711', 'Synchronizacja nie powiodła się {day}: Brak kontrahenta 4711'],
    ['silent', '', 'Synchronizacja nie powiodła się {day}: system księgowy nie odpowiedział'],
    ['off', '', 'Synchronizacja nie powiodła się {day}: system księgowy jest odłączony'],
    ['unclear', '<html>', 'Synchronizacja nie powiodła się {day}: odpowiedzi systemu księgowego nie da się odczytać'],
    [undefined, '', 'Synchronizacja nie powiodła się {day}']
  ] as const

  it.each(failures)('that was %s says so', async (cause, detail, message) => {
    const { db } = test.services
    const number = await region.order({ ...failed, optima_status: 1 })
    const { id } = await db('orders.orders').where({ number }).first('id')
    if (cause) await runAsSystem(test.services, markFailed, [id], { cause, detail })
    await db('orders.orders').where({ id }).update({ optima_status: 3, optima_status_at: now })
    expect(await check('badSync')).toEqual(one)
    const [found] = await listed()
    const today = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Warsaw', dateStyle: 'medium' }).format(now)
    expect(found.message).toBe(message.replace('{day}', today))
  })
})

describe('a finding about a transfer card', () => {
  const says = async (name: KindName, language: string) => {
    await check(name)
    const integrator = await test.signedInAs('ADMIN')
    return (await integrator.get(path, { 'accept-language': language })).body.data[0].message
  }

  it('says both masses, with the decimals that they have', async () => {
    await evidence.otherMass[0]()
    expect(await says('otherMass', 'pl')).toBe('Zamówienie: 2 t, karty: 2,481 t')
    expect(await says('otherMass', 'en')).toBe('Order: 2 t, notes: 2.481 t')
  })

  it('says since when the card is missing, or waits', async () => {
    await evidence.missingCard[0]()
    expect(await says('missingCard', 'pl')).toBe('Zrealizowane 21.10.2026, bez karty przekazania')
    await test.services.db('validators.findings').delete()
    await evidence.unconfirmedCard[0]()
    expect(await says('unconfirmedCard', 'de')).toBe('Schein wartet seit dem 17.11.2026 auf Bestätigung')
  })

  it('says when the card was received, and ends by itself once it is entered', async () => {
    await evidence.missingEntry[0]()
    expect(await says('missingEntry', 'pl')).toBe('Przejęto 21.10.2026, bez wpisu w ewidencji')
    const { number } = await test.services
      .db('orders.orders')
      .where({ finished_at: day(30) })
      .first('number')
    await region.entry(number, 0)
    expect(await check('missingEntry')).toEqual({ added: 0, refreshed: 0, resolved: 0 })
    await test.services.db('waste.entries').update({ state: 1 })
    expect(await check('missingEntry')).toEqual({ added: 0, refreshed: 0, resolved: 1 })
  })

  it('ends by itself once the order has a card', async () => {
    await evidence.missingCard[0]()
    await check('missingCard')
    const { number } = await test.services
      .db('orders.orders')
      .where({ finished_at: day(30) })
      .first('number')
    await region.card(number)
    expect(await check('missingCard')).toEqual({ added: 0, refreshed: 0, resolved: 1 })
  })
})
