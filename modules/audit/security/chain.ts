/**
 * Security events are in a chain of hashes like the audit's (`../chain.ts` explains it), with two differences. They are written a batch
 * at a time, so the database seals them as it adds them (`audit.add_security_events`). And they are not kept for ever: the oldest are
 * deleted after SECURITY_EVENTS_DAYS, and the chain then begins at the anchor of the last one that is gone.
 *
 * Verification does not use the functions of the database that build the chain, because who can change events can change functions.
 */
import type { Knex } from 'knex'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import type { Maintenance } from '../../../src/kernel/maintenance.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Anchor, anchorIn, anchorText, beginning, nextHash } from '../chain.ts'

const batchSize = 2_000
const maxFindings = 1_000
const forgottenAtOnce = 5_000

/** The same text as `audit.security_content` of migrations/120_security_events.ts. */
const contentOf =
  raw(`jsonb_build_array(extract(epoch from event.recorded_at)::text, extract(epoch from event.at)::text,
  extract(epoch from event.until)::text, event.count, event.kind, event.account_id, event.target_id, event.email_hash,
  event.session_id, event.network::text, event.request_id, event.call, event.subject, event.code)::text`)

export type Finding =
  /** The event, or its hash, is not what was written. */
  | { readonly kind: 'changed'; readonly id: number }
  /** Events are missing from this number on. */
  | { readonly kind: 'gap'; readonly id: number }
  /** The chain does not contain this anchor. */
  | { readonly kind: 'cut'; readonly id: number }

export interface Verdict {
  readonly kept: number
  readonly findings: readonly Finding[]
  readonly end: Anchor | undefined
}

const anchorsOf = (trx: Knex.Transaction): Promise<Anchor[]> =>
  query<Anchor>(trx, sql`select id as seq, hash from audit.security_anchors order by id`)

/**
 * Verifies the chain.
 * @param trx a transaction with a snapshot (repeatable read)
 * @param known an anchor that was kept outside of the database
 */
export async function verifySecurityEvents(trx: Knex.Transaction, known?: Anchor): Promise<Verdict> {
  const findings: Finding[] = []
  const anchors = await anchorsOf(trx)
  const unmet = new Map(anchors.map(({ seq, hash }) => [seq, hash]))
  const first = await queryOne<{ id: number }>(trx, sql`select id from audit.security_events order by id limit 1`)
  // Before the first event that is kept stands the anchor of the last one that is not; of all events, nothing.
  const start = first && anchors.find(({ seq }) => seq === first.id - 1)
  if (first && first.id > 1 && !start) findings.push({ kind: 'gap', id: 1 })
  let end: Anchor | undefined = start ?? (first ? undefined : anchors.at(-1))
  if (end) unmet.delete(end.seq)
  if (known) {
    const present = anchors.find(({ seq }) => seq === known.seq)
    if (present && !present.hash.equals(known.hash)) findings.push({ kind: 'cut', id: known.seq })
    else if (known.seq > (start?.seq ?? 0)) unmet.set(known.seq, known.hash)
  }
  let kept = 0
  for (;;) {
    const page = await query<{ id: number; hash: Buffer; content: string }>(
      trx,
      sql`select event.id, event.hash, ${contentOf} as content from audit.security_events event
        where event.id > ${end?.seq ?? 0} order by event.id limit ${batchSize}`
    )
    for (const { id, hash, content } of page) {
      const expected = (end?.seq ?? 0) + 1
      if (id !== expected && kept + findings.length > 0) findings.push({ kind: 'gap', id: expected })
      if (!nextHash(end?.hash ?? beginning, id, content).equals(hash)) findings.push({ kind: 'changed', id })
      if (unmet.get(id)?.equals(hash)) unmet.delete(id)
      end = { seq: id, hash }
      kept += 1
    }
    if (page.length < batchSize || findings.length >= maxFindings) break
  }
  findings.push(...[...unmet.keys()].map((id): Finding => ({ kind: 'cut', id })))
  return { kept, findings: findings.slice(0, maxFindings), end }
}

const sentences: Readonly<Record<Finding['kind'], string>> = {
  changed: 'The event is not what was written',
  gap: 'Events are missing from this number on',
  cut: 'The chain does not contain this anchor: its end was cut off, or it was computed anew'
}

/** `npm run maintain -- security`. It only verifies. */
export const securityMaintenance: Maintenance = {
  name: 'security',
  summary: 'verifies that no security event was changed, deleted before its time or added',
  async run({ db, settings, security }) {
    await security.flush()
    const known = settings.securityAnchor ? anchorIn(settings.securityAnchor) : undefined
    const { kept, findings, end } = await db.transaction(trx => verifySecurityEvents(trx, known), {
      isolationLevel: 'repeatable read'
    })
    return {
      isSound: findings.length === 0,
      lines: [
        ...findings.map(({ kind, id }) => `${sentences[kind]} (event ${id}).`),
        `${kept} security events are kept; ${findings.length === 0 ? 'all are as they were written' : 'NOT all are as they were written'}.`,
        ...(end ? [`Anchor, to be kept elsewhere: SECURITY_ANCHOR=${anchorText(end)}`] : [])
      ]
    }
  }
}

/** Removes events and addresses of commands that are older than SECURITY_EVENTS_DAYS, by the clock of the database; and logs the end. */
export async function sweepSecurityEvents({ db, log, settings }: Services): Promise<void> {
  for (const forget of ['forget_security_events', 'forget_addresses'] as const) {
    for (;;) {
      const answer = await queryOne<{ gone: number }>(
        db,
        sql`select audit.${raw(forget)}(${settings.securityEventsDays}, ${forgottenAtOnce}) as gone`
      )
      if ((answer?.gone ?? 0) < forgottenAtOnce) break
    }
  }
  const end = await queryOne<Anchor>(
    db,
    sql`select id as seq, hash from audit.security_anchors order by id desc limit 1`
  )
  if (end) log.info({ anchor: anchorText(end) }, 'security events: the chain ends here')
}
