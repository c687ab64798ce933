/**
 * The waste register with 20,000 cards: reading them, and the lists of them.
 *
 *     npm run bench -- waste               or with another number of cards: npm run bench -- waste 5000
 *
 * The application reads the demo's register on loopback, in a database of its own. The pace of the calls for details (five a second, as the state's register
 * asks) is not waited for: its clock is moved on by what it would have waited, and the sum is printed. Then a few cards change, and the next reading is
 * counted. Last the list and each of its chips are asked for, one call at a time; the limit is 5 ms at the server for the median of each.
 */
import { pollRegister } from '../modules/waste/poll.ts'
import { openWasteRegister } from '../modules/waste/register/client.ts'
import { Pace } from '../modules/waste/register/pace.ts'
import type { State } from '../seeds/demo/services/waste-register-states.ts'
import { aCompany, anItem, anOrder } from '../test/helper/factories.ts'
import { aCard, aRegister, aWorld, settingsFor } from '../test/waste/fixtures/state-register.ts'
import { aBenchApp, median } from './helper/app.ts'

const cards = Number(process.argv[3] ?? 20_000)
const changed = 30
const listLimitMs = 5
const rounds = 60

/** One card in ten is rejected, waits for a confirmation or differs in mass; the others are done. */
const kinds: readonly { readonly state: State; readonly correctedWasteMass?: number }[] = [
  { state: 'CONFIRMATION_GENERATED' },
  { state: 'REJECTED' },
  { state: 'RECEIVE_CONFIRMATION', correctedWasteMass: 2.5 },
  { state: 'TRANSPORT_CONFIRMATION', correctedWasteMass: 3 },
  ...Array.from({ length: 6 }, () => ({ state: 'TRANSPORT_CONFIRMATION', correctedWasteMass: 2.5 }) as const)
]
const hour = 3_600_000
const lastChange = Date.now() - hour
const year = new Date().getFullYear()
const world = aWorld(
  ...Array.from({ length: cards }, (_, n) => {
    const at = new Date(lastChange - (cards - n) * 60_000).toISOString()
    const kind = kinds[n % kinds.length] as (typeof kinds)[number]
    return aCard(`card-${n}`, { year, plannedTransportTime: at, kpoLastModifiedAt: at, ...kind })
  })
)

const register = await aRegister({ world, now: () => new Date(), callsASecond: 1_000_000 })
const bdo = settingsFor(register.url)
const bench = await aBenchApp({
  ROLES: 'web',
  ...{ BDO_URL: bdo.bdoUrl, BDO_CLIENT_ID: bdo.bdoClientId, BDO_CLIENT_SECRET: bdo.bdoClientSecret }
})
const { services, app } = bench
const going = new AbortController().signal

let [clockMs, waitedMs, details] = [0, 0, 0]
const pace = new Pace({
  perSecond: 5,
  clock: () => clockMs,
  wait: async ms => {
    clockMs += ms
    waitedMs += ms
  }
})
const client = openWasteRegister({ settings: bdo, agent: 'Opony bench', now: services.now, pace })
let pages = 0
/** When lists were gone through and the first details were asked for, with what would have been waited. */
let firstDetailAt: number | undefined
const counted: typeof client = {
  ...client,
  search(query) {
    pages += 1
    return client.search(query)
  },
  card(...query) {
    firstDetailAt ??= performance.now() + waitedMs
    details += 1
    return client.card(...query)
  }
}

const rowsOf = async (where: string): Promise<number> =>
  Number((await services.db.raw(`select count(*) as n from waste.cards where ${where}`)).rows[0].n)

/** Reads until nothing is due. */
async function read(): Promise<string> {
  ;[waitedMs, details, pages] = [0, 0, 0]
  firstDetailAt = undefined
  const began = performance.now()
  let runs = 0
  let listed = 0
  do {
    await services.db.raw('update waste.polls set next_at = now()')
    await pollRegister(services, counted, going)
    runs += 1
    if (runs === 1) listed = await rowsOf('true')
    if (runs > 1 && details === 0) throw new Error(`Nothing is read; ${listed} cards`)
  } while ((await rowsOf('is_due')) > 0)
  const seconds = (performance.now() - began) / 1000
  const listing = ((firstDetailAt ?? began) - began) / 1000
  return `${listed} cards listed in the first run, within ${listing.toFixed(0)} s; ${runs} runs, ${pages} pages, ${details} details; at the pace ${(waitedMs / 60_000).toFixed(1)} min, besides ${seconds.toFixed(0)} s of work`
}

try {
  console.log(`${cards.toLocaleString('en')} cards\n\nfirst reading: ${await read()}`)
  for (const card of world.cards.slice(0, changed))
    Object.assign(card, { remarks: 'changed', kpoLastModifiedAt: new Date().toISOString() })
  console.log(`next reading, ${changed} cards changed: ${await read()}`)
  const isByChange = details === changed
  console.log(`by change only: ${isByChange ? 'ok' : 'OVER'}\n`)

  // one card in fifty belongs to no order; which orders the others have makes no difference to the lists
  const company = await aCompany(services.db)
  const { id: itemId } = await anItem(services.db)
  const order = await anOrder(services.db, { company, itemId, status: 2 })
  await services.db.raw('update waste.cards set order_id = ?, matched_by = 0 where id % 50 <> 0', [order.id])
  await services.db.raw('vacuum analyze waste.cards')
  const headers = { authorization: `Bearer ${await bench.tokenOf('ADMIN')}`, host: 'admin.localhost' }
  const lists = {
    list: '',
    'without an order': '&WithoutOrder=true',
    'to confirm': '&ToConfirm=true',
    rejected: '&State=5',
    'difference of mass': '&Difference=true'
  }
  console.log('| list | rows | median, ms |\n| --- | --- | --- |')
  for (const [name, query] of Object.entries(lists)) {
    const url = `/api/Admin/TransferCards?page=1&limit=35${query}`
    const took: number[] = []
    let total = 0
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const answer = await app.inject({ method: 'GET', url, headers })
      took.push(performance.now() - began)
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.payload}`)
      total = answer.json().total
    }
    const ms = median(took)
    console.log(`| ${name} | ${total} | ${ms.toFixed(1)} ${ms <= listLimitMs ? 'ok' : 'OVER'} |`)
  }
} finally {
  await bench.close()
  await register.kill()
}
