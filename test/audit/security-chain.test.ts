/** Security events cannot be changed unnoticed, and go after their time without breaking the chain. */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorText } from '../../modules/audit/chain.ts'
import { recordEntry } from '../../modules/audit/record.ts'
import { securityMaintenance, sweepSecurityEvents, verifySecurityEvents } from '../../modules/audit/security/chain.ts'
import { auditMaintenance, verify } from '../../modules/audit/verify.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aSecurityEvent } from '../helper/operation-factories.ts'

let test: TestApp
let db: Knex
const written = 30
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  db = test.services.db
  for (let n = 1; n <= written; n++)
    await aSecurityEvent(db, {
      kind: 'forbidden',
      accountId: n,
      network: n % 2 ? '192.0.2.1' : '2001:db8:0:0::/64',
      call: 'GET /'
    })
})
afterAll(() => test.close())

class Undone extends Error {}
const triggers = ['security_events', 'security_anchors', 'addresses', 'entries']

/** What verifying finds after a change by somebody who owns the tables; the change is undone. */
async function foundAfter<T>(
  change: (trx: Knex.Transaction) => Promise<unknown>,
  look: (trx: Knex.Transaction) => Promise<T>
) {
  let found: T | undefined
  const changed = db.transaction(async trx => {
    for (const table of triggers) await trx.raw(`alter table audit.${table} disable trigger user`)
    await change(trx)
    found = await look(trx)
    throw new Undone()
  })
  await expect(changed).rejects.toThrow(Undone)
  return found as T
}
const findings = async (trx: Knex.Transaction) => (await verifySecurityEvents(trx)).findings

describe('the chain', () => {
  it('is sound, by npm run maintain -- security, which prints where it ends', async () => {
    const { isSound, lines } = await securityMaintenance.run(test.services, { repair: false })
    const { end, kept } = await db.transaction(trx => verifySecurityEvents(trx))
    expect([isSound, kept]).toEqual([true, written])
    expect(lines.at(-1)).toBe(`Anchor, to be kept elsewhere: SECURITY_ANCHOR=${end && anchorText(end)}`)
    const settings = { ...test.services.settings, securityAnchor: `${end?.seq}:${'0'.repeat(64)}` }
    expect((await securityMaintenance.run({ ...test.services, settings }, { repair: false })).isSound).toBe(false)
  })

  it.each([
    "recorded_at = recorded_at - interval '1 microsecond'",
    "at = at - interval '1 microsecond'",
    'until = at',
    'count = 2',
    'kind = 1',
    'account_id = null',
    'target_id = 5',
    "email_hash = 'x'",
    'session_id = gen_random_uuid()',
    "network = '192.0.2.9'",
    "request_id = 'x'",
    "call = 'GET /x'",
    "subject = 'x'",
    "code = 'x'",
    'hash = sha256(hash)'
  ])('finds a change: %s', async change => {
    expect(
      await foundAfter(trx => trx.raw(`update audit.security_events set ${change} where id = 7`), findings)
    ).toContainEqual({ kind: 'changed', id: 7 })
  })

  it.each([
    ['in its middle', 'delete from audit.security_events where id = 9', 'gap'],
    ['at its end', `delete from audit.security_events where id = ${written}`, 'cut'],
    ['at its beginning', 'delete from audit.security_events where id < 4', undefined],
    [
      'at its beginning, with the anchors',
      'delete from audit.security_anchors where id < 20; delete from audit.security_events where id < 4',
      'gap'
    ]
  ])('finds what was deleted %s', async (_where, statement, kind) => {
    const found = await foundAfter(trx => trx.raw(statement), findings)
    // the beginning may be gone where its anchor is there: the functions of the database let nobody delete what is young
    if (kind === undefined) expect(found.filter(one => one.kind !== 'cut')).toEqual([])
    else expect(found.map(one => one.kind)).toContain(kind)
  })

  it('an anchor kept elsewhere reveals events that were cut off with their anchors', async () => {
    const { end } = await db.transaction(trx => verifySecurityEvents(trx))
    const cut = 'delete from audit.security_events where id > 20; delete from audit.security_anchors where id > 20'
    const found = await foundAfter(
      trx => trx.raw(cut),
      async trx => [await findings(trx), (await verifySecurityEvents(trx, end)).findings]
    )
    expect(found).toEqual([[], [{ kind: 'cut', id: end?.seq }]])
  })

  it.each([
    'update audit.security_events set count = 5',
    'delete from audit.security_events',
    'truncate audit.security_events',
    'update audit.security_anchors set hash = hash',
    'truncate audit.security_anchors'
  ])('%s is refused', async statement => {
    await expect(db.raw(statement)).rejects.toThrow(/only added to|kept for 30 days/)
  })
})

/** Makes what is there older, as its owner could; whole days. */
const age = (table: string, days: number, where: string) =>
  db.transaction(async trx => {
    await trx.raw(`alter table audit.${table} disable trigger user`)
    await trx.raw(`update audit.${table} set recorded_at = recorded_at - interval '${days} days' where ${where}`)
    await trx.raw(`alter table audit.${table} enable trigger user`)
  })

describe('after their time', () => {
  it('events are deleted and the rest of the chain is valid; events of the last month always stay', async () => {
    const left = async () => (await db('audit.security_events').orderBy('id').pluck('id')) as number[]
    await db.raw('select audit.forget_security_events(0, 1000)')
    expect((await left()).length).toBe(written)
    await age('security_events', 29, 'id <= 5')
    await db.raw('select audit.forget_security_events(0, 1000)')
    expect((await left()).length).toBe(written)
    await age('security_events', 400, 'id <= 12')
    await sweepSecurityEvents(test.services)
    expect((await left())[0]).toBe(13)
    // those that were made older by hand are gone, and what follows is as it was written
    expect(await db.transaction(findings)).toEqual([])
    await aSecurityEvent(db)
    expect(await db.transaction(findings)).toEqual([])
    expect(await foundAfter(trx => trx.raw('delete from audit.security_events where id = 13'), findings)).not.toEqual(
      []
    )
  })

  it('the chain continues after all events were deleted', async () => {
    const last = await aSecurityEvent(db)
    await age('security_events', 400, 'true')
    await sweepSecurityEvents(test.services)
    expect(await db('audit.security_events').count()).toEqual([{ count: 0 }])
    expect(await db.transaction(findings)).toEqual([])
    expect(await aSecurityEvent(db)).toBe(last + 1)
    expect(await db.transaction(findings)).toEqual([])
  })
})

describe('the address of a command', () => {
  const entry = {
    at: new Date(),
    accountId: 1,
    audience: 'ADMIN',
    command: 'orders.accept',
    resourceType: null,
    subjectIds: [1]
  }
  const sessionId = '00000000-0000-4000-8000-000000000001'
  const newest = async () => ((await db('audit.entries').max('id as id').first()) as { id: number }).id

  it('stands beside its entry, cannot be changed unnoticed, and is forgotten after its time without breaking the chain', async () => {
    await recordEntry(db, { ...entry, sessionId, network: '192.0.2.44', requestId: 'request-1' })
    const id = await newest()
    expect(await db('audit.addresses').where({ entry_id: id }).first('address')).toEqual({ address: '192.0.2.44' })
    expect(await db('audit.entries').where({ id }).first('session_id')).toEqual({ session_id: sessionId })
    expect((await auditMaintenance.run(test.services, { repair: false })).isSound).toBe(true)
    const of = async (trx: Knex.Transaction) => (await verify(trx)).findings
    expect(
      await foundAfter(trx => trx.raw(`update audit.addresses set address = '192.0.2.45' where entry_id = ${id}`), of)
    ).toEqual([{ kind: 'address', entryId: id }])
    expect(
      await foundAfter(trx => trx.raw(`update audit.entries set session_id = null where id = ${id}`), of)
    ).toMatchObject([{ kind: 'changed', entryId: id }])
    for (const other of ['null', "'request-2'"])
      expect(
        await foundAfter(trx => trx.raw(`update audit.entries set request_id = ${other} where id = ${id}`), of)
      ).toMatchObject([{ kind: 'changed', entryId: id }])
    await expect(db.raw('delete from audit.addresses')).rejects.toThrow('kept for 30 days')
    await age('addresses', 400, 'true')
    await sweepSecurityEvents(test.services)
    expect(await db('audit.addresses').count()).toEqual([{ count: 0 }])
    expect((await auditMaintenance.run(test.services, { repair: false })).isSound).toBe(true)
  })

  it('is missing for system commands, whose entries are valid like those of earlier versions', async () => {
    await recordEntry(db, { ...entry, audience: 'system', accountId: null })
    expect(await db('audit.addresses').where({ entry_id: await newest() })).toEqual([])
    expect((await auditMaintenance.run(test.services, { repair: false })).isSound).toBe(true)
  })
})
