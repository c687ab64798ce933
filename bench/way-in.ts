/**
 * What it costs to come in: 10 connections at `/health/live` without and with a token, and at userinfo. Interleaved; medians,
 * and ratios to the first.
 *
 *     npm run bench -- way-in        ROUNDS=5 SECONDS=3
 */
import { aBenchApp, load, median } from './helper/app.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 3)
const bench = await aBenchApp({ ROLES: 'web' })
const token = await bench.tokenOf('ADMIN')
const cases = [
  { name: '/health/live', path: '/health/live' },
  { name: '/health/live with a token', path: '/health/live', token },
  { name: 'userinfo', path: '/api/Authorization/userinfo', token }
]
const figures = new Map(cases.map(({ name }) => [name, [] as number[]]))
try {
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, path, token } of cases) {
      const { good, statuses } = await load(bench.address + path, { seconds, ...(token ? { token } : {}) })
      if (Object.keys(statuses).some(status => status !== '200'))
        throw new Error(`${name}: ${JSON.stringify(statuses)}`)
      // The first round warms up.
      if (round > 0) figures.get(name)?.push(Math.round(good.perSecond))
    }
  const limit = median(figures.get('/health/live') ?? [])
  console.table(
    [...figures].map(([name, rates]) => ({
      name,
      perSecond: median(rates),
      ratio: Math.round((median(rates) / limit) * 100) / 100,
      all: rates.join(' ')
    }))
  )
} finally {
  await bench.close()
}
