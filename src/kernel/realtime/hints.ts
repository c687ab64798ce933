/**
 * Hints tell browsers that something changed, after the commit and never instead of it. They are coalesced for a few
 * milliseconds and travel between processes by NOTIFY on a connection of their own: NOTIFY inside the transaction halves
 * the throughput of commands. Work that must happen is never triggered by a hint, but by a call or a job of the transaction.
 */
import { EventEmitter } from 'node:events'
import type { Notice } from '../../contract/hub.ts'
import { defined } from '../defined.ts'
import type { Listener } from './listener.ts'

export const hintsChannel = 'opony_hints'
const coalesceMs = 20
const maxPayloadLength = 7_500

export interface ChangeHint {
  readonly kind: 'changed'
  readonly resourceType: string
  readonly ids: readonly number[]
  /** The company that it belongs to: clients of another company do not receive it. Null: for administrators only. */
  readonly companyId: number | null
  /**
   * The department within the company: clients that see only another department do not receive it. Absent: for the whole company.
   */
  readonly departmentId?: number | null
}
/** Items of a channel (`channel.ts`). */
export interface ItemsHint {
  readonly kind: 'items'
  readonly channel: string
  readonly items: readonly unknown[]
}
/** A notice for one account, wherever it is connected (`notifyAccount`). */
export interface NoticeHint {
  readonly kind: 'notice'
  readonly accountId: number
  readonly notice: Notice
}
export type Hint = ChangeHint | ItemsHint | NoticeHint

export interface Hints {
  send(hint: Hint): void
  /** Gives the function that stops listening. */
  onHint(listener: (hint: Hint) => void): () => void
  /** Hints may have been lost. */
  onGap(listener: () => void): () => void
  stop(): void
}

/** The owner: hints about one resource type with the same owner are merged. */
export const mergeKey = ({ resourceType, companyId, departmentId }: ChangeHint): string =>
  `${resourceType}/${companyId ?? ''}/${departmentId ?? ''}`

/** Announces that these rows changed. Their owner is read from the rows (`companyId`, `departmentId`), where they have one. */
export const hintsAbout = (
  { subjectType }: { readonly subjectType: string },
  rows: readonly { readonly id: number; readonly [field: string]: unknown }[]
): ChangeHint[] =>
  rows.map(({ id, companyId, departmentId }) => ({
    kind: 'changed',
    resourceType: subjectType,
    ids: [id],
    companyId: typeof companyId === 'number' ? companyId : null,
    ...defined({ departmentId: typeof departmentId === 'number' ? departmentId : undefined })
  }))

/** Merges hints about one resource type, and splits their ids to fit the limit of a NOTIFY payload. */
export function coalesced(hints: readonly Hint[]): Hint[] {
  const changes = new Map<string, ChangeHint>()
  const rest: Hint[] = []
  for (const hint of hints) {
    if (hint.kind !== 'changed') rest.push(hint)
    else {
      const ids = changes.get(mergeKey(hint))?.ids ?? []
      changes.set(mergeKey(hint), { ...hint, ids: [...new Set([...ids, ...hint.ids])] })
    }
  }
  return [...changes.values(), ...rest].flatMap(fitting)
}

function fitting(hint: Hint): Hint[] {
  if (hint.kind === 'notice' || JSON.stringify(hint).length <= maxPayloadLength) return [hint]
  const items = hint.kind === 'changed' ? hint.ids : hint.items
  const half = Math.ceil(items.length / 2)
  const halves = [items.slice(0, half), items.slice(half)]
  return halves.flatMap(part => fitting({ ...hint, [hint.kind === 'changed' ? 'ids' : 'items']: part } as Hint))
}

/**
 * Hints not sent when it stops are lost. Those of a time without a connection are sent after it, because other processes may have one; the browsers of
 * this process ask for everything again.
 */
export function openHints(listener: Listener): Hints {
  const emitter = new EventEmitter().setMaxListeners(0)
  let waiting: Hint[] = []
  let timer: NodeJS.Timeout | undefined

  const stopHearing = listener.onNotification(hintsChannel, payload => {
    for (const hint of JSON.parse(payload || '[]') as Hint[]) emitter.emit('hint', hint)
  })
  const flush = (): void => {
    timer = undefined
    const payloads = coalesced(waiting).map(hint => JSON.stringify([hint]))
    waiting = []
    listener.notify(hintsChannel, payloads)
  }
  return {
    send(hint) {
      waiting.push(hint)
      timer ??= setTimeout(flush, coalesceMs)
    },
    onHint(hear) {
      emitter.on('hint', hear)
      return () => emitter.off('hint', hear)
    },
    onGap: hear => listener.onGap(hear),
    stop() {
      clearTimeout(timer)
      stopHearing()
    }
  }
}
