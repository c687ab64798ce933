/** A change of the audit is refused, and found out where somebody has made it all the same. */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorText, batchSize, sealAll, sealBatch } from '../../modules/audit/chain.ts'
import { recordEntry } from '../../modules/audit/record.ts'
import { auditMaintenance, verify } from '../../modules/audit/verify.ts'
import { anApp, type TestApp } from '../helper/app.ts'

let test: TestApp
let db: Knex
const written = 60
const entry = (n: number) => ({
  at: new Date(1_790_000_000_000 + n * 1_234),
  accountId: n % 7 === 0 ? null : n,
  audience: 'ADMIN',
  command: `orders.command${n % 5}`,
  resourceType: n % 11 === 0 ? null : 'orders.order',
  subjectIds: Array.from({ length: n % 4 }, (_, i) => n + i)
})
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  db = test.services.db
  for (let n = 1; n <= written; n++) {
    await recordEntry(db, entry(n))
    if (n % 25 === 0) await sealAll(db, new Date())
  }
  await sealAll(db, new Date())
})
afterAll(() => test.close())

const tables = ['entries', 'seals', 'anchors'] as const
class Undone extends Error {}

/** What verifying finds after a change by somebody who owns the tables; the change is undone. */
async function foundAfter(change: (trx: Knex.Transaction) => Promise<unknown>) {
  let found: Awaited<ReturnType<typeof verify>>['findings'] = []
  const changed = db.transaction(async trx => {
    for (const table of [...tables, 'unsealed']) await trx.raw(`alter table audit.${table} disable trigger append_only`)
    await change(trx)
    found = (await verify(trx)).findings
    throw new Undone()
  })
  await expect(changed).rejects.toThrow(Undone)
  return found
}

let state = 20_261_122
/** A number from 0 up to, not including, `most`; the same in each run. */
function random(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * most)
}

const ofEntry = [
  "at = at + interval '1 microsecond'",
  'account_id = coalesce(account_id, 0) + 1',
  "audience = audience || '-'",
  "command = 'x' || command",
  "resource_type = coalesce(resource_type, '') || 'x'",
  'subject_ids = subject_ids || 7',
  'subject_ids = subject_ids[2:]'
]
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T

/** A change of one row or two, drawn anew each time. */
function randomChange(ids: readonly number[]): (trx: Knex.Transaction) => Promise<unknown> {
  const id = pick(ids)
  const seq = 1 + random(written)
  const changes: ((trx: Knex.Transaction) => Promise<unknown>)[] = [
    trx => trx.raw(`update audit.entries set ${pick(ofEntry)} where id = ? and (subject_ids <> '{}' or true)`, [id]),
    trx => trx.raw('delete from audit.entries where id = ?', [id]),
    trx => trx.raw('delete from audit.seals where seq = ?', [seq]),
    trx =>
      trx.raw(
        'with s as (delete from audit.seals where seq = ? returning entry_id) delete from audit.entries e using s where e.id = s.entry_id',
        [seq]
      ),
    trx => trx.raw('update audit.seals set hash = sha256(hash) where seq = ?', [seq]),
    trx => trx.raw('update audit.seals set seq = seq + 100000 where seq = ?', [seq]),
    trx => trx.raw('update audit.seals set entry_id = entry_id + 1000000 where seq = ?', [seq]),
    trx =>
      trx.raw(
        "insert into audit.entries (at, audience, command, subject_ids) values (now(), 'ADMIN', 'orders.accept', '{}')"
      ),
    trx =>
      trx.raw(
        `update audit.entries e set account_id = o.account_id, at = o.at, subject_ids = o.subject_ids from audit.entries o
         where (e.id = ? and o.id = ?) or (e.id = ? and o.id = ?)`,
        [id, id === ids[0] ? ids[1] : ids[0], id === ids[0] ? ids[1] : ids[0], id].map(Number)
      )
  ]
  return pick(changes)
}

const content = `select md5((select string_agg(e::text, '|' order by id) from audit.entries e)
  || (select string_agg(s::text, '|' order by seq) from audit.seals s)) as content`

describe('the chain', () => {
  it('contains every entry and is valid', async () => {
    const verdict = await db.transaction(trx => verify(trx))
    expect([verdict.findings, verdict.sealed]).toEqual([[], written])
  })

  it('finds each of 1,000 random edits', async () => {
    const ids = (await db('audit.entries').orderBy('id').pluck('id')) as number[]
    let missed = 0
    let made = 0
    while (made < 1_000) {
      let differs = true
      const change = randomChange(ids)
      const found = await foundAfter(async trx => {
        const print = async () => (await trx.raw(content)).rows[0].content as string
        const before = await print()
        await change(trx)
        differs = (await print()) !== before
      })
      // taking the second of no ids changes nothing
      if (!differs) continue
      made += 1
      if (found.length === 0) missed += 1
    }
    expect(missed).toBe(0)
  }, 120_000)

  it.each([1, 2, 30, written])('finds that %i entries were cut off its end, with their seals', async count => {
    const found = await foundAfter(trx =>
      trx.raw(
        `with s as (delete from audit.seals where seq > ? returning entry_id)
         delete from audit.entries e using s where e.id = s.entry_id`,
        [written - count]
      )
    )
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['cut']))
  })

  it('an anchor kept elsewhere reveals entries that were cut off with their anchors, and hashes computed anew', async () => {
    const { end } = await db.transaction(trx => verify(trx))
    if (!end) throw new Error('nothing is sealed')
    const cut = async (trx: Knex.Transaction) => {
      await trx.raw('delete from audit.anchors where seq > 40')
      await trx.raw(
        'with s as (delete from audit.seals where seq > 40 returning entry_id) delete from audit.entries e using s where e.id = s.entry_id'
      )
      await trx.raw(
        'insert into audit.anchors select seq, hash, now() from audit.seals where seq = 40 on conflict do nothing'
      )
      // sound in itself: nothing in the database says that there was more
      expect((await verify(trx)).findings).toEqual([])
      return (await verify(trx, end)).findings
    }
    let known: readonly unknown[] = []
    await foundAfter(async trx => {
      known = await cut(trx)
    })
    expect(known).toEqual([{ kind: 'cut', seq: end.seq }])
  })

  it('is extended by one worker at a time, by committed entries, and later by those that commit late', async () => {
    const late = await db.transaction()
    await recordEntry(late, entry(9_001))
    await recordEntry(db, entry(9_003))
    const rounds = await Promise.all(Array.from({ length: 5 }, () => sealBatch(db, new Date())))
    expect(rounds.filter(count => count > 0)).toEqual([1])
    await late.commit()
    await sealAll(db, new Date())
    const verdict = await db.transaction(trx => verify(trx))
    expect([verdict.findings, verdict.sealed]).toEqual([[], written + 2])
    const { rows } = await db.raw(
      'select e.account_id from audit.seals s join audit.entries e on e.id = s.entry_id order by s.seq desc limit 2'
    )
    expect(rows.map(({ account_id }: { account_id: number }) => account_id)).toEqual([9_001, 9_003])
  })

  it('is verified by npm run maintain -- audit, which prints the anchor and fails on another one', async () => {
    await recordEntry(db, entry(9_003))
    const sound = await auditMaintenance.run(test.services, { repair: false })
    const { end } = await db.transaction(trx => verify(trx))
    expect(sound.isSound).toBe(true)
    expect(sound.lines.at(-1)).toBe(`Anchor, to be kept elsewhere: AUDIT_ANCHOR=${end && anchorText(end)}`)
    const settings = { ...test.services.settings, auditAnchor: `${end?.seq}:${'0'.repeat(64)}` }
    const wrong = await auditMaintenance.run({ ...test.services, settings }, { repair: false })
    expect([wrong.isSound, wrong.lines[0]]).toEqual([false, expect.stringContaining('does not contain this anchor')])
  })

  it('takes more than a batch', async () => {
    await db.raw(
      `with e as (insert into audit.entries (at, audience, command, subject_ids)
         select now(), 'ADMIN', 'orders.accept', array[n] from generate_series(1, ?::int) n returning id)
       insert into audit.unsealed select id from e`,
      [batchSize + 10]
    )
    await sealAll(db, new Date())
    expect(await db('audit.unsealed').count()).toEqual([{ count: 0 }])
    expect((await db.transaction(trx => verify(trx))).findings).toEqual([])
  })
})

const attempts = tables.flatMap(table => [
  `update audit.${table} set ${table === 'entries' ? 'account_id = 1' : 'seq = seq'}`,
  `delete from audit.${table}`,
  `truncate audit.${table} cascade`
])

describe('the application’s role', () => {
  it.each(attempts)('is refused: %s', async statement => {
    await expect(db.raw(statement)).rejects.toThrow(/only added to/)
  })
})
