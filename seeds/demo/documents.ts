/**
 * Warehouse documents. They tell what the sensors have seen: a container that stands at a client has gone there by a handover
 * protocol and comes back by an acceptance report. Besides there is what a year brings: an inventory, transfers, a
 * reservation, contracts and invoices, some documents canceled, the newest in the buffer. Levels are what the movements leave.
 */
import { correctionCode, effectOf, numberCodeOf } from '../../modules/warehouse/documents/rules.ts'
import { DocumentStatus, DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { added, type Holder, isPossible, type Level, movementsOf } from '../../modules/warehouse/stock/rules.ts'
import { dayMs, dayOf, yearOf } from '../../src/contract/days.ts'
import { roles } from '../../src/contract/roles.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Company, Place } from './clients.ts'
import type { Random } from './random.ts'
import type { Account } from './staff.ts'
import type { Container, Point, Store } from './warehouse.ts'

const hourMs = 3_600_000

type Type = CodeOf<typeof DocumentType>

export interface Document {
  id: number
  number: string
  type: Type
  status: CodeOf<typeof DocumentStatus>
  date: string
  description: string | null
  containers: number | null
  companyId: number | null
  departmentId: number | null
  placeId: number | null
  storeId: number | null
  /** Of a correction: the document that it corrects. */
  correctsId: number | null
  createdBy: number
  createdAt: Date
}

/** Which level: `store 2`, `place 17`, `transit`. */
export interface DocumentMovement extends Level {
  documentId: number
  level: string
  at: Date
}

export interface Documents {
  documents: Document[]
  movements: DocumentMovement[]
  levels: Map<string, Level>
}

interface Given {
  companies: readonly Company[]
  places: readonly Place[]
  stores: readonly Store[]
  containers: readonly Container[]
  accounts: readonly Account[]
  now: Date
}

/** What is to be written, before it has a number. */
interface Draft {
  type: Type
  at: Date
  store?: Store | undefined
  place?: Place | undefined
  company?: Company | undefined
  containers: number | null
  description?: string
  inBuffer?: boolean
  canceled?: boolean
}

export function makeDocuments(random: Random, given: Given): Documents {
  const { stores, accounts, now } = given
  if (stores.length === 0) return { documents: [], movements: [], levels: new Map() }
  const clerks = accounts.filter(({ role, state }) => role === roles.ADMIN && state === 'active')
  const journeys = journeysOf(given)
  const first = Math.min(now.getTime() - 400 * dayMs, ...journeys.map(({ at }) => at.getTime() - 5 * dayMs))
  const began = new Date(Math.floor(first / dayMs) * dayMs + 8 * hourMs)
  const drafts = [...opening(given, began), ...journeys, ...ofTheYear(random.fork('year'), given, journeys)]
  const book = new Book(now)
  for (const draft of drafts.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    book.enter(draft, random.pick(clerks).id)
  return { documents: book.documents, movements: book.movements, levels: book.levels }
}

/** Every container has come into the store that services it. */
function opening({ stores, containers }: Given, at: Date): Draft[] {
  const counted = stores.map(store => ({
    store,
    containers: containers.filter(({ assignedStoreId }) => assignedStoreId === store.id).length
  }))
  return counted.map(({ store, containers: count }) => ({
    type: DocumentType.externalReception,
    at,
    store,
    containers: count,
    description: 'Dostawa kontenerów od producenta'
  }))
}

/** A handover where a container came to a client, an acceptance report where it left. */
function journeysOf({ containers, stores, places }: Given): Draft[] {
  return containers.flatMap(({ id, stays, assignedStoreId }) => {
    const store = stores.find(({ id }) => id === assignedStoreId)
    return stays.flatMap((stay, i): Draft[] => {
      if (stay.storeId !== null) return []
      const [first] = stay.readings
      const place = nearest(places, first)
      const next = stays[i + 1]
      // On some of them people wrote the number of the paper that the client signed.
      const paper = (id + i) % 3 === 0 ? { description: `Kwit ${String(1000 + id * 7 + i)}` } : {}
      const shared = { store, place, containers: 1, ...paper }
      return [
        { ...shared, type: DocumentType.handoverProtocol, at: first.at },
        ...(next ? [{ ...shared, type: DocumentType.acceptanceReport, at: next.readings[0].at } as const] : [])
      ]
    })
  })
}

function ofTheYear(random: Random, { companies, stores, places, now }: Given, journeys: readonly Draft[]): Draft[] {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const [first, second] = stores
  const drafts: Draft[] = []
  for (const company of companies.filter(({ active }) => active).slice(0, 25)) {
    const at = daysAgo(random.int(30, 380))
    drafts.push({
      type: DocumentType.contract,
      at,
      company,
      containers: null,
      description: `Umowa ramowa ${random.int(1, 90)}/${yearOf(at)}`,
      canceled: random.chance(0.08)
    })
  }
  for (const days of [300, 200, 120, 60])
    drafts.push({
      type: DocumentType.invoice,
      at: daysAgo(days),
      store: random.pick(stores),
      containers: random.int(1, 6)
    })
  for (const days of [150, 90])
    drafts.push(
      { type: DocumentType.transferOut, at: daysAgo(days), store: first, containers: 2 },
      { type: DocumentType.transferIn, at: daysAgo(days - 1), store: second, containers: 2 }
    )
  drafts.push(
    { type: DocumentType.transferOut, at: daysAgo(2), store: second, containers: 1 },
    {
      type: DocumentType.destructionProtocol,
      at: daysAgo(110),
      store: first,
      containers: 1,
      description: 'Po kolizji'
    },
    { type: DocumentType.externalReception, at: daysAgo(80), store: first, containers: 4, canceled: true },
    {
      type: DocumentType.recipientReservation,
      at: daysAgo(6),
      store: first,
      containers: 2,
      description: 'Na przyszły tydzień'
    }
  )
  // The newest are still in the buffer.
  for (const journey of journeys.slice(0, 5))
    drafts.push({ ...journey, type: DocumentType.acceptanceReport, at: daysAgo(random.next() * 3), inBuffer: true })
  for (const store of stores.slice(0, 2))
    drafts.push({ type: DocumentType.inventory, at: daysAgo(1), store, containers: random.int(5, 20), inBuffer: true })
  const usual = places.find(({ isDefault }) => isDefault)
  if (usual)
    drafts.push({
      type: DocumentType.handoverProtocol,
      at: daysAgo(0.5),
      store: first,
      place: usual,
      containers: 2,
      inBuffer: true
    })
  return drafts
}

/** Documents entered one after the other, as the application would: what is not possible is left out. */
class Book {
  readonly documents: Document[] = []
  readonly movements: DocumentMovement[] = []
  readonly levels = new Map<string, Level>()
  private readonly counted = new Map<string, number>()

  private readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  enter(draft: Draft, createdBy: number): void {
    const { type, at, store, place, company, containers, inBuffer, canceled } = draft
    const changes = inBuffer ? [] : this.changesOf(draft)
    if (!changes) return
    const document: Document = {
      id: this.documents.length + 1,
      number: this.numberOf(numberCodeOf(type), at),
      type,
      status: inBuffer ? DocumentStatus.buffer : canceled ? DocumentStatus.canceled : DocumentStatus.approved,
      date: dayOf(at),
      description: draft.description ?? null,
      containers,
      companyId: place?.companyId ?? company?.id ?? null,
      departmentId: place?.departmentId ?? null,
      placeId: place?.id ?? null,
      storeId: store?.id ?? null,
      correctsId: null,
      createdBy,
      createdAt: at
    }
    this.documents.push(document)
    this.move(document.id, at, changes)
    if (canceled) this.correct(document, changes)
  }

  private correct(document: Document, changes: readonly (Level & { level: string })[]): void {
    const at = new Date(Math.min(this.now.getTime(), document.createdAt.getTime() + dayMs))
    const id = this.documents.length + 1
    this.documents.push({
      ...document,
      id,
      number: this.numberOf(correctionCode, at),
      status: DocumentStatus.correction,
      date: dayOf(at),
      description: null,
      correctsId: document.id,
      createdAt: at
    })
    const opposite = changes.map(({ level, amount, reserved }) => ({
      level,
      amount: 0 - amount,
      reserved: 0 - reserved
    }))
    this.move(id, at, opposite)
  }

  /** Undefined where a level would fall too low. */
  private changesOf({ type, store, place, containers }: Draft): (Level & { level: string })[] | undefined {
    const names: Readonly<Record<Holder, string>> = {
      store: `store ${store?.id}`,
      place: `place ${place?.id}`,
      transit: 'transit'
    }
    const movements = movementsOf(effectOf(type), containers ?? 0, holder => this.levelOf(names[holder]))
    const changes = movements.map(({ holder, ...change }) => ({ ...change, level: names[holder] }))
    return changes.every(change => isPossible(added(this.levelOf(change.level), change))) ? changes : undefined
  }

  private levelOf(name: string): Level {
    return this.levels.get(name) ?? { amount: 0, reserved: 0 }
  }

  private move(documentId: number, at: Date, changes: readonly (Level & { level: string })[]): void {
    for (const change of changes) {
      this.levels.set(change.level, added(this.levelOf(change.level), change))
      this.movements.push({ ...change, documentId, at })
    }
  }

  private numberOf(code: string, at: Date): string {
    const series = `${code}/${yearOf(at)}`
    const n = (this.counted.get(series) ?? 0) + 1
    this.counted.set(series, n)
    return `${series}/${n}`
  }
}

/** Near enough for a yard: degrees of longitude are shorter than those of latitude. */
function nearest(places: readonly Place[], at: Point): Place | undefined {
  const far = ({ latitude, longitude }: Point): number =>
    (latitude - at.latitude) ** 2 + ((longitude - at.longitude) * 0.62) ** 2
  let best = places[0]
  for (const place of places) if (best && far(place) < far(best)) best = place
  return best
}
