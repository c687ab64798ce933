/** Calls as the staff's browsers and integrators make them, through the proxy; each attempt is noted. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { demoPassword } from '../../../seeds/demo/staff.ts'
import { officeHost, ports, proxyHost } from '../layout.ts'

export interface Attempt {
  readonly kind: 'write' | 'read'
  readonly began: number
  readonly ended: number
  /** 0: no answer came. */
  readonly status: number
  readonly isPutOff: boolean
  readonly fault: string
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly isPutOff: boolean
  readonly fault: string
}

export const isGood = ({ status }: { status: number }): boolean => status >= 200 && status < 300

const patienceMs = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

export function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {}
): Promise<Reply> {
  return new Promise(resolve => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const ended = (reply: Partial<Reply>): void =>
      resolve({ status: 0, text: '', isPutOff: false, fault: '', ...reply })
    const sent = request(
      {
        host: proxyHost,
        port: ports.web,
        method,
        path,
        agent,
        timeout: patienceMs,
        headers: {
          host: officeHost,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
          ...headers
        }
      },
      answer => {
        let all = ''
        answer.setEncoding('utf8')
        answer.on('data', part => {
          all += part
        })
        answer.on('error', error => ended({ fault: error.message }))
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          const code = /"code":"([^"]+)"/.exec(all)?.[1] ?? ''
          ended({
            status,
            text: all,
            isPutOff: status === 503 && Number(answer.headers['retry-after']) > 0,
            fault: code
          })
        })
      }
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', error => ended({ fault: (error as { code?: string }).code ?? error.message }))
    sent.end(text)
  })
}

export interface People {
  /** The token of the moment. */
  token(): string
  call(kind: Attempt['kind'], method: string, path: string, body?: object, key?: string): Promise<Reply>
  /** Sends it under its key until it is answered; undefined where it is refused, or the drill ends. */
  insist(method: string, path: string, body: object | undefined, key: string): Promise<Reply | undefined>
  readonly attempts: readonly Attempt[]
  stop(): void
}

const renewMs = 240_000
/** Who is refused comes again after a pause that grows, as browsers and integrators do: hundreds that wait would otherwise be the load themselves. */
const firstPauseMs = 500
const longestPauseMs = 4_000

/** Signs in as the demo's administrator. */
export async function people(): Promise<People> {
  const attempts: Attempt[] = []
  let token = ''
  let isOver = false
  const signIn = async (): Promise<void> => {
    for (let tries = 0; tries < 60 && !isOver; tries += 1, await wait(1_000)) {
      const body = { email: 'admin@example.com', password: demoPassword }
      const reply = await send('POST', '/api/Authorization/sign-in', body)
      if (!isGood(reply)) continue
      token = JSON.parse(reply.text).data.accessToken
      return
    }
    throw new Error('Nobody can sign in.')
  }
  await signIn()
  const renewal = setInterval(async () => {
    const reply = await send('POST', '/api/Authorization/renew', undefined, { authorization: `Bearer ${token}` })
    if (isGood(reply)) token = JSON.parse(reply.text).data.accessToken
    else await signIn().catch((error: Error) => console.error(error.message))
  }, renewMs)
  const call: People['call'] = async (kind, method, path, body, key) => {
    const began = Date.now()
    const reply = await send(method, path, body, {
      authorization: `Bearer ${token}`,
      ...(key ? { 'idempotency-key': key } : {})
    })
    const { status, isPutOff, fault } = reply
    attempts.push({ kind, began, ended: Date.now(), status, isPutOff, fault })
    return reply
  }
  return {
    attempts,
    call,
    token: () => token,
    async insist(method, path, body, key) {
      for (let pauseMs = firstPauseMs; !isOver; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        const reply = await call('write', method, path, body, key)
        if (isGood(reply)) return reply
        if (reply.status >= 400 && reply.status < 500) return undefined
        await wait(pauseMs * (0.5 + Math.random()))
      }
      return undefined
    },
    stop() {
      isOver = true
      clearInterval(renewal)
      agent.destroy()
    }
  }
}

/** Does something so many times a second, whether what was begun has ended or not. `stop` waits for what was begun. */
export function steadily(perSecond: number, work: (n: number) => Promise<unknown>): { stop(): Promise<void> } {
  const pending = new Set<Promise<unknown>>()
  let n = 0
  const timer =
    perSecond > 0
      ? setInterval(() => {
          const one: Promise<unknown> = work(n++).finally(() => pending.delete(one))
          pending.add(one)
        }, 1_000 / perSecond)
      : undefined
  return {
    async stop() {
      clearInterval(timer)
      await Promise.allSettled([...pending])
    }
  }
}
