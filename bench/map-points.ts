/**
 * The answer with all containers of the map, GET /IoT/containers: its bytes as each encoding and milliseconds to the last byte,
 * alone, and how long the event loop is held meanwhile.
 *
 *     npm run bench -- map-points        COUNT=50000 ROUNDS=9
 */
import { get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { aBenchApp, median } from './helper/app.ts'

const count = Number(process.env.COUNT ?? 50_000)
const rounds = Number(process.env.ROUNDS ?? 9)
const bench = await aBenchApp({ ROLES: 'web' })
const token = await bench.tokenOf('ADMIN')

/** Bytes on the wire, and milliseconds to the first and the last of them. */
const fetched = (encoding: string) =>
  new Promise<{ bytes: number; first: number; last: number }>((resolve, reject) => {
    const begun = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
    get(`${bench.address}/IoT/containers`, { headers }, response => {
      let bytes = 0
      let first = 0
      response.on('data', (part: Buffer) => {
        first ||= performance.now() - begun
        bytes += part.length
      })
      response.on('end', () => resolve({ bytes, first, last: performance.now() - begun }))
    }).on('error', reject)
  })

try {
  await bench.services.db.raw(
    `insert into iot.containers (imei, container_number, ser_no, status, latitude, longitude, battery, battery_status, last_active_at)
      select (350000000000000 + n)::text, 'K-' || lpad(n::text, 5, '0'), 'OT22-' || n, 1, 49.4 + random() * 5, 15 + random() * 8.5,
        3.2 + round(random()::numeric * 0.9, 2), 1, now() - random() * interval '10 days'
      from generate_series(1, ?::int) n`,
    [count]
  )
  await bench.services.db.raw('vacuum analyze iot.containers')
  const rows: object[] = []
  for (const encoding of ['identity', 'gzip', 'br']) {
    await fetched(encoding)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const answers: Awaited<ReturnType<typeof fetched>>[] = []
    for (let round = 0; round < rounds; round++) answers.push(await fetched(encoding))
    delay.disable()
    rows.push({
      encoding,
      kB: Math.round((answers[0]?.bytes ?? 0) / 1024),
      firstByteMs: Math.round(median(answers.map(({ first }) => first))),
      lastByteMs: Math.round(median(answers.map(({ last }) => last))),
      maxHoldMs: Math.round(delay.max / 1e6)
    })
  }
  console.table(rows)
} finally {
  await bench.close()
}
