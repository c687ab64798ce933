/** No value in a path, a query or a body is answered with 500: each route of the server is tried with each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountingSecret } from '../helper/accounting.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { allEntries } from './entries.ts'
import type { Who } from './fixtures/callers.ts'
import type { Entry } from './fixtures/entry.ts'
import { aWorld, type World } from './fixtures/world.ts'

const entries = await allEntries()

let test: TestApp
let world: World
let strangers = 0
let parameters: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret })
  await test.begin()
  world = await aWorld(test)
  // How often strangers may register is another matter, too: here their calls are not counted.
  await test.services.db.raw(
    'create rule uncounted as on insert to companies.stranger_registrations do instead nothing'
  )
  const { paths } = (await test.nobody().get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }
  parameters = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const named = (operation.parameters ?? []).filter(one => one.in === 'query').map(({ name }) => name)
        return [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, named] as const
      })
    )
  )
})
afterAll(() => test.close())

/** As they stand in a URL. */
const inUrl = [
  '',
  '0000-01-01',
  '-1',
  '1.5',
  '1e308',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  '%00',
  '%ED%A0%80',
  '%27%20or%201=1--',
  '%25',
  '__proto__',
  '9999-12-31',
  '275760-09-14',
  '1,2,1e308',
  '[1]',
  'x'.repeat(90)
]

const inBody: readonly unknown[] = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  1e308,
  -1e308,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  '1e308',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  'x'.repeat(40),
  null,
  true,
  [],
  [1e308],
  [2 ** 31 - 1],
  [null],
  {},
  { id: 1e308 }
]

/** What a list is asked by, also where its route does not say so: some have no search. */
const ofLists = ['allFields', 'OrderBy', 'Desc', 'page', 'limit']

const wanted = ([name]: [string, Entry]): boolean =>
  test.routes.some(({ method, url }) => `${method} ${url}` === name) && !/\/api\/(docs|openapi|hub)|assets/.test(name)

interface Tried {
  readonly method: string
  readonly url: string
  readonly body?: unknown
}

type Callers = Awaited<ReturnType<World['callers']>>

/** A hostile value of an own password is a wrong guess at it: how many one may have is another matter. */
const forgetGuesses = () => test.services.db('users.guesses').delete()

/** The calls that were answered with 500. Sessions that a call ends are those of this round only, unless callers are given. */
async function failing(entry: Entry, calls: readonly Tried[], given?: Callers): Promise<string[]> {
  const callers = given ?? (await world.callers())
  const failed: string[] = []
  const waiting = [...calls]
  const refused: Tried[] = []
  const work = async (refuse: (call: Tried) => void): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { method, url, body } = next
      // Each of those who may in turn: what a role may see is another statement. What none of them may is tried by a stranger.
      const isForNone = entry.may.length === 0
      const who =
        isForNone || entry.may.includes('nobody') ? 'nobody' : (entry.may[waiting.length % entry.may.length] as Who)
      // A stranger calls from a new address each time: how often one may call is another matter.
      const person =
        who === 'nobody' ? test.nobody({ from: `10.0.${++strangers >> 8}.${strangers & 255}` }) : callers[who]
      const { status } = await person.call(method as 'GET', url, body)
      if (status === 429) refuse(next)
      if (status === 401 && given && who !== 'nobody') throw new Error(`${method} ${url} was asked by nobody`)
      if (status === 500) failed.push(`${method} ${url} ${body === undefined ? '' : JSON.stringify(body)}`)
    }
  }
  await forgetGuesses()
  await Promise.all(Array.from({ length: 8 }, () => work(call => refused.push(call))))
  // one account gets only some spreadsheets at the same time: these are asked for one after the other
  waiting.push(...refused)
  await forgetGuesses()
  await work(({ method, url }) => {
    throw new Error(`${method} ${url} was not tried`)
  })
  return failed
}

/** The routes of reads and the fields of commands are each tried in three shares, so that no test takes a minute. */
const shares = [1, 2, 3] as const
const isOf = (share: number, at: number): boolean => at % shares.length === share - 1
const entriesOf = (isRead: boolean): [string, Entry][] =>
  Object.entries(entries).filter(entry => wanted(entry) && entry[0].startsWith('GET ') === isRead)

const first = ({ may }: Entry): Who => (may.includes('nobody') ? 'nobody' : (may[0] as Who))

describe('a value that nothing has', () => {
  it('in any path is not answered with 500', async () => {
    const failed: string[] = []
    for (const [name, entry] of Object.entries(entries).filter(wanted)) {
      const [method = '', url = ''] = name.split(' ')
      if (!url.includes(':')) continue
      const body = method === 'GET' ? undefined : (await entry.own(world, first(entry))).body
      failed.push(
        ...(await failing(
          entry,
          inUrl.map(value => ({ method, url: url.replace(/:\w+/g, value), body }))
        ))
      )
    }
    expect(failed).toEqual([])
  })

  it.each(shares)(
    'in any query is not answered with 500, share %i',
    async share => {
      const failed: string[] = []
      let asked = 0
      for (const [name, entry] of entriesOf(true).filter((_, at) => isOf(share, at))) {
        const [path = '', query = ''] = (await entry.own(world, first(entry))).url.split('?')
        const named = parameters.get(name) ?? []
        // reading ends no session
        const callers = await world.callers()
        for (const key of new Set([...(named.includes('page') ? ofLists : ['unknown']), ...named])) {
          const others = query
            .split('&')
            .filter(part => part && !part.toLowerCase().startsWith(`${key.toLowerCase()}=`))
          const urls = inUrl.flatMap(value => [
            `${path}?${[...others, `${key}=${value}`].join('&')}`,
            ...(value === '1e308' || value === '2147483648' ? [`${path}?${key}=${value}&${key}=${value}`] : [])
          ])
          asked += urls.length
          failed.push(
            ...(await failing(
              entry,
              urls.map(url => ({ method: 'GET', url })),
              callers
            ))
          )
        }
      }
      expect(asked).toBeGreaterThan(1_000)
      expect(failed).toEqual([])
    },
    60_000
  )

  it.each(shares)(
    'in any field of any body is not answered with 500, share %i',
    async share => {
      const failed: string[] = []
      let asked = 0
      let fields = 0
      for (const [, entry] of entriesOf(false)) {
        const { method = 'GET', url, body } = await entry.own(world, first(entry))
        if (typeof body !== 'object' || body === null) continue
        for (const field of Object.keys(body).filter(() => isOf(share, fields++))) {
          asked += inBody.length
          failed.push(
            ...(await failing(
              entry,
              inBody.map(value => ({ method, url, body: { ...body, [field]: value } }))
            ))
          )
        }
      }
      expect(asked).toBeGreaterThan(1_000)
      expect(failed).toEqual([])
    },
    60_000
  )
})
