// Asks the process of this environment for its health, again until it is well or the time is up: health.js live|ready <seconds>. Ends with 0
// where it is well. The health of every role is on METRICS_PORT, that of the web on PORT, too; `npm run` and the
// container ask once, by src/cli/health.ts.
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const [, , what = 'live', seconds = '30'] = process.argv
const { METRICS_PORT = '', METRICS_HOST = '127.0.0.1', PORT = '3000', HOST = '127.0.0.1' } = process.env
const isApart = Number(METRICS_PORT) > 0
const port = Number(isApart ? METRICS_PORT : PORT)
const own = isApart ? METRICS_HOST : HOST
const host = ['0.0.0.0', '::'].includes(own) ? '127.0.0.1' : own
const callMs = 5_000

const status = () =>
  new Promise(resolve => {
    const call = request({ host, port, path: `/health/${what}`, timeout: callMs }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.end()
  })

const end = Date.now() + Number(seconds) * 1_000
let found = await status()
while (found !== 200 && Date.now() < end) {
  await wait(Math.min(1_000, Math.max(50, end - Date.now())))
  found = await status()
}
if (found !== 200) {
  process.stderr.write(`/health/${what} on port ${port} answers ${found || 'nothing'} after ${seconds} s\n`)
  process.exit(1)
}
