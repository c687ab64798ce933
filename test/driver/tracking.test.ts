/** The page that shows an order to whoever has its link: what it says in each state, and what it never says. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTracking, trackingCode } from '../../modules/driver/arrivals/links.ts'
import { noteOutsideHours } from '../../modules/driver/arrivals/outside-hours.ts'
import { pageOf as htmlOf } from '../../modules/driver/arrivals/page.ts'
import type { DriverEvent } from '../../modules/driver/contract.ts'
import { languages } from '../../src/contract/languages.ts'
import { type Answer, aSharedApp, type SharedApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { aStopAt, at, pointAt } from './fixtures/arrivals.ts'
import { aDriving, type Driving, day, eventsFor, type Phone } from './fixtures/driving.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
})
/** Each test has a driver of its own. */
beforeEach(async () => {
  driving = await aDriving(test)
  phone = await driving.phone()
  await test.services
    .db('users.accounts')
    .where({ id: driving.driverId })
    .update({ first_name: 'Marek', last_name: 'Tajny' })
})

const linkOf = async (id: number): Promise<string> =>
  new URL(await openTracking(test.services, test.services.db, [id], test.clock.now)).pathname
const pageOf = async (id: number, more = '', headers: Record<string, string> = {}): Promise<Answer> =>
  test.nobody().get(`${await linkOf(id)}${more}`, headers)
const textOf = ({ body }: Answer): string =>
  String(body)
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\n\s*/g, '\n')
const tell = (...events: DriverEvent[]) => phone.tell(...events)
const event = eventsFor(() => test)

/** Three stops of three clients, 10 km (16 minutes) one after the other. */
async function threeStops() {
  const stopAt = async (km: number) => aStopAt(driving, km, { company: await aCompany(test.services.db) })
  return [await stopAt(10), await stopAt(20), await stopAt(30)] as const
}

describe('the page says', () => {
  it('the day and the window of an order that is planned for a later day', async () => {
    const [, second] = await threeStops()
    test.clock.now = at('18:00', '2026-06-01')
    const page = await pageOf(second.id)
    expect(page.status).toBe(200)
    const text = textOf(page)
    expect(text).toContain(`Odbiór: zamówienie ${second.number}`)
    expect(text).toContain('Odbiór jest zaplanowany: wtorek, 2 czerwca.')
    // 7:00, 16 minutes, 20 minutes of work, 16 minutes: 7:52 with 20 minutes on both sides
    expect(text).toContain('Przewidywany przyjazd\n07:30–08:20')
    expect(text).not.toContain('w kolejce')
    expect(text).toContain('Kierowca\nMarek\n')
    expect(text).toContain('kartę przekazania odpadów (KPO)')
  })

  it('the place in line and the window of the day, which follow what the driver reports', async () => {
    const [first, second, third] = await threeStops()
    test.clock.now = at('07:20')
    expect(textOf(await pageOf(third.id))).toContain('Ten odbiór jest 3. w kolejce.')
    await tell(event(first.id, 'arrived', {}))
    expect(textOf(await pageOf(first.id))).toContain('Kierowca jest na miejscu.')
    test.clock.now = at('09:00')
    await tell(event(first.id, 'loaded', { quantity: 1 }))
    const text = textOf(await pageOf(second.id))
    expect(text).toContain('To następny przystanek kierowcy.')
    expect(text).toContain('09:00–09:40')
    expect(textOf(await pageOf(third.id))).toContain('Ten odbiór jest 2. w kolejce.')
  })

  it('what was collected, or why nothing was; then it is not loaded again', async () => {
    const [first, second, third] = await threeStops()
    test.clock.now = at('07:20')
    await tell(
      event(first.id, 'loaded', { quantity: 2 }),
      event(second.id, 'failed', { reason: 'closed', note: 'Pies' })
    )
    const done = await pageOf(first.id)
    expect(textOf(done)).toContain('Odebrano.\nzaładowano: 2 szt.')
    expect(done.body).not.toContain('Odśwież')
    expect(textOf(done)).not.toContain('Marek')
    const failed = textOf(await pageOf(second.id))
    expect(failed).toContain('Nie odebrano.\nnie odebrano: zamknięte')
    expect(failed).not.toContain('Pies')
    expect((await pageOf(third.id)).body).toContain('<a href="?language=pl">Odśwież</a>')
  })

  it('that it was canceled, is planned anew, or was not driven', async () => {
    const [first, second, third] = await threeStops()
    const cancel = { reasonForCancel: 'Brak dojazdu' }
    const { status } = await driving.staff.put(`/api/Admin/Orders/${first.id}/cancel`, cancel)
    expect(status).toBe(200)
    expect(textOf(await pageOf(first.id))).toContain('Zamówienie jest anulowane.')
    await test.services.db('driver.arrival_notices').insert({ order_id: second.id, day, evening_at: test.clock.now })
    const change = { orderIds: [second.id], orderRealizationDate: '2026-06-04' }
    expect((await driving.staff.put('/api/Admin/Orders/change-plan', change)).status).toBe(200)
    expect(textOf(await pageOf(second.id))).toContain('Odbiór jest przeniesiony: czwartek, 4 czerwca.')
    test.clock.now = at('09:00', '2026-06-03')
    expect(textOf(await pageOf(third.id))).toContain('Tego dnia odbiór się nie odbył.')
  })

  it('that no day is set, once the plan is taken back', async () => {
    const { id } = await aStopAt(driving, 10)
    expect((await driving.staff.put(`/api/Admin/Orders/${id}/undo`)).status).toBe(200)
    expect(textOf(await pageOf(id))).toContain('Termin odbioru nie jest jeszcze ustalony.')
  })

  it('why there is no time', async () => {
    const lost = await aStopAt(driving, undefined)
    const known = await aStopAt(driving, 10)
    test.clock.now = at('07:00')
    expect(textOf(await pageOf(lost.id))).toContain('bo położenie tego miejsca nie jest znane')
    test.clock.now = at('12:00')
    expect(textOf(await pageOf(known.id))).toContain('bo kierowca od dłuższego czasu niczego nie zgłosił')
  })

  it('what an order that failed before is planned for now', async () => {
    const { id } = await aStopAt(driving, 10, { date: '2026-06-02' })
    await tell(event(id, 'failed', { reason: 'closed' }))
    const change = { orderIds: [id], orderRealizationDate: '2026-06-03' }
    expect((await driving.staff.put('/api/Admin/Orders/change-plan', change)).status).toBe(200)
    test.clock.now = at('06:30', '2026-06-03')
    expect(textOf(await pageOf(id))).toContain(
      'Odbiór jest zaplanowany na dzisiaj.\nPrzewidywany przyjazd\n07:00–07:40'
    )
  })
})

describe('the page never says', () => {
  it('anything of other clients, of the position, or of people', async () => {
    const stops = await threeStops()
    test.clock.now = at('07:20')
    await tell(event(stops[0].id, 'arrived', {}, { position: { ...pointAt(10), accuracy: 5 } }))
    const { db } = test.services
    const companies = await db('companies.companies')
      .join('orders.orders', 'orders.orders.company_id', 'companies.companies.id')
      .whereIn(
        'orders.orders.id',
        stops.map(({ id }) => id)
      )
      .select('companies.companies.name', 'orders.orders.number', 'orders.orders.id')
    expect(companies).toHaveLength(3)
    for (const { id } of stops) {
      const { body } = await pageOf(id)
      for (const other of companies) {
        expect(body).not.toContain(other.name)
        if (other.id !== id) expect(body).not.toContain(other.number)
      }
      expect(body).not.toMatch(/Tajny|51\.\d\d|23\.4|825601234/)
    }
  })

  it.each(['x', 'A'.repeat(22), '%00', '..%2f..%2fetc', `${'a'.repeat(21)}%27`, 'A'.repeat(90)])(
    'whether there is an order: %s',
    async code => {
      const { status, body } = await test.nobody().get(`/t/${code}`)
      expect(status).toBe(404)
      expect(JSON.stringify(body)).not.toContain('Zamówienie')
    }
  )

  it('more of a link that has ended than of one that never was', async () => {
    const [first, second, third] = await threeStops()
    test.clock.now = at('07:20')
    await tell(event(first.id, 'loaded', { quantity: 2 }))
    test.clock.now = at('07:19', '2026-06-04')
    expect((await pageOf(first.id)).status).toBe(200)
    test.clock.now = at('07:21', '2026-06-04')
    const [ended, unknown] = [await pageOf(first.id), await test.nobody().get(`/t/${'A'.repeat(22)}`)]
    expect([ended.status, ended.body]).toEqual([404, unknown.body])
    expect((await pageOf(second.id)).status).toBe(200)
    test.clock.now = at('00:01', '2026-06-05')
    expect((await pageOf(second.id)).status).toBe(404)
    expect((await pageOf(third.id)).status).toBe(404)
  })

  it('which code belongs to an order: the database has its hash alone', async () => {
    const { id } = await aStopAt(driving, 10)
    const code = (await linkOf(id)).split('/').at(-1) ?? ''
    expect(code).toMatch(/^[\w-]{22}$/)
    expect(code).not.toBe(trackingCode({ tokenSecret: 'another secret' }, [id]))
    const rows = await test.services.db('driver.tracking_links').where({ order_id: id })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0].code_hash).toHaveLength(32)
  })
})

describe('the page', () => {
  it('is of each language, by the browser or by choice', async () => {
    const { id } = await aStopAt(driving, 10)
    const { body } = await pageOf(id, '', { 'accept-language': 'de-AT,de;q=0.9' })
    expect(body).toContain('<html lang="de">')
    expect(body).toContain('Die Abholung ist für heute geplant.')
    for (const language of languages) {
      const chosen = await pageOf(id, `?language=${language}`, { 'accept-language': 'de' })
      expect(chosen.body).toContain(`<html lang="${language}">`)
      expect(textOf(chosen)).not.toMatch(/driver\.\w|users\.\w|[{}]|undefined/)
      for (const other of languages)
        expect(String(chosen.body).includes(`href="?language=${other}" lang="${other}"`)).toBe(other !== language)
    }
    expect((await pageOf(id, '?language=fr')).status).toBe(400)
  })

  it('has no scripts, is kept and found by nobody, and gives its address away to nobody', async () => {
    const { id } = await aStopAt(driving, 10)
    const { body, headers } = await pageOf(id)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/<script|https?:/)
  })

  it('writes names as text', async () => {
    const { id } = await aStopAt(driving, 10)
    const { db } = test.services
    await db('users.accounts').where({ id: driving.driverId }).update({ first_name: '<img src=x onerror=alert(1)>' })
    await db('orders.orders').where({ id }).update({ kpo: '"><script>x</script>' })
    const { body } = await pageOf(id)
    expect(body).not.toMatch(/<img|<script/)
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(body).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('names the telephone of the business, where it has one', () => {
    const page = {
      language: 'pl',
      title: 'Odbiór',
      business: 'Opony',
      sentence: 'Odebrano.',
      languagesLabel: 'Język'
    } as const
    const html = (contact?: string) => htmlOf({ ...page, contact, nameOf: language => language })
    expect(html('Pytania: +48 600 700 800')).toContain('<p>Pytania: +48 600 700 800</p>')
    expect(html()).toContain('<footer><p>Opony</p></footer>')
  })

  it('answers an address so many times a minute', async () => {
    const { id } = await aStopAt(driving, 10)
    const url = await linkOf(id)
    const answers: number[] = []
    for (let call = 0; call < 61; call += 1) answers.push((await test.nobody({ from: '203.0.113.77' }).get(url)).status)
    expect(answers.filter(status => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('in the panel of an order', () => {
  const arrivalOf = async (id: number): Promise<{ description: string; link: string }[]> =>
    (await driving.staff.get(`/api/Admin/Orders/${id}/arrival`)).body.data

  it('staff have the arrival in words, and the link of the page', async () => {
    const { id, number } = await aStopAt(driving, 10)
    test.clock.now = at('06:30')
    const [{ description, link }] = (await arrivalOf(id)) as [{ description: string; link: string }]
    expect(description).toBe('To następny przystanek kierowcy. Przewidywany przyjazd: 07:00–07:40.')
    const page = await test.nobody().get(new URL(link).pathname)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(number)])
    await tell(event(id, 'arrived', {}))
    expect((await arrivalOf(id))[0]?.description).toBe('Kierowca jest na miejscu.')
    await driving.staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak dojazdu' })
    expect(await arrivalOf(id)).toEqual([])
  })

  it('an arrival outside the hours of its place is marked in the lists of the office, and said in the panel', async () => {
    const { db } = test.services
    const [first, second] = await threeStops()
    await db('companies.reception_places')
      .where({ id: second.placeId })
      .update({ receiving_from: '06:00', receiving_to: '08:00', receiving_days: [1, 2, 3, 4, 5] })
    test.clock.now = at('05:00')
    const marked = async (): Promise<Record<string, boolean>> => {
      await noteOutsideHours(test.services)
      const { body } = await driving.staff.get(`/api/Admin/Orders?page=1&limit=20&RealizationDate=${day}&OrderStatus=2`)
      return Object.fromEntries(
        body.data.map((row: { id: number; outsideHours: boolean }) => [row.id, row.outsideHours])
      )
    }
    expect(await marked()).toMatchObject({ [first.id]: false, [second.id]: true })
    const { body } = await driving.staff.get(`/api/Admin/Orders/${second.id}/arrival`)
    expect(body.data[0].description).toContain('Poza godzinami odbiorów (pon.–pt. 6:00–8:00).')
    await db('companies.reception_places').where({ id: second.placeId }).update({ receiving_to: '15:00' })
    expect(await marked()).toMatchObject({ [second.id]: false })
    await db('companies.reception_places')
      .where({ id: second.placeId })
      .update({ receiving_days: [3] })
    expect(await marked()).toMatchObject({ [second.id]: true })
  })

  it('a client has it where the company gets messages about arrivals', async () => {
    const company = await aCompany(test.services.db)
    const { id } = await aStopAt(driving, 10, { company })
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
    test.clock.now = at('06:30')
    const steps = async () => (await client.get(`/api/Admin/Orders/${id}/own-steps`)).body.data
    expect(await steps()).toEqual([])
    await driving.staff.call('PATCH', `/api/Admin/Companies/${company.id}/update`, { arrivalMessages: true })
    expect(await steps()).toEqual([
      {
        at: at('07:20').toISOString(),
        description: 'To następny przystanek kierowcy. Przewidywany przyjazd: 07:00–07:40.',
        picture: null
      }
    ])
  })
})
