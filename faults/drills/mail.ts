/** A mail server that takes connections and says nothing, then none, then one that works: each letter comes once, and pages do not notice. */
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { anAccount } from '../../test/helper/factories.ts'
import { freePort } from '../../test/helper/relay.ts'
import { atLeast, type Drill, exactly, none, seen, within } from '../drill.ts'
import { callersOf, isGood } from '../fixtures/calls.ts'
import { keepWorking } from '../fixtures/load.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const patienceMs = 120_000

export const mailHangs: Drill = {
  short: 'without control',
  promise:
    'a mail server that hangs, is away and comes back: each letter once, failed tries in the log, pages unaffected',
  control: {
    without: 'without further tries',
    breaks: 'letters that came once',
    edits: [
      {
        file: 'modules/users/index.ts',
        from: '{ name: emailJob, pauses: overHours,',
        to: '{ name: emailJob, pauses: overHours.slice(0, 0),'
      }
    ]
  },
  async run(at) {
    const letters = at.many(6, 2)
    const url = await at.database()
    const stage = await aStage(at, url)
    const port = await freePort()
    const server = await aServer(at, {
      env: {
        DATABASE_URL: url,
        ROLES: 'web,worker',
        MAIL_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'opony@example.com'
      }
    })

    const hanging = new Set<Socket>()
    let connections = 0
    const silent = createServer(socket => {
      connections += 1
      hanging.add(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>(resolve => silent.listen(port, '127.0.0.1', resolve))
    const closeSilent = async (): Promise<void> => {
      for (const socket of hanging) socket.destroy()
      await new Promise<void>(resolve => silent.close(() => resolve()))
    }
    let isSilent = true
    at.after(() => isSilent && closeSilent())

    const load = await keepWorking(stage, server.port, { lanes: 2 })
    const stranger = callersOf(server.port)
    for (let n = 0; n < letters; n += 1) {
      const { email } = await anAccount(stage.db, { role: 'ADMIN', email: `letter${n}@drill.example.com` })
      const answer = await stranger.ask({ method: 'POST', path: '/api/Authorization/forgot-password', body: { email } })
      if (!isGood(answer)) throw new Error(`The letter was not ordered: ${answer.status}`)
    }
    stranger.close()
    const failedTries = (): number => server.output().split('jobs: a try of a job has failed').length - 1
    const lastTries = (): number => server.output().split('jobs: a job has failed for good').length - 1
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      for (const end = performance.now() + patienceMs; performance.now() < end && !(await isSo()); ) await wait(50)
    }
    await until(() => connections > 0)
    await wait(at.many(60_000, 0))
    await closeSilent()
    isSilent = false
    // Refused at once now: until each letter has failed.
    await until(async () => {
      if (at.isGuarded) return failedTries() >= letters
      return lastTries() >= letters
    })

    const came = new Map<string, number>()
    const working = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, session, callback) {
        stream.resume()
        stream.on('end', () => {
          for (const { address } of session.envelope.rcptTo) came.set(address, (came.get(address) ?? 0) + 1)
          callback()
        })
      }
    })
    await new Promise<void>(resolve => working.listen(port, '127.0.0.1', resolve))
    at.after(() => new Promise<void>(resolve => working.close(() => resolve())))
    // The pauses between tries are skipped, not the tries.
    for (const end = performance.now() + at.many(patienceMs, 8_000); performance.now() < end && came.size < letters; ) {
      await stage.db.raw(`update queue.job set start_after = now() where state = 'retry'`)
      await wait(200)
    }
    await wait(1_000)
    const { answers, wrong, refused } = await load.stop()
    const counts = [...came.values()]
    return [
      exactly('letters that came once', counts.filter(count => count === 1).length, letters),
      none('letters that came twice', counts.filter(count => count > 1).length),
      atLeast('failed tries in the log', failedTries() + lastTries(), letters),
      none('calls that failed', wrong.length),
      within('calls put off', refused, 0, ''),
      seen('connections that hung', connections),
      seen('calls', answers.length)
    ]
  }
}
