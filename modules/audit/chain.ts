/**
 * How manipulation of the audit is detected.
 *
 * Entries are written by the commands themselves, many at a time. If each command extended a chain of hashes, all commands would wait for
 * each other. So the chain is built afterwards: every two seconds one worker takes the committed entries that are not sealed yet, in the
 * order of their ids, and gives each the next number and a hash:
 *
 *     hash(n) = SHA-256( hash(n - 1) · n · the entry )          hash(0) = 32 zero bytes
 *
 * An entry that commits late is sealed late; the chain is in the order of sealing, without gaps. Waiting entries are listed in a table
 * (`audit.unsealed`), written together with the entry, so that neither the order of commits nor a restored dump can hide one.
 *
 * Verification reads the chain from its beginning. An entry that was changed has another hash, a deleted one no row, an inserted one no
 * seal. If somebody deletes the end of the chain, entries and seals together, the rest is valid in itself. So each round of sealing also
 * stores where the chain ended (`audit.anchors`), and logs it once an hour. Somebody who can write the whole database could also delete
 * anchors, or compute the chain again. Therefore an anchor that was kept elsewhere (a line of the log, or the last line that verification
 * prints) can be given to it as AUDIT_ANCHOR, and the chain must contain it.
 *
 * Not detected: a change of an entry within the two seconds before it is sealed.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'

/** The number of entries sealed in one round, and of rows read at once by verification. */
export const batchSize = 2_000

export const beginning = Buffer.alloc(32)

/**
 * An SQL expression for the hashed text of the alias `entry`. The database builds it, so that it does not depend on the reader. Entries
 * of versions that kept no origin, or no request, have the text that they were sealed with.
 */
export const contentOf =
  raw(`(jsonb_build_array(entry.id, extract(epoch from entry.at)::text, entry.account_id, entry.audience,
  entry.command, entry.resource_type, entry.subject_ids) || case when num_nonnulls(entry.session_id, entry.address_hash) = 0
  then '[]' else jsonb_build_array(entry.session_id, encode(entry.address_hash, 'hex')) end
  || case when entry.request_id is null then '[]' else jsonb_build_array(entry.request_id) end)::text`)

export const nextHash = (previous: Buffer, seq: number, content: string): Buffer =>
  createHash('sha256').update(previous).update(`${seq}:${content}`).digest()

/** The number and hash of a seal, at which the chain ended at some time. */
export interface Anchor {
  readonly seq: number
  readonly hash: Buffer
}

export const anchorText = ({ seq, hash }: Anchor): string => `${seq}:${hash.toString('hex')}`

export function anchorIn(text: string): Anchor {
  const [seq, hash = ''] = text.split(':')
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
}

const lockKey = raw("hashtext('audit.seal')")

/**
 * Seals at most one batch of committed entries.
 * @returns how many entries were sealed; 0 also if another worker is sealing
 */
export async function sealBatch(db: Knex, now: Date): Promise<number> {
  return db.transaction(async trx => {
    const lock = await queryOne<{ mine: boolean }>(trx, sql`select pg_try_advisory_xact_lock(${lockKey}) as mine`)
    if (!lock?.mine) return 0
    const waiting = await query<{ id: number; content: string }>(
      trx,
      sql`select entry.id, ${contentOf} as content from audit.unsealed waiting
        join audit.entries entry on entry.id = waiting.entry_id order by waiting.entry_id limit ${batchSize}`
    )
    if (waiting.length === 0) return 0
    const end = await queryOne<Anchor>(trx, sql`select seq, hash from audit.seals order by seq desc limit 1`)
    let { seq, hash } = end ?? { seq: 0, hash: beginning }
    const seals = waiting.map(({ id, content }) => {
      seq += 1
      hash = nextHash(hash, seq, content)
      return { seq, id, hash: hash.toString('hex') }
    })
    await query(
      trx,
      sql`insert into audit.seals (seq, entry_id, hash) select s.seq, s.id, decode(s.hash, 'hex')
        from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as s (seq bigint, id bigint, hash text)`
    )
    await query(trx, sql`delete from audit.unsealed where entry_id = any(${waiting.map(({ id }) => id)}::bigint[])`)
    await query(trx, sql`insert into audit.anchors (seq, hash, at) values (${seq}, ${hash}, ${now})`)
    return seals.length
  })
}

/** Seals all committed entries. */
export async function sealAll(db: Knex, now: Date): Promise<void> {
  while ((await sealBatch(db, now)) === batchSize);
}

/** Logs where the chain ends. */
export async function logAnchor({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const end = await queryOne<Anchor>(db, sql`select seq, hash from audit.seals order by seq desc limit 1`)
  if (end) log.info({ anchor: anchorText(end) }, 'audit: the chain ends here')
}
