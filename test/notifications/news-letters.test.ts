/**
 * The letter of each event in each of the six languages, as the mail server gets it: a company with an administrator of each language hears
 * of everything that the staff do to an order, and of being let in.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages, numberOf } from '../../src/contract/languages.ts'
import type { Email } from '../helper/emails.ts'
import { type ACompany, anAccount, aPlace } from '../helper/factories.ts'
import { aFinish } from '../orders/fixtures/finishing.ts'
import { anOffice, type Office } from './fixtures/news.ts'

let office: Office
beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.close())

const finish = async () => ({ ...(await aFinish(office.db)), vehicleId: office.vehicleId })
const addressIn = (language: Language, company: ACompany): string => `${language}.${company.id}@example.com`

/** A company with an administrator for each language, who have no password yet. */
async function aCompanyOfAll(given: Parameters<Office['aCompany']>[0] = {}): Promise<ACompany> {
  const company = await office.aCompany(given)
  for (const language of languages)
    await office.aReader(company, {
      ...{ language: numberOf(language), email: addressIn(language, company), password: null }
    })
  return company
}

/** The letters of the last quarter of an hour, by language. */
async function lettersTo(company: ACompany): Promise<ReadonlyMap<Language, Email>> {
  const sent = await office.told()
  const found = languages.map(
    language => [language, sent.filter(({ to }) => to === addressIn(language, company))] as const
  )
  expect(found.map(([, letters]) => letters.length)).toEqual([1, 1, 1, 1, 1, 1])
  return new Map(found.map(([language, [letter]]) => [language, letter as Email]))
}

/** What holds for each letter: whole sentences in one language, a button to the thing, a line that leads to the settings. */
function expectWhole(language: Language, { text, html, subject }: Email, path: string): void {
  const link = `https://portal.example.com${path}`
  expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined|null|NaN|(?:orders|companies|notifications)\.\w+\.\w/)
  expect(html).toContain(`<html lang="${language}">`)
  expect(html.match(/<a [^>]*class="button"/g)).toHaveLength(1)
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(html).toContain('href="https://portal.example.com/client/dashboard?settings=notifications"')
}

interface Step {
  readonly what: string
  /** The end of the subject, in the order of the languages. */
  readonly subjects: readonly [pl: string, en: string, de: string, sk: string, et: string, cs: string]
  /** Further words of the letter, in German and Estonian. */
  readonly says?: readonly [de: string, et: string]
  /** Of the order. */
  run(id: number): Promise<unknown>
}

const steps: readonly Step[] = [
  {
    what: 'accepted',
    subjects: ['przyjęte', 'accepted', 'angenommen', 'prijatá', 'vastu võetud', 'přijatá'],
    says: ['Sobald der Abholtermin feststeht, schreiben wir Ihnen.', 'Kirjutame, kui äraveo kuupäev on määratud.'],
    run: id => office.put(`${id}/accept`)
  },
  {
    what: 'planned',
    subjects: [
      'odbiór śr. 25.11',
      'collection Wed 25.11',
      'Abholung Mi 25.11.',
      'odvoz st 25. 11.',
      'äravedu K 25.11',
      'odvoz st 25. 11.'
    ],
    says: ['Abholtermin: Mittwoch, 25. November.', 'Äraveo kuupäev: kolmapäev, 25. november.'],
    run: id => office.plan([id], '2026-11-25')
  },
  {
    what: 'given another day',
    subjects: [
      'nowy termin czw. 26.11',
      'moved to Thu 26.11',
      'neuer Termin Do 26.11.',
      'nový termín št 26. 11.',
      'uus kuupäev N 26.11',
      'nový termín čt 26. 11.'
    ],
    says: [
      'Donnerstag, 26. November (bisher Mittwoch, 25. November)',
      'neljapäev, 26. november (varem kolmapäev, 25. november)'
    ],
    run: id => office.staff.put('/api/Admin/Orders/change-plan', { orderIds: [id], orderRealizationDate: '2026-11-26' })
  },
  {
    what: 'called off for the day',
    subjects: [
      'termin nieaktualny',
      'collection day called off',
      'Termin aufgehoben',
      'termín zrušený',
      'kuupäev tühistatud',
      'termín zrušen'
    ],
    says: ['Der Abholtermin (Donnerstag, 26. November) gilt nicht mehr.', 'neljapäev, 26. november) enam ei kehti'],
    run: id => office.put(`${id}/set-accepted`)
  },
  {
    what: 'changed',
    subjects: ['zmienione', 'changed', 'geändert', 'zmenená', 'muudetud', 'změněná'],
    says: [
      'Menge: 2 (bisher 1)\nNettopreis: 1.234,50 zł (bisher 100,00 zł)',
      'Kogus: 2 (varem 1)\nHind käibemaksuta: 1234,50 zł'
    ],
    run: async id => {
      const { reception_place_id: receptionPlace } = await office.db('orders.orders').where({ id }).first()
      await office.put(String(id), { receptionPlace, orderTypeItemId: office.itemId, quantity: 2, netPrice: 1234.5 })
    }
  },
  {
    what: 'canceled',
    subjects: ['anulowane', 'cancelled', 'storniert', 'zrušená', 'tühistatud', 'zrušená'],
    says: ['Stornierungsgrund: Brak dojazdu', 'Tühistamise põhjus: Brak dojazdu'],
    run: id => office.put(`${id}/cancel`, { reasonForCancel: 'Brak dojazdu' })
  },
  {
    what: 'given back, after all, and planned',
    subjects: [
      'znów aktualne, odbiór śr. 25.11',
      'no longer cancelled, collection Wed 25.11',
      'wieder gültig, Abholung Mi 25.11.',
      'opäť platná, odvoz st 25. 11.',
      'kehtib jälle, äravedu K 25.11',
      'opět platná, odvoz st 25. 11.'
    ],
    async run(id) {
      // an undo has ten minutes
      office.test.clock.now = new Date(office.test.clock.now.getTime() - 10 * 60_000)
      await office.put(`${id}/undo`)
      await office.plan([id], '2026-11-25')
    }
  },
  {
    what: 'completed',
    subjects: ['odebrane', 'collected', 'abgeholt', 'odvezená', 'ära veetud', 'odvezená'],
    says: ['Abgeholte Menge: 2\nTonnage: 1,5 t', 'Ära viidud kogus: 2\nKaal (t): 1,5 t\nSaatekirja nr (KPO): KPO/1'],
    run: async id => office.put(`${id}/set-realized`, { ...(await finish()), quantity: 2, quantityTaken: 2 })
  },
  {
    what: 'corrected',
    subjects: ['zmienione', 'changed', 'geändert', 'zmenená', 'muudetud', 'změněná'],
    says: ['Tonnage: 2,25 t (bisher 1,5 t)', 'Kaal (t): 2,25 t (varem 1,5 t)'],
    run: id => office.put(`${id}/correct`, { tonnage: 2.25 })
  },
  {
    what: 'answered',
    subjects: ['odpowiedź', 'answer', 'Antwort', 'odpoveď', 'vastus', 'odpověď'],
    says: ['Unsere Antwort:\n„Tak: brama B, od 7:00.“\n', 'Meie vastus:\n„Tak: brama B, od 7:00.“\n'],
    run: id => office.staff.post(`/api/Admin/Orders/${id}/add-comment`, { content: 'Tak:\nbrama B, od 7:00.' })
  },
  {
    what: 'invoiced',
    subjects: ['zafakturowane', 'invoiced', 'abgerechnet', 'vyfakturovaná', 'arve esitatud', 'vyfakturovaná'],
    says: [
      'Wir haben die Rechnung ausgestellt.\nRechnungsnummer: FV/7/2026',
      'Oleme arve koostanud.\nArve number: FV/7/2026'
    ],
    async run(id) {
      await office.put(`${id}/set-optima-number`, { numberOptima: 'ZO/7/2026' })
      await office.put(`${id}/set-invoice-number`, { invoiceNumber: 'FV/7/2026' })
    }
  }
]

const titles = ['Zamówienie', 'Order', 'Auftrag', 'Objednávka', 'Tellimus', 'Objednávka']

describe('an order', () => {
  let company: ACompany
  let order: { id: number; number: string }
  beforeAll(async () => {
    company = await aCompanyOfAll()
    order = await office.anOrder(company)
  })

  it.each(steps)('that the staff have $what, in six languages', async ({ subjects, says, run }) => {
    await run(order.id)
    const letters = await lettersTo(company)
    for (const [at, language] of languages.entries()) {
      const letter = letters.get(language) as Email
      expect(letter.subject).toBe(`${titles[at]} ${order.number}: ${subjects[at]}`)
      expectWhole(language, letter, `/client/orders?row=${order.id}&panel=${order.id}`)
    }
    for (const [language, words] of [
      ['de', says?.[0]],
      ['et', says?.[1]]
    ] as const)
      if (words) expect(letters.get(language)?.text).toContain(words)
  })

  it('that the staff have placed, in six languages', async () => {
    const { status, body } = await office.staff.post('/api/Admin/Orders', {
      ...{ receptionPlace: company.placeId, orderTypeItemId: office.itemId, quantity: 1, netPrice: 100 }
    })
    expect(status).toBe(201)
    const letters = await lettersTo(company)
    const ends = ['złożone', 'placed', 'erteilt', 'zadaná', 'esitatud', 'zadaná']
    expect([...letters.values()].map(({ subject }) => subject)).toEqual(
      ends.map((end, at) => `${titles[at]} ${body.data.number}: ${end}`)
    )
    for (const language of languages)
      expectWhole(language, letters.get(language) as Email, `/client/orders?row=${body.data.id}&panel=${body.data.id}`)
  })

  it('whose completion the staff undo, in six languages', async () => {
    const other = await office.anOrder(company, { status: 2 })
    const { vehicleId } = office
    await office
      .db('orders.orders')
      .where({ id: other.id })
      .update({ vehicle_id: vehicleId, realization_date: '2026-11-23' })
    await office.put(`${other.id}/set-realized`, await finish())
    await office.told()
    await office.put(`${other.id}/undo`)
    const letters = await lettersTo(company)
    const ends = [
      'znów zaplanowane',
      'planned again',
      'wieder geplant',
      'opäť naplánovaná',
      'taas planeeritud',
      'opět naplánovaná'
    ]
    expect([...letters.values()].map(({ subject }) => subject)).toEqual(
      ends.map((end, at) => `${titles[at]} ${other.number}: ${end}`)
    )
  })
})

describe('who is let in', () => {
  const home = '/client/dashboard'
  const activate = (id: number) => office.staff.put('/api/Admin/Companies/activate', { companiesIds: [id] })
  const activatePlace = (id: number | undefined) =>
    office.staff.put(`/api/Admin/reception-places/${id}/activate`, { orderTypeId: 3 })

  it('reads that the company is active, and what is still missing', async () => {
    const [name, without] = [
      'Reifen & Räder GmbH',
      await aCompanyOfAll({ active: false, place: false, name: 'Bez punktu' })
    ]
    const company = await aCompanyOfAll({ active: false, name })
    await activate(company.id)
    await activate(without.id)
    const sent = await office.told()
    const textTo = (language: Language, of: ACompany): Email =>
      sent.find(({ to }) => to === addressIn(language, of)) as Email
    for (const language of languages)
      for (const of of [company, without]) expectWhole(language, textTo(language, of), home)
    expect(textTo('de', company).subject).toBe('Kundenkonto Reifen & Räder GmbH: aktiv')
    expect(textTo('de', company).text).toContain(
      'Das Kundenkonto ist aktiv. Sie können jetzt Abholungen beauftragen. Sie haben noch kein Passwort:'
    )
    expect(textTo('cs', without).text).toContain('Klientský účet je aktivní. Ještě chybí místo odvozu')
  })

  it('is told that a place is active, all in one letter', async () => {
    const company = await aCompanyOfAll({ active: false, place: false })
    const { id: place } = await aPlace(office.db, {
      ...{ companyId: company.id, departmentId: company.departmentId, isActive: false }
    })
    await activate(company.id)
    await activatePlace(place)
    const both = await lettersTo(company)
    expect(both.get('en')?.text).toMatch(/Client account Opony.*:\nThe client account is active\. You can order/)
    expect(both.get('en')?.text).toMatch(
      /Collection site Chełm, .*:\nThe collection site is active\. You can order collections from it now\./
    )
    const { id: second } = await aPlace(office.db, {
      ...{ companyId: company.id, departmentId: company.departmentId, isActive: false }
    })
    await activatePlace(second)
    const letters = await lettersTo(company)
    for (const language of languages)
      expectWhole(language, letters.get(language) as Email, `/client/receptionPlaces?row=${second}&panel=${second}`)
    expect(letters.get('sk')?.subject).toMatch(/^Miesto odvozu Chełm, Hutnicza \d+, 22-100: aktívne$/)
  })

  it('is asked for by a stranger: the administrators read who it is, in six languages', async () => {
    const company = await aCompanyOfAll()
    const email = `petra.${company.id}@example.com`
    const asked = await office.test.nobody().post(`/api/Companies/RegisterAccount/${company.departmentId}`, {
      ...{ email, firstName: 'Petra', lastName: 'Nováková', phone: '501502503' }
    })
    expect(asked.status).toBe(202)
    const { id } = await office.db('users.accounts').where({ email }).first()
    const letters = await lettersTo(company)
    const ends = [
      ...['prośba o dostęp', 'asks for access', 'bittet um Zugang'],
      ...['žiadosť o prístup', 'taotleb juurdepääsu', 'žádost o přístup']
    ]
    expect([...letters.values()].map(({ subject }) => subject)).toEqual(ends.map(end => `Petra Nováková: ${end}`))
    for (const language of languages) {
      expectWhole(language, letters.get(language) as Email, `/client/users?row=${id}&panel=${id}`)
      expect(letters.get(language)?.text).toContain(`\n${email}\n`)
    }
  })

  it('reads that the account is active, from whoever has activated it', async () => {
    const company = await office.aCompany()
    const admin = await office.aReader(company)
    const people = await Promise.all(
      languages.map(language =>
        anAccount(office.db, {
          ...{ role: 'CLIENT', companyId: company.id, departmentId: company.departmentId, confirmedAt: null },
          ...{ language: numberOf(language), email: addressIn(language, company), password: null }
        })
      )
    )
    const [first, ...others] = people
    const byClient = await office.test.signedInAs(admin.id)
    expect((await byClient.put(`/api/Admin/Users/${first?.id}/activate`)).status).toBe(200)
    for (const { id } of others) await office.staff.put(`/api/Admin/Users/${id}/activate`)
    const letters = await lettersTo(company)
    for (const language of languages) expectWhole(language, letters.get(language) as Email, home)
    expect([...letters.values()].map(({ subject }) => subject)).toEqual([
      'Twoje konto: aktywne',
      'Your account: active',
      'Ihr Konto: aktiv',
      'Váš účet: aktívny',
      'Teie konto: aktiivne',
      'Váš účet: aktivní'
    ])
    expect(letters.get('et')?.text).toContain(
      'Teie konto on aktiivne. Saate nüüd äravedu tellida. Teil ei ole veel parooli:'
    )
  })
})
