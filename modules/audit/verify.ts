/** Verifies the whole chain (`chain.ts`), and the maintenance command that prints the result. */
import type { Knex } from 'knex'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Maintenance } from '../../src/kernel/maintenance.ts'
import { type Anchor, anchorIn, anchorText, batchSize, beginning, contentOf, nextHash, sealAll } from './chain.ts'

/** A fault of the chain, with its seal or entry. */
export type Finding =
  | { readonly kind: 'changed' | 'deleted'; readonly seq: number; readonly entryId: number }
  /** Seals are missing from this number on. */
  | { readonly kind: 'gap'; readonly seq: number }
  /** An entry that is neither sealed nor waiting to be. */
  | { readonly kind: 'unsealed'; readonly entryId: number }
  /** The address beside an entry is not the one that it came from. */
  | { readonly kind: 'address'; readonly entryId: number }
  /** The chain ends before an anchor, or has another hash than the anchor. */
  | { readonly kind: 'cut'; readonly seq: number }

export interface Verdict {
  readonly sealed: number
  readonly findings: readonly Finding[]
  /** The end of the chain; undefined while nothing is sealed. */
  readonly end: Anchor | undefined
}

interface Sealed {
  readonly seq: number
  readonly entryId: number
  readonly hash: Buffer
  readonly content: string | null
}

/** The most findings that are collected. */
const maxFindings = 1_000

/**
 * Verifies the chain.
 * @param trx a transaction with a snapshot (repeatable read), so that sealing may continue meanwhile
 * @param known an anchor that was kept outside of the database
 */
export async function verify(trx: Knex.Transaction, known?: Anchor): Promise<Verdict> {
  const findings: Finding[] = []
  const anchors = new Map((await anchorsOf(trx)).map(({ seq, hash }) => [seq, hash]))
  const unmet = new Map(known ? [...anchors, [known.seq, known.hash] as const] : anchors)
  if (known && anchors.has(known.seq) && !anchors.get(known.seq)?.equals(known.hash))
    findings.push({ kind: 'cut', seq: known.seq })
  let end: Anchor | undefined
  for (;;) {
    const page = await query<Sealed>(
      trx,
      sql`select seal.seq, seal.entry_id as "entryId", seal.hash, case when entry.id is not null then ${contentOf} end as content
        from audit.seals seal left join audit.entries entry on entry.id = seal.entry_id
        where seal.seq > ${end?.seq ?? 0} order by seal.seq limit ${batchSize}`
    )
    for (const { seq, entryId, hash, content } of page) {
      const expected = (end?.seq ?? 0) + 1
      if (seq !== expected) findings.push({ kind: 'gap', seq: expected })
      if (content === null) findings.push({ kind: 'deleted', seq, entryId })
      else if (!nextHash(end?.hash ?? beginning, seq, content).equals(hash))
        findings.push({ kind: 'changed', seq, entryId })
      if (unmet.get(seq)?.equals(hash)) unmet.delete(seq)
      end = { seq, hash }
    }
    if (page.length < batchSize || findings.length >= maxFindings) break
  }
  findings.push(...[...unmet.keys()].map((seq): Finding => ({ kind: 'cut', seq })))
  findings.push(...(await unsealed(trx)), ...(await wrongAddresses(trx)))
  return { sealed: end?.seq ?? 0, findings: findings.slice(0, maxFindings), end }
}

/** The newest anchors. Older ones are not needed, because they are earlier in the same chain. */
const anchorsOf = (trx: Knex.Transaction): Promise<Anchor[]> =>
  query<Anchor>(trx, sql`select seq, hash from audit.anchors order by seq desc limit 100`)

/** Finds entries that have no seal and do not wait for one, and waiting ones that do not exist; in batches by id. */
async function unsealed(trx: Knex.Transaction): Promise<Finding[]> {
  const findings: Finding[] = []
  const range = await queryOne<{ first: number | null; last: number }>(
    trx,
    sql`select min(id) as first, max(id) as last from audit.entries`
  )
  const pageSize = 50_000
  for (let from = range?.first ?? 0; range && range.first !== null && from <= range.last; from += pageSize) {
    const found = await query<{ entryId: number }>(
      trx,
      sql`select entry.id as "entryId" from audit.entries entry
        where entry.id >= ${from} and entry.id < ${from + pageSize}
          and not exists (select from audit.seals seal where seal.entry_id = entry.id)
          and not exists (select from audit.unsealed waiting where waiting.entry_id = entry.id)
        order by entry.id limit ${maxFindings}`
    )
    findings.push(...found.map((one): Finding => ({ kind: 'unsealed', ...one })))
  }
  const gone = await query<{ entryId: number }>(
    trx,
    sql`select waiting.entry_id as "entryId" from audit.unsealed waiting
      where not exists (select from audit.entries entry where entry.id = waiting.entry_id) limit ${maxFindings}`
  )
  return [...findings, ...gone.map((one): Finding => ({ kind: 'unsealed', ...one }))]
}

/** Finds addresses that were changed or added. A missing one is no finding: addresses are forgotten before their entries. */
async function wrongAddresses(trx: Knex.Transaction): Promise<Finding[]> {
  const found = await query<{ entryId: number }>(
    trx,
    sql`select origin.entry_id as "entryId" from audit.addresses origin
      left join audit.entries entry on entry.id = origin.entry_id
      where entry.address_hash is distinct from sha256(origin.salt || convert_to(abbrev(origin.address), 'UTF8'))
      limit ${maxFindings}`
  )
  return found.map((one): Finding => ({ kind: 'address', ...one }))
}

const sentences: Readonly<Record<Finding['kind'], string>> = {
  changed: 'The entry, or its seal, is not what was sealed',
  deleted: 'The entry of the seal is not there',
  gap: 'Seals are missing from this number on',
  unsealed: 'The entry was not written by the application, or has lost its seal',
  address: 'The address of the entry is not the one that it came from',
  cut: 'The chain does not contain this anchor: its end was cut off, or it was computed anew'
}

const lineOf = (finding: Finding): string => {
  const where = [
    ...('seq' in finding ? [`seal ${finding.seq}`] : []),
    ...('entryId' in finding ? [`entry ${finding.entryId}`] : [])
  ]
  return `${sentences[finding.kind]} (${where.join(', ')}).`
}

/** `npm run maintain -- audit`. It only verifies: a changed entry cannot be restored. */
export const auditMaintenance: Maintenance = {
  name: 'audit',
  summary: 'verifies that no entry of the audit was changed, deleted or added',
  async run({ db, settings, now }) {
    await sealAll(db, now())
    const known = settings.auditAnchor ? anchorIn(settings.auditAnchor) : undefined
    const { sealed, findings, end } = await db.transaction(trx => verify(trx, known), {
      isolationLevel: 'repeatable read'
    })
    return {
      isSound: findings.length === 0,
      lines: [
        ...findings.map(lineOf),
        `${sealed} entries are sealed; ${findings.length === 0 ? 'all are as they were written' : 'NOT all are as they were written'}.`,
        ...(end ? [`Anchor, to be kept elsewhere: AUDIT_ANCHOR=${anchorText(end)}`] : [])
      ]
    }
  }
}
