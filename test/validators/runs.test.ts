/** Runs of the checks: asked for by a person, by night, cut off and resumed; and the pages of the module. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightlyKinds } from '../../modules/validators/kinds.ts'
import { makeNightlyRun } from '../../modules/validators/runs/night.ts'
import { performRun } from '../../modules/validators/runs/perform.ts'
import { languages } from '../../src/contract/languages.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { accountingSecret } from '../helper/accounting.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { ago, aRegionFor, dayMs, withRegister } from './fixtures/world.ts'

let test: TestApp
let admin: Person

const path = '/api/Admin/Validators'

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ACCOUNTING_SECRET: accountingSecret, NO_RESPONSE_DAYS: '8' })
  await test.begin()
  admin = await test.signedInAs('ADMIN', { host: officeHost })
})
afterAll(() => test.close())

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a row
type Row = any

const ask = (validatorTypes: unknown) => admin.post(`${path}/run`, { validatorTypes })
const runOf = async (id: number): Promise<Row> => (await admin.get(`${path}/runs/${id}`)).body.data

describe('a run', () => {
  it('is asked for with its checks, each once, and refused without any', async () => {
    const { status, body } = await ask([4, 0])
    expect([status, body.data.validatorTypes]).toEqual([202, [0, 4]])
    expect(body.data.steps.map(({ type, finishedDate }: Row) => [type, finishedDate])).toEqual([
      [0, null],
      [4, null]
    ])
    expect(await ask([])).toMatchObject({
      status: 400,
      body: { Errors: [{ PropertyName: 'validatorTypes', ErrorMessage: 'Wypełnij wszystkie pola' }] }
    })
    for (const wrong of [[10], [-1], [0, 0], ['0'], 3, null]) expect((await ask(wrong)).status).toBe(400)
    const { body: failing } = await admin.get('/api/ui/pages/validators.orders')
    const names = failing.data.list.commands.map(({ name }: Row) => name)
    const say = (name: string) => test.services.messages.say('pl', `${name}.failed`)
    expect(names.filter((name: string) => /run|approve/.test(name)).map(say)).toEqual([
      'Wypełnij wszystkie pola',
      'Wypełnij wszystkie pola'
    ])
  })

  it('says after each step how far it is, over the hub, and tells who asked how it ended', async () => {
    const sent: Hint[] = []
    const services = { ...test.services, hints: { ...test.services.hints, send: (hint: Hint) => void sent.push(hint) } }
    const region = await aRegionFor(test.services.db, admin.accountId)
    await region.order({ status: 3, finished_at: ago(90 * dayMs) })
    const { body } = await ask([3, 4])
    await performRun(services, body.data.id)
    const runHints = sent.filter(hint => hint.kind === 'changed' && hint.resourceType === 'validators.run')
    expect(runHints).toHaveLength(5)
    for (const hint of runHints) expect(hint).toMatchObject({ ids: [body.data.id], companyId: null })
    expect(sent.find(hint => hint.kind === 'notice')).toEqual({
      kind: 'notice',
      accountId: admin.accountId,
      notice: {
        tone: 'success',
        message: 'validators.run.finished',
        params: { added: 1, resolved: 0, failed: 0 }
      }
    })
    expect((await runOf(body.data.id)).finishedDate).not.toBeNull()
  })

  it('that was cut off goes on where it stood, and is told once', async () => {
    const { body } = await ask([0, 1, 2])
    const { id } = body.data
    const began = ago(dayMs)
    await test.services
      .db('validators.run_steps')
      .where({ run_id: id, kind: 0 })
      .update({ finished_at: began, added: 7 })
    await performRun(test.services, id)
    await performRun(test.services, id)
    const { steps } = await runOf(id)
    expect(steps[0]).toMatchObject({ finishedDate: began.toISOString(), added: 7 })
    expect(steps.map(({ failed }: Row) => failed)).toEqual([false, false, false])
  })

  it('goes on with the other checks when one fails, leaves nothing half done, and says so', async () => {
    const sent: Hint[] = []
    const broken = {
      ...test.services,
      // A number of days that PostgreSQL cannot add.
      settings: { ...test.services.settings, missingInvoiceDays: 2_000_000_000 },
      hints: { ...test.services.hints, send: (hint: Hint) => void sent.push(hint) },
      log: { ...test.services.log, error: () => undefined } as never
    }
    const { body } = await ask([3, 4])
    await performRun(broken, body.data.id)
    const { steps, finishedDate } = await runOf(body.data.id)
    expect(steps.map(({ failed, added }: Row) => [failed, added])).toEqual([
      [true, null],
      [false, 0]
    ])
    expect(finishedDate).not.toBeNull()
    expect(sent.find(hint => hint.kind === 'notice')).toMatchObject({
      notice: { tone: 'danger', message: 'validators.run.someFailed', params: { failed: 1 } }
    })
  })

  it('is done by a worker from the queue', async () => {
    const working = await anApp({ ROLES: 'web,worker' })
    try {
      await working.begin()
      const person = await working.signedInAs('ADMIN', { host: officeHost })
      const { body } = await person.post(`${path}/run`, { validatorTypes: [0, 5] })
      const finished = async (): Promise<Row> =>
        (await person.get(`${path}/runs/${body.data.id}`)).body.data.finishedDate ?? finished()
      expect(await finished()).toEqual(expect.any(String))
    } finally {
      await working.close()
    }
  }, 20_000)
})

describe('the night', () => {
  const at = (instant: string): Promise<number | undefined> => {
    test.clock.now = new Date(instant)
    return makeNightlyRun(test.services)
  }

  it('comes once a day, from the hour of Warsaw on, in summer and in winter', async () => {
    expect(await at('2026-07-14T00:59:59Z')).toBeUndefined()
    expect(await at('2026-07-14T01:00:00Z')).toEqual(expect.any(Number))
    expect(await at('2026-07-14T21:59:59Z')).toBeUndefined()
    // Midnight has passed, three o'clock has not.
    expect(await at('2026-07-14T22:30:00Z')).toBeUndefined()
    expect(await at('2026-07-15T01:00:01Z')).toEqual(expect.any(Number))
    expect(await at('2026-12-01T01:59:59Z')).toBeUndefined()
    expect(await at('2026-12-01T02:00:00Z')).toEqual(expect.any(Number))
  })

  it('is made up for after an outage, and made once by several workers', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => at('2026-12-02T15:00:00Z')))
    const [id, ...more] = made.filter(one => one !== undefined)
    expect(more).toEqual([])
    expect(await runOf(id as number)).toMatchObject({ nightly: true, validatorTypes: [0, 1, 2, 3, 4, 5] })
  })

  it('leaves out the invoices where no accounting system can report any', () => {
    const { settings } = test.services
    expect(nightlyKinds(settings)).toEqual([0, 1, 2, 3, 4, 5])
    expect(nightlyKinds({ ...settings, accountingSecret: '' })).toEqual([0, 1, 2, 4, 5])
  })
})

describe('where there is a register of waste', () => {
  it('its checks are offered and run at night; elsewhere nobody sees or runs them', async () => {
    const withIt = await anApp({ ROLES: 'web', ACCOUNTING_SECRET: accountingSecret, ...withRegister })
    await withIt.begin()
    const typesOf = async (person: Person): Promise<number[]> =>
      (await person.get(`${path}/types?limit=100`)).body.data.map(({ type }: Row) => type).toSorted()
    expect(await typesOf(await withIt.signedInAs('ADMIN', { host: officeHost }))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    ])
    expect(nightlyKinds(withIt.services.settings)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(nightlyKinds({ ...withIt.services.settings, bdoRecords: false })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    await withIt.close()
    expect(await typesOf(admin)).toEqual([0, 1, 2, 3, 4, 5])
    const { status, body } = await ask([0, 6])
    expect([status, body.data.validatorTypes]).toEqual([202, [0]])
    expect(await ask([7, 8, 9])).toMatchObject({
      status: 422,
      body: {
        Errors: [{ PropertyName: 'validatorTypes', ErrorMessage: 'Wybrane walidatory nie działają bez rejestru BDO' }]
      }
    })
  })
})

describe('the pages', () => {
  const listOf = async (id: string): Promise<ListMetadata> => (await admin.get(`/api/ui/pages/${id}`)).body.data.list
  const pages = ['validators.containers', 'validators.receptionPlaces', 'validators.orders']

  it('offer in their filter the checks that this installation has', async () => {
    const [containers] = await Promise.all(pages.map(listOf))
    const kind = containers?.filters.find(({ key }) => key === 'Kind')
    const options = kind?.options as { call: string; value: string }
    const { body } = await admin.get(options.call)
    expect(body.data.map((type: Row) => type[options.value]).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('are three, by subject, with the columns of their kind, the newest first, 35 a page', async () => {
    const lists = await Promise.all(pages.map(listOf))
    expect(lists.map(({ fixed }) => fixed)).toEqual([{ ValidatorType: 0 }, { ValidatorType: 2 }, { ValidatorType: 1 }])
    for (const list of lists) {
      expect(list).toMatchObject({ call: path, sort: '-createdDate', pageSize: 35, selection: 'one' })
      expect(list.search?.found).toBe('validators.finding.found')
    }
    const own = lists.map(({ columns }) => columns.map(({ key }) => key).filter(key => !shared.includes(key)))
    expect(own).toEqual([
      ['containerName', 'serNo', 'address'],
      ['address', 'companyName'],
      ['number', 'companyName']
    ])
    const { body } = await admin.get('/api/ui/pages')
    const routes = body.data.groups.flatMap((group: Row) => group.pages.map((page: Row) => page.route))
    expect(routes).toEqual(
      expect.arrayContaining([
        '/validators/ContainersValidation',
        '/validators/receptionPlacesValidation',
        '/validators/ordersValidation',
        '/config/validatorTypes'
      ])
    )
  })
  const shared = ['createdDate', 'validatorName', 'message', 'approvedDate', 'comment']

  it('have a toolbar by selection: running with none, approving with one, nothing with several', async () => {
    for (const page of pages) {
      const { commands } = await listOf(page)
      const by = (selection: string) => commands.filter(one => one.selection === selection).map(({ name }) => name)
      expect(by('none')).toEqual(['validators.run'])
      expect(by('one')).toContain('validators.approve')
      expect([...by('many'), ...by('some')]).toEqual([])
      const approving = commands.find(({ name }) => name === 'validators.approve')
      expect(approving?.when).toMatchObject({ approvedDate: [null] })
      const say = (name: string) => test.services.messages.say('pl', `${name}.label`)
      expect([say('validators.run'), say('validators.approve')]).toEqual(['Uruchom sprawdzanie', 'Zatwierdź'])
    }
  })

  it('open their panel by a double-click, except that of the reception places', async () => {
    const lists = await Promise.all(pages.map(listOf))
    expect(lists.map(({ opens, panel }) => [opens, panel !== undefined])).toEqual([
      [true, true],
      [false, true],
      [true, true]
    ])
  })

  it('lead from a finding to its container, its reception place or its order', async () => {
    const lists = await Promise.all(pages.map(listOf))
    const targets = lists.map(({ commands }) =>
      commands.flatMap(({ action }) => (action.kind === 'navigate' ? action.to : []))
    )
    expect(targets).toEqual([
      ['/store/containers?row=:containerId&panel=:containerId'],
      ['/clients/receptionPlaces?row=:receptionPlaceId&panel=:receptionPlaceId'],
      ['/orders/all?row=:orderId&panel=:orderId']
    ])
  })

  it.each([
    [1, 'Znaleziono 1 walidator'],
    [3, 'Znaleziono 3 walidatory'],
    [5, 'Znaleziono 5 walidatorów'],
    [22, 'Znaleziono 22 walidatory']
  ])('count what a search has found: %i', (count, sentence) => {
    expect(test.services.messages.say('pl', 'validators.finding.found', { count })).toBe(sentence)
  })
})

describe('the types', () => {
  it('are six, under the specification’s three headings, with the thresholds of this installation', async () => {
    const { body } = await admin.get(`${path}/types`)
    expect(body.data.map(({ type, validatorType }: Row) => [type, validatorType])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
      [5, 2]
    ])
    const silent = body.data[2]
    expect(silent.description).toContain('dni: 8')
    expect(silent.validator).toBe(`${silent.name} - ${silent.description}`)
    const list = (await admin.get('/api/ui/pages/validators.types')).body.data.list as ListMetadata
    expect(list.columns.map(({ header }) => test.services.messages.say('pl', header))).toEqual(['Walidatory'])
    expect(list.groupBy?.[0]?.key).toBe('validatorType')
    const headings = ['container', 'order', 'receptionPlace'].map(word =>
      test.services.messages.say('pl', `validators.subject.${word}`)
    )
    expect(headings).toEqual(['Kontenery', 'Zamówienia', 'Punkty odbioru'])
  })

  it('are described in six languages, with every threshold filled in', async () => {
    const integrator = await test.signedInAs('ADMIN')
    for (const language of languages) {
      const { body } = await integrator.get(`${path}/types`, { 'accept-language': language })
      for (const { description } of body.data) {
        expect(description).toMatch(/\d/)
        expect(description).not.toMatch(/[{}\p{C}]/u)
      }
    }
  })
})
