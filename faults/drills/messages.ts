/**
 * kill -9 of two workers in turn, ten times in 1,000 messages (700 SMS, 300 letters), with gateways that fail by chance: refuse, break
 * the line before they take a message, take it and break the line, take it and never answer. On a durable database. Each SMS
 * must go out exactly once at a gateway that honours duplicate ids, no letter twice; a letter of which nobody knows whether it
 * went out must be marked so; nothing may stay on its way. The control keeps no record of what it is sending, and must send a
 * letter twice.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { readSettings } from '../../config/settings.ts'
import { notifications } from '../../modules/notifications/index.ts'
import { queueMessage } from '../../modules/notifications/public.ts'
import { users } from '../../modules/users/index.ts'
import { buildApp } from '../../src/app.ts'
import { aGateway, type Step } from '../../test/helper/gateway.ts'
import { openTables } from '../../test/iot/fixtures/database.ts'
import { atLeast, type Drill, exactly, none, seen } from '../drill.ts'
import { kill9, startChild } from '../fixtures/children.ts'
import { untilWithin } from '../fixtures/until.ts'

const patienceMs = 400_000
const until = untilWithin(patienceMs)
const child = new URL('../fixtures/messages-child.ts', import.meta.url).pathname

/** Chances of a fault, in percent of the calls. */
const smsFaults: readonly [number, Step][] = [
  [6, 500],
  [4, 203],
  [5, 'broken'],
  [5, 'taken'],
  [1, 'silent']
]
const letterFaults = { refuse: 8, drop: 4 }
/** Of the letter itself, between its last line and the server's answer: what leaves it unknown. */
const lineMs = 30

let seed = 20_261_121
/** Chance that comes the same in every run (mulberry32). */
function chance(): number {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

function smsFault(): Step | undefined {
  let roll = chance() * 100
  return smsFaults.find(([percent]) => {
    roll -= percent
    return roll < 0
  })?.[1]
}

/** A mail server that keeps how often it took each letter, by Message-ID. */
async function aMailServer() {
  const taken = new Map<string, number>()
  const waiters: (() => void)[] = []
  /** Resolves when a letter is taken that the server has not answered yet. */
  const nextTaken = (): Promise<void> => new Promise(resolve => waiters.push(resolve))
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const roll = chance() * 100
        if (roll < letterFaults.refuse) return callback(new Error('Not now'))
        const key = /^Message-ID: <([\w-]+)@/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        taken.set(key, (taken.get(key) ?? 0) + 1)
        for (const resolve of waiters.splice(0)) resolve()
        const isDropped = roll < letterFaults.refuse + letterFaults.drop
        setTimeout(() => (isDropped ? hangUp(session.id) : callback()), lineMs)
      })
    }
  })
  const hangUp = (id: string): void => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  }
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    nextTaken,
    close: () => new Promise<void>(done => server.close(() => done()))
  }
}

interface Load {
  readonly shortMessages: number
  readonly letters: number
  readonly kills: number
}

async function order(
  settings: ReturnType<typeof readSettings>,
  databaseUrl: string,
  { shortMessages, letters }: Load
): Promise<void> {
  const all = shortMessages + letters
  const { app, services, begin, close } = await buildApp({
    settings: { ...settings, databaseUrl },
    modules: [users, notifications]
  })
  await app.ready()
  await begin()
  const [account] = await services
    .db('users.accounts')
    .insert({ email: 'driver@fault.example.com', role: 3 })
    .returning('id')
  for (let at = 0; at < all; at++) {
    // Spread evenly among the SMS.
    const isLetter = Math.floor(((at + 1) * letters) / all) > Math.floor((at * letters) / all)
    await services.db.transaction(trx =>
      queueMessage(services, trx, {
        to: { accountId: account.id, address: isLetter ? 'driver@fault.example.com' : '501502503', language: 'pl' },
        channel: isLetter ? 1 : 0,
        type: 5,
        about: { resourceType: 'faults.thing', ids: [at + 1] },
        words: () => ({ subject: 'Zamówienia', body: `Zażółć ${at}` })
      })
    )
  }
  await close()
}

interface Kept {
  readonly key: string
  readonly channel: number
  readonly status: number
  readonly error: number | null
}

async function run(control: boolean, load: Load) {
  const { shortMessages, letters, kills } = load
  const all = shortMessages + letters
  const db = await openTables()
  const gateway = await aGateway()
  const mail = await aMailServer()
  try {
    gateway.byChance(smsFault)
    const env = {
      NODE_ENV: 'test',
      ROLES: 'worker',
      DATABASE_URL: db.url,
      TOKEN_SECRET: 'a secret that is long enough for every test',
      SMS_URL: gateway.url,
      SMS_TOKEN: 'a token of the gateway',
      MAIL_URL: mail.url,
      ...(control ? { AGAIN: '1' } : {})
    }
    await order(readSettings({ ...env, ROLES: 'web' }), db.url, load)
    const waiting = async (): Promise<number> =>
      (await db.query('select count(*)::int as n from notifications.messages where status = 0'))[0]?.n
    const workers = [await startChild(child, env), await startChild(child, env)]
    for (let round = 1; round <= kills; round++) {
      const goal = all - Math.floor((all * round) / (kills + 2))
      await until(async () => (await waiting()) <= goal, `kill ${round}`)
      // in the moment in which nobody knows whether a letter goes out
      await Promise.race([mail.nextTaken(), wait(patienceMs, undefined, { ref: false })])
      const next = round % workers.length
      await kill9(workers[next]!)
      workers[next] = await startChild(child, env)
    }
    const lastKill = performance.now()
    await until(async () => (await waiting()) === 0, 'the end of the queue')
    const drainSeconds = Math.round((performance.now() - lastKill) / 1_000)
    for (const worker of workers) await kill9(worker)

    const kept = await db.query<Kept & Record<string, unknown>>(
      'select key::text, channel, status, error from notifications.messages'
    )
    const handed = new Map(gateway.sent.map(({ idx }) => [idx, 1]))
    const [sms, mails] = [kept.filter(({ channel }) => channel === 0), kept.filter(({ channel }) => channel === 1)]
    const times = ({ key }: Kept): number => mail.taken.get(key) ?? 0
    const unknown = mails.filter(({ status, error }) => status === 3 && error === 0)
    const sent = mails.filter(({ status }) => status === 1)
    return {
      smsOnce: sms.filter(({ key, status }) => handed.has(key) && status === 1).length,
      askedAgain: gateway.again,
      lettersSent: sent.length,
      sentOnce: sent.filter(one => times(one) === 1).length,
      twice: mails.filter(one => times(one) > 1).length,
      unknown: unknown.length,
      unknownButTaken: unknown.filter(one => times(one) === 1).length,
      drainSeconds
    }
  } finally {
    await gateway.close()
    await mail.close()
    await db.close()
  }
}

export const messages: Drill = {
  promise:
    'two workers killed -9 in turn, ten times, gateway and mail server failing: each SMS once, no e-mail twice, the uncertain ones marked so',
  control: { without: 'without the note of what is being sent', breaks: 'letters sent twice' },
  async run(at) {
    const load = { shortMessages: at.many(700, 70), letters: at.many(300, 30), kills: at.many(10, 2) }
    const result = await run(!at.isGuarded, load)
    return [
      exactly('SMS sent once', result.smsOnce, load.shortMessages),
      none('letters sent twice', result.twice),
      exactly('letters sent once', result.sentOnce, result.lettersSent),
      exactly('letters sent or marked unknown', result.lettersSent + result.unknown, load.letters),
      atLeast('marked unknown', result.unknown, 1),
      atLeast('SMS asked for again', result.askedAgain, 1),
      seen('of the unknown taken', result.unknownButTaken),
      seen('kills', load.kills),
      seen('end of the queue after', result.drainSeconds, 's')
    ]
  }
}
