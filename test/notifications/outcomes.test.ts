/** What answers and faults of the gateways mean, as tables. */
import { describe, expect, it } from 'vitest'
import { reportsIn } from '../../modules/notifications/report.ts'
import { outcomeOf } from '../../src/kernel/messaging/mail.ts'
import { judged, masked, openSms } from '../../src/kernel/messaging/sms.ts'
import { aGateway } from '../helper/gateway.ts'

describe('an answer of the SMS gateway', () => {
  it.each([
    [200, '{"count":1,"list":[{"id":"5F3B","points":0.16,"status":"QUEUE","error":null}]}', 'taken', '5F3B'],
    [200, '{"error":53,"message":"Not unique idx"}', 'taken', null]
  ])('%d %s: it has the message', (status, text, kind, gatewayId) => {
    expect(judged(status, text)).toEqual({ kind, gatewayId })
  })

  it.each([
    [13, 'address'],
    [57, 'address'],
    [59, 'address'],
    [98, 'address'],
    [112, 'address'],
    [11, 'refused'],
    [12, 'refused'],
    [94, 'refused']
  ])('error %d is one of the message itself: %s', (error, why) => {
    expect(judged(200, JSON.stringify({ error, message: 'No' }))).toEqual({
      kind: 'refused',
      why,
      detail: `${error} No`
    })
    expect(judged(400, JSON.stringify({ error: String(error) }))).toMatchObject({ kind: 'refused', why })
  })

  it.each([8, 14, 52, 101, 102, 103, 105, 110, 200, 201, 202, 203, 999, 4242])('error %d may pass', error => {
    expect(judged(200, JSON.stringify({ error })).kind).toBe('later')
  })

  it.each([
    [401, ''],
    [429, 'slow down']
  ])('%d without an answer of SMSAPI: it does not have the message', (status, text) => {
    expect(judged(status, text).kind).toBe('later')
  })

  it.each([
    [500, ''],
    [502, '<html>'],
    [200, ''],
    [200, 'null'],
    [200, '{"count":0,"list":[]}'],
    [200, 'not json']
  ])('%d %s is uncertain: the message may have gone out', (status, text) => {
    expect(judged(status, text).kind).toBe('unknown')
  })
})

describe('a fault of the mail server', () => {
  it.each([
    [{ code: 'ESOCKET', syscall: 'connect', command: 'CONN' }, 'later'],
    [{ code: 'EDNS', command: 'CONN' }, 'later'],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'later'],
    [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }, 'later'],
    [{ code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'later'],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused'],
    [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'refused'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'unknown'],
    [{ code: 'ESOCKET', syscall: 'read', command: 'CONN' }, 'unknown'],
    [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }, 'unknown'],
    [{}, 'unknown']
  ])('%j is %s', (fault, kind) => {
    expect(outcomeOf(Object.assign(new Error('no'), fault)).kind).toBe(kind)
  })

  it('an unreachable server is distinguished from a refusal of the letter', () => {
    const refused = (command: string) => outcomeOf(Object.assign(new Error(), { responseCode: 550, command }))
    expect([refused('RCPT TO'), refused('DATA')]).toMatchObject([{ why: 'address' }, { why: 'refused' }])
  })
})

describe('a delivery report', () => {
  const now = new Date('2026-06-01T10:00:00Z')
  const key = '0b6f5e2e-8d7c-4a51-9f3e-2c1d4b5a6f70'

  it('holds several messages, parted by commas', () => {
    expect(
      reportsIn({ MsgId: 'a,b,c', status: '404,405,402', idx: `${key},,x`, donedate: '1780300000,,9999999999' }, now)
    ).toEqual([
      { gatewayId: 'a', key, result: 'delivered', at: new Date(1_780_300_000_000) },
      { gatewayId: 'b', key: null, result: 'undelivered', at: now },
      { gatewayId: 'c', key: null, result: 'expired', at: now }
    ])
  })

  it.each(['401', '403', '408', '409', '410', '411', '', 'x', '__proto__', 'constructor'])(
    'of status %j says nothing new',
    status => {
      expect(reportsIn({ MsgId: 'a', status }, now)).toEqual([])
    }
  )

  it.each(['405', '406', '407', '412'])('of status %s says that nobody got it', status => {
    expect(reportsIn({ MsgId: 'a', status }, now)).toMatchObject([{ result: 'undelivered' }])
  })
})

it('a phone number in the log keeps its last four digits', () => {
  expect([masked('501502503'), masked('48501502503'), masked('12')]).toEqual(['*****2503', '*******2503', '12'])
})

it('without a gateway the message is in the log, with the number masked, and counts as taken', async () => {
  const lines: unknown[] = []
  const log = { info: (...line: unknown[]) => void lines.push(line) }
  const sms = openSms({ url: 'log:', token: '', from: '', log: log as never })
  expect(await sms.send({ to: '501502503', text: 'Zażółć', key: 'k' })).toEqual({ kind: 'taken', gatewayId: null })
  expect(JSON.stringify(lines)).toMatch(/\*{5}2503.*Zażółć/)
  expect(JSON.stringify(lines)).not.toContain('501502503')
})

it('an unreachable gateway does not have the message', async () => {
  const { url, close } = await aGateway()
  await close()
  const sms = openSms({ url, token: 'secret', from: '', log: {} as never })
  expect(await sms.send({ to: '501502503', text: 'Zażółć', key: 'k' })).toEqual({
    kind: 'later',
    detail: 'ECONNREFUSED'
  })
})
