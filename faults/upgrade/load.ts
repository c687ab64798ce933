/**
 * What people and sensors do meanwhile: orders are placed with idempotency keys and accepted, lists and single orders are read, and readings are
 * published until the broker has them. Each answer is counted under the phase that it was asked in.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'

export interface Client {
  readonly email: string
  readonly receptionPlace: number
  readonly orderTypeItemId: number
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a drill says what it expects of a body
  readonly body: any
}

export interface Tally {
  calls: number
  failed: number
  longestMs: number
  /** What went wrong, the first few. */
  readonly faults: string[]
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** Answers with 0 where the connection failed. */
export function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    host,
    token,
    key,
    body
  }: { method?: string; host: string; token?: string; key?: string; body?: object }
): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    host,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {})
  }
  return new Promise(resolve => {
    const call = http.request({ agent, port, host: '127.0.0.1', path, method, headers }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text })
      )
      answer.on('error', error => resolve({ status: 0, body: error.message }))
    })
    call.on('error', error => resolve({ status: 0, body: error.message }))
    call.end(payload)
  })
}

export interface LoadOptions {
  readonly clients: readonly Client[]
  readonly staff: string
  readonly password: string
  /** Orders, lists and readings a second, each. */
  readonly rate: number
  readonly brokerUrl: string
  readonly imeis: readonly string[]
  /** Ports of the processes that take calls now: what a proxy knows by asking their health. */
  backends(): readonly number[]
  phase(): string
}

const portal = 'localhost'
const office = 'admin.localhost'

export function startLoad(options: LoadOptions) {
  const { clients, staff, password, rate, brokerUrl, imeis } = options
  const tallies = new Map<string, Tally>()
  const placed = new Map<string, number>()
  const readings = new Set<string>()
  const running = new Set<Promise<unknown>>()
  let isStopped = false
  let turn = 0

  const backend = (): number => {
    const all = options.backends()
    turn += 1
    return all[turn % all.length] as number
  }
  const tallyOf = (phase: string): Tally => {
    const tally = tallies.get(phase) ?? { calls: 0, failed: 0, longestMs: 0, faults: [] }
    tallies.set(phase, tally)
    return tally
  }
  const counted = async (path: string, call: Omit<Parameters<typeof ask>[2], never>, good: number): Promise<Answer> => {
    const tally = tallyOf(options.phase())
    const began = performance.now()
    const answer = await ask(backend(), path, call)
    tally.calls += 1
    tally.longestMs = Math.max(tally.longestMs, performance.now() - began)
    if (answer.status !== good) {
      tally.failed += 1
      if (tally.faults.length < 5)
        tally.faults.push(
          `${call.method ?? 'GET'} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
        )
    }
    return answer
  }
  const tokenOf = async (email: string, host: string): Promise<string> => {
    const { status, body } = await ask(backend(), '/api/Authorization/sign-in', {
      method: 'POST',
      host,
      body: { email, password }
    })
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
    return body.data.accessToken
  }

  const place = async (client: Client, token: string, staffToken: string): Promise<void> => {
    const key = randomUUID()
    const { receptionPlace, orderTypeItemId } = client
    const body = { receptionPlace, orderTypeItemId, quantity: 1 }
    const answer = await counted('/api/Admin/Orders', { method: 'POST', host: portal, token, key, body }, 201)
    if (answer.status !== 201) return
    const { id } = answer.body.data
    placed.set(key, id)
    await counted(
      `/api/Admin/Orders/${id}/accept`,
      { method: 'PUT', host: office, token: staffToken, key: randomUUID() },
      200
    )
    await counted(`/api/Admin/Orders/${id}/details`, { host: office, token: staffToken }, 200)
  }
  /** So often a second, without waiting for the last answer, as people do not wait for one another. */
  const every = async (run: (count: number) => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    for (let count = 0; !isStopped; count++) {
      const call = run(count)
      running.add(call)
      void call.finally(() => running.delete(call))
      await wait(Math.max(0, began + ((count + 1) * 1000) / rate - performance.now()))
    }
  }

  let signedIn: () => void = () => undefined
  /** Everybody has signed in, and the load begins. */
  const ready = new Promise<void>(resolve => {
    signedIn = resolve
  })
  const work = (async () => {
    const staffToken = await tokenOf(staff, office)
    const tokens: string[] = []
    for (const { email } of clients) tokens.push(await tokenOf(email, portal))
    const sensors = mqtt.connect(brokerUrl, { clientId: 'drill', clean: false, reconnectPeriod: 200 })
    const since = Date.now()
    signedIn()
    const lists = [
      '/api/Admin/Orders?page=1&limit=35',
      '/api/Admin/Orders?page=2&limit=35',
      '/IoT/containers?page=1&limit=35'
    ]
    await Promise.all([
      every(count =>
        place(clients[count % clients.length] as Client, tokens[count % clients.length] as string, staffToken)
      ),
      every(count => counted(lists[count % 3] as string, { host: office, token: staffToken }, 200)),
      every(count =>
        counted(
          '/api/Admin/Orders?page=1&limit=35',
          { host: portal, token: tokens[count % clients.length] as string },
          200
        )
      ),
      every(async count => {
        const imei = imeis[count % imeis.length] as string
        const ts = new Date(since + count * 50).toISOString()
        await sensors.publishAsync(
          `containers/${imei}/telemetry`,
          JSON.stringify({ ts, lat: 51.14, lon: 23.47, battery: 3.9 }),
          { qos: 1 }
        )
        readings.add(`${imei} ${ts}`)
      })
    ])
    await Promise.all(running)
    await sensors.endAsync()
  })()

  return {
    tallies,
    /** The id that each key was answered with. */
    placed,
    /** What the broker has acknowledged: sensor and time. */
    readings,
    ready,
    /** Rejects where it could not begin. */
    work,
    async stop(): Promise<void> {
      isStopped = true
      await work
    }
  }
}
