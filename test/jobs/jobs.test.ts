/** Jobs as administrators see them: a letter that no mail server took rings, and is sent again; a queue that is paused begins nothing. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stoppedReason } from '../../src/kernel/jobs/worker.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { anAccount } from '../helper/factories.ts'

const queues = '/api/Admin/Jobs/Queues'
const failures = '/api/Admin/Jobs/Failures'

let test: TestApp
let mailbox: Mailbox
let staff: Person
beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ ROLES: 'worker', MAIL_URL: mailbox.url })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

const db = () => test.services.db
const queueNamed = async (name: string) =>
  (await staff.get(`${queues}?limit=100`)).body.data.find((row: { name: string }) => row.name === name)
const failuresOf = async (person: string) => (await staff.get(`${failures}?Person=${person}`)).body.data
const bell = async (): Promise<number> =>
  (await staff.get('/api/Notifications')).body.data.find(
    ({ notificationType }: { notificationType: number }) => notificationType === 9
  ).count
const order = (email: string) =>
  db().transaction(trx => test.services.jobs.send(trx, 'users.letter', { email, purpose: 'reset' }))

/** A letter whose last try has failed, as the queue notes it. */
async function aFailedLetter(lastName: string): Promise<{ email: string; id: number }> {
  const { email } = await anAccount(db(), { role: 'ADMIN', lastName })
  await db()('queue.job').insert({
    name: 'users.letter',
    data: { email, purpose: 'reset' },
    state: 'failed',
    retry_count: 10,
    retry_limit: 10,
    started_on: new Date(),
    completed_on: new Date(),
    output: JSON.stringify({ message: '421 the server is closing', stack: 'at send' })
  })
  await test.runSchedule('jobs.failures')
  const [row] = await failuresOf(lastName)
  return { email, id: row.id }
}

describe('a letter that has failed for good', () => {
  it('is told to administrators, with whom it was for and why, until it is tried again; then it is sent', async () => {
    const before = await bell()
    const { email, id } = await aFailedLetter('Pechowy')
    expect(await bell()).toBe(before + 1)
    expect(await failuresOf('pechowy')).toMatchObject([
      {
        id,
        queue: 'users.letter',
        person: expect.stringContaining('Pechowy'),
        email,
        tries: 11,
        reason: '421 the server is closing'
      }
    ])
    expect((await queueNamed('users.letter')).failed).toBeGreaterThan(0)
    expect(JSON.stringify((await staff.get(`${failures}/${id}`)).body)).not.toContain('purpose')

    expect((await staff.post(`${failures}/${id}/retry`)).status).toBe(200)
    expect((await mailbox.to(email)).text).toContain('/setnewPassword#token=')
    expect(await bell()).toBe(before)
    expect((await staff.post(`${failures}/${id}/retry`)).status).toBe(404)
  })

  it('is gone for good when somebody removes it', async () => {
    const before = await bell()
    const { email, id } = await aFailedLetter('Usuwany')
    expect((await staff.call('DELETE', `${failures}/${id}`)).status).toBe(200)
    expect(await bell()).toBe(before)
    expect(await db()('queue.job').whereRaw(`data ->> 'email' = ?`, [email])).toEqual([])
    await test.runSchedule('jobs.failures')
    expect(await failuresOf('usuwany')).toEqual([])
  })

  it('is forgotten where the queue has forgotten it', async () => {
    const { email } = await aFailedLetter('Zapomniany')
    await db()('queue.job').whereRaw(`data ->> 'email' = ?`, [email]).delete()
    await test.runSchedule('jobs.failures')
    expect(await failuresOf('zapomniany')).toEqual([])
  })

  it('of a killed worker is told as well, and one of nobody has no name', async () => {
    const errors = vi.spyOn(test.services.log, 'error')
    const job = { name: 'files.remove', data: { blobName: 'x' }, state: 'failed', completed_on: new Date() }
    const [killed, stopped] = await db()('queue.job')
      .insert([
        {
          ...job,
          retry_count: 3,
          output: JSON.stringify({ value: { message: 'job failed by timeout in active state' } })
        },
        { ...job, name: 'orders.sync', output: JSON.stringify({ message: stoppedReason }) }
      ])
      .returning('id')
    // The worker of this one has written itself of its last try.
    await aFailedLetter('Niezabity')
    await test.runSchedule('jobs.failures')
    const { id } = await queueNamed('files.remove')
    expect((await staff.get(`${failures}?QueueId=${id}`)).body.data).toMatchObject([
      { queue: 'files.remove', person: null, email: null, reason: 'job failed by timeout in active state' }
    ])
    const lines = errors.mock.calls.filter(([, text]) => text === 'jobs: a job has failed for good')
    errors.mockRestore()
    expect(lines.map(([facts]) => facts)).toEqual(
      expect.arrayContaining([
        {
          ...{ queue: 'files.remove', job: killed.id, try: 4, of: 4 },
          reason: 'job failed by timeout in active state'
        },
        { queue: 'orders.sync', job: stopped.id, try: 1, of: 1, reason: stoppedReason }
      ])
    )
    expect(lines).toHaveLength(2)
  })
})

describe('a queue', () => {
  it('begins nothing while it is paused, and goes on where it was', async () => {
    const { id, isPaused } = await queueNamed('users.letter')
    expect(isPaused).toBe(false)
    expect((await staff.put(`${queues}/${id}/resume`)).status).toBe(409)
    expect((await staff.put(`${queues}/${id}/pause`)).status).toBe(200)
    await test.runSchedule('jobs.pauses')
    const { email } = await anAccount(db(), { role: 'ADMIN', lastName: 'Czekająca' })
    await order(email)
    // What another queue was given after it is done before it.
    const { id: accountId, email: other } = await anAccount(db(), { role: 'ADMIN' })
    const notice = { accountId, notice: 'passwordChanged', at: new Date().toISOString() }
    await db().transaction(trx => test.services.jobs.send(trx, 'users.notice', notice))
    await mailbox.to(other)
    expect(await queueNamed('users.letter')).toMatchObject({
      ...{ waiting: 1, active: 0, isPaused: true },
      pausedDate: expect.any(String),
      oldestDate: expect.any(String)
    })

    expect((await staff.put(`${queues}/${id}/resume`)).status).toBe(200)
    await test.runSchedule('jobs.pauses')
    expect((await mailbox.to(email)).text).toContain('/setnewPassword#token=')
    expect(await queueNamed('users.letter')).toMatchObject({ waiting: 0, isPaused: false, pausedDate: null })
    const { data } = (await staff.get(`${queues}/${id}/history`)).body
    expect(data).toMatchObject([
      { statusDescription: 'Wznowiono zadania' },
      { statusDescription: 'Wstrzymano zadania' }
    ])
  })

  it('has a name in the words of people, for each that a module declares', async () => {
    const names = (await staff.get(`${queues}?limit=100`)).body.data.map(({ name }: { name: string }) => name)
    for (const name of ['users.letter', 'notifications.send', 'orders.sync']) expect(names).toContain(name)
    for (const name of names.filter((one: string) => !one.startsWith('tests.')))
      expect(test.services.messages.say('pl', `${name}.queue`, {})).not.toBe(`${name}.queue`)
  })
})
