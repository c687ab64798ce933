/**
 * Every route × everyone × own, another's, absent. The server lists its routes; the folders' `security.ts` say by hand who may. The last
 * tests prove that it notices: a guard that is taken away is found.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audience } from '../../src/kernel/access/caller.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { routesOf } from '../../src/kernel/routes/resource-routes.ts'
import type { Route } from '../../src/kernel/routes/route.ts'
import { modules } from '../../src/modules.ts'
import { accountingSecret } from '../helper/accounting.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aDatabase } from '../helper/database.ts'
import { allEntries } from './entries.ts'
import { type Asked, everyone, type Who } from './fixtures/callers.ts'
import type { Entry } from './fixtures/entry.ts'
import { aWorld, type World } from './fixtures/world.ts'

const entries = await allEntries()

let test: TestApp
/** Given to the application as a replica of itself, too: what a replica may answer runs in a transaction that only reads. */
let database: Awaited<ReturnType<typeof aDatabase>>
let world: World

beforeAll(async () => {
  database = await aDatabase()
  const { url } = database
  const own = {
    ...{ ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret },
    ...{ BDO_URL: 'http://127.0.0.1:9', BDO_CLIENT_ID: 'id', BDO_CLIENT_SECRET: 'secret' }
  }
  test = await anApp({ ...own, ROLES: 'web', DATABASE_URL: url, DATABASE_REPLICA_URL: url })
  await test.begin()
  world = await aWorld(test)
})
afterAll(async () => {
  await test.close()
  await database.drop()
})

const nameOf = ({ method, url }: { method: string; url: string }): string => `${method} ${url}`

interface Seen {
  readonly who: Who
  readonly what: 'own' | 'another' | 'absent'
  readonly asked: string
  readonly status: number
  readonly expected: number
  readonly leaked: readonly string[]
}

/** What everyone gets, and what they should. */
async function exercise(entry: Entry, { callers, hiddenFrom }: World, of: World): Promise<Seen[]> {
  const persons = await callers()
  const seen: Seen[] = []
  const send = async (who: Who, what: Seen['what'], asked: Asked, expected: number): Promise<void> => {
    const { method = 'GET', url, body } = asked
    const person: Person = persons[who]
    const { status, body: answer } = await person.call(method, url, body)
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const leaked = hiddenFrom(who).filter(canary => text.toLowerCase().includes(canary.toLowerCase()))
    seen.push({ who, what, asked: `${method} ${url}`, status, expected, leaked })
  }
  for (const who of everyone) {
    const refused = who === 'nobody' ? 401 : 403
    const has = entry.may.includes(who)
    const none = has ? 404 : refused
    for (const asked of entry.absent?.(who) ?? []) await send(who, 'absent', asked, none)
    if (who !== 'ADMIN') for (const asked of entry.another?.(of, who) ?? []) await send(who, 'another', asked, none)
    const answered = entry.without?.includes(who) ? 404 : (entry.status ?? 200)
    await send(who, 'own', await entry.own(of, who), has ? answered : refused)
  }
  return seen
}

const wrong = (seen: readonly Seen[]): Seen[] =>
  seen.filter(({ status, expected, leaked }) => status !== expected || leaked.length > 0)

describe('the table of entries', () => {
  it('has an entry for every route that the server lists', () => {
    const listed = test.routes.map(nameOf)
    expect(listed.length).toBeGreaterThan(40)
    expect(listed.filter(name => !Object.hasOwn(entries, name))).toEqual([])
  })

  it('has no entry without a route', () => {
    const listed = new Set(test.routes.map(nameOf))
    const must = Object.entries(entries).filter(([, { built }]) => !built)
    expect(must.map(([name]) => name).filter(name => !listed.has(name))).toEqual([])
  })

  it('has an unknown id for each route with an id', () => {
    const withId = Object.entries(entries).filter(([name]) => /:\w/.test(name))
    expect(withId.filter(([, { absent }]) => !absent?.('ADMIN').length).map(([name]) => name)).toEqual([])
  })
})

describe('every route, for everyone', () => {
  it.each(Object.keys(entries))('%s', async name => {
    if (!test.routes.some(route => nameOf(route) === name)) return
    const seen = await exercise(entries[name] as Entry, world, world)
    expect(seen.length).toBeGreaterThanOrEqual(everyone.length)
    expect(wrong(seen)).toEqual([])
  })

  it('answers HEAD like GET', async () => {
    const guarded = test.routes.filter(({ method, audiences }) => method === 'GET' && !audiences.includes('anyone'))
    for (const { url } of guarded) {
      const { statusCode } = await test.app.inject({ method: 'HEAD', url: url.replace(/:\w+/g, '1') })
      expect([url, statusCode]).toEqual([url, 401])
    }
  })

  it('shows the test values to their owners, so that their absence elsewhere proves something', async () => {
    const theirs = await test.signedInAs(world.other.accountId)
    for (const url of ['/api/Admin/Orders', `/api/Admin/Orders/${world.other.orderId}/details`])
      expect(JSON.stringify((await theirs.get(url)).body)).toContain('CANARY-ORDER')
    expect(JSON.stringify((await theirs.get('/api/Companies/MyCompany')).body)).toContain('CANARY-COMPANY')
    expect(JSON.stringify((await theirs.get('/api/Authorization/userinfo')).body)).toContain('CANARY-PERSON')
  })
})

/** The application's modules, with one route of it changed. */
const withRoute = (url: string, change: Partial<Route>) =>
  modules.map(module =>
    defineModule({
      ...module,
      resources: [],
      routes: [...(module.resources ?? []).flatMap(routesOf), ...(module.routes ?? [])].map(route =>
        route.url === url ? { ...route, ...change } : route
      )
    })
  )

it('no route that a replica may answer writes, or asks for what a replica has not', async () => {
  const { values } = await test.services.metrics.registry.getSingleMetric('opony_replica_reads_total')!.get()
  const reads = Object.fromEntries(values.map(({ labels, value }) => [labels.answered, value]))
  expect(reads).toMatchObject({ 'primary: behind': 0, 'primary: failed': 0, 'primary: resting': 0 })
  expect(reads.replica).toBeGreaterThan(100)
})

describe('a missing guard is detected', () => {
  const details = '/api/Admin/Orders/:id/details'
  const audiences: readonly (readonly [string, readonly Audience[], Who])[] = [
    ['open to everyone', ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'anyone'], 'nobody'],
    ['open to inactive accounts', ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'signedIn'], 'inactive'],
    ['open to a role too many', ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'DRIVER'], 'DRIVER']
  ]
  it.each(audiences)('a route %s', async (_what, open, who) => {
    const faulty = await anApp({}, withRoute(details, { access: open }))
    const there = await aWorld(faulty)
    const found = wrong(await exercise(entries[`GET ${details}`] as Entry, there, there))
    expect(found.map(seen => seen.who)).toContain(who)
    await faulty.close()
  })

  it('a route that forgets whose a thing is', async () => {
    const faulty = await anApp(
      {},
      withRoute(details, {
        run: async ({ services, id }) => ({ data: await services.db('orders.orders').where({ id }).first() })
      })
    )
    const there = await aWorld(faulty)
    const found = wrong(await exercise(entries[`GET ${details}`] as Entry, there, there))
    expect(found).toContainEqual(
      expect.objectContaining({ who: 'CLIENT_ADMIN', what: 'another', leaked: ['CANARY-ORDER'] })
    )
    await faulty.close()
  })

  it.each([
    ['no audience', []],
    ['nothing said', undefined]
  ])('a route with %s does not start', async (_what, none) => {
    await expect(anApp({}, withRoute(details, { access: none as never }))).rejects.toThrow(/do(es)? not say who/)
  })
})
