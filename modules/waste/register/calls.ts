/**
 * How the register is called with the keys of one firm, of whichever part this is: tokens by place, lists, details. It never throws: whatever the
 * register or the network does is an answer, see `RegisterAnswer`.
 */
import type { Settings } from '../../../config/settings.ts'
import { addressBelow, type JsonRequest, requestJson } from '../../../src/kernel/outbound/request-json.ts'
import type { Ask } from './dictionaries.ts'
import { Pace } from './pace.ts'
import {
  type CardPage,
  type CardRole,
  type CardState,
  type CardSummary,
  cardStates,
  type RegisterAnswer,
  type RegisterPlace
} from './register.ts'
import { Tokens } from './tokens.ts'
import { firstPage, modifiedColumn, statusesOfWrongKeys } from './unverified.ts'
import { searchesOf, versionAt } from './version.ts'
import { type CardDetails, cardOf, pageOf, placesOf, tokenOf, Unreadable, wordsOf } from './wire.ts'

const answerWithinMs = 15_000
/** What the register allows at most; it may cut it. */
const pageSize = 50
const mostPagesOfPlaces = 200
const pauseSeconds = { usual: 60, most: 3600 }
const detailsASecond = 5

const cards = 'WasteRegister/WasteTransferCard/v1/Kpo'

/** Details of a card stand under a path of its state. */
const detailsPaths: Readonly<Record<CardState, string>> = {
  PLANNED: 'planned/card',
  APPROVED: 'approved/card',
  CONFIRMATION_GENERATED: 'confirmationgenerated/card',
  RECEIVE_CONFIRMATION: 'receiveconfirmed/card',
  TRANSPORT_CONFIRMATION: 'transportconfirmation/card',
  REJECTED: 'rejected/card',
  WITHDRAWN: 'withdrawn/card'
}

/** The state that we know, then what most likely follows it, then what cannot. */
const statesFrom = (state: CardState): readonly CardState[] => {
  const at = cardStates.indexOf(state)
  return [...cardStates.slice(at), ...cardStates.slice(0, at).reverse()]
}

const companyTypes: Readonly<Record<CardRole, number>> = { sender: 0, carrier: 1, receiver: 2 }

/** In whose names a list looks for a name: in those of the two others. */
const othersOf: Readonly<Record<CardRole, readonly string[]>> = {
  sender: ['Carriers', 'Receivers'],
  carrier: ['Senders', 'Receivers'],
  receiver: ['Senders', 'Carriers']
}

export type RegisterSettings = Pick<Settings, 'bdoUrl' | 'bdoClientId' | 'bdoClientSecret' | 'bdoEupIds' | 'bdoVersion'>

export interface RegisterOptions {
  readonly settings: RegisterSettings
  readonly agent: string
  now(): Date
  /** Milliseconds that one call may take. */
  readonly timeoutMs?: number
  /** Of calls for details; by default one for the whole process. */
  readonly pace?: Pace
}

/** The register counts the calls of a firm, whichever part of this process makes them. */
const processPace = new Pace({ perSecond: detailsASecond })

type Call = Pick<JsonRequest, 'body' | 'method' | 'takesText'> & { readonly path: string }

interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Turns a readable answer into a value; what cannot be read is `away`. */
export function decoded<T>(answer: RegisterAnswer<Reply>, decode: (body: unknown) => T): RegisterAnswer<T> {
  if (answer.kind !== 'ok') return answer
  try {
    return { kind: 'ok', value: decode(answer.value.body) }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'away', problem: `unreadable: ${error.message}` }
    throw error
  }
}

/** An answer to a change has no body; a page of a proxy is no answer. */
export const nothingOf = (body: unknown): null => {
  if (typeof body === 'string' && body.trimStart().startsWith('<')) throw new Unreadable('a page instead of an answer')
  return null
}

export interface RegisterCalls {
  /** A call by the token of a place. */
  call(place: string, what: Call): Promise<RegisterAnswer<Reply>>
  /** Changes a card. @param path below that of cards */
  change(place: string, path: string, body: object): Promise<RegisterAnswer<null>>
  /** Makes a card. @param path below that of cards */
  create<T>(place: string, path: string, body: object, decode: (body: unknown) => T): Promise<RegisterAnswer<T>>
  /** Asks a dictionary with the token of a place. */
  ask(place: string): Ask
  places(): Promise<RegisterAnswer<readonly RegisterPlace[]>>
  search(search: {
    readonly place: string
    readonly role: CardRole
    readonly page: number
  }): Promise<RegisterAnswer<CardPage>>
  /** The details; `state` is where they are looked for first. */
  details(place: string, role: CardRole, id: string, state: CardState): Promise<RegisterAnswer<CardDetails>>
}

export function openCalls(options: RegisterOptions): RegisterCalls {
  const { settings, agent, now, timeoutMs = answerWithinMs, pace = processPace } = options
  const { bdoUrl, bdoClientId, bdoClientSecret, bdoEupIds } = settings
  const keys = { ClientId: bdoClientId, ClientSecret: bdoClientSecret }
  const wanted = bdoEupIds
    .split(',')
    .map(id => id.trim().toLowerCase())
    .filter(Boolean)

  /** A status that is not 401 as an answer; 401 is the caller's matter. */
  async function send({ path, ...call }: Call, token?: string): Promise<RegisterAnswer<Reply>> {
    const url = addressBelow(bdoUrl, path)
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const result = await requestJson({ url, agent, timeoutMs, headers, ...call })
    if (result.kind !== 'answer') return { kind: 'away', problem: `${result.kind}: ${result.detail}` }
    const { status, body, retryAfter } = result
    if ((status >= 200 && status < 300) || status === 401) return { kind: 'ok', value: { status, body } }
    if (status === 429 || (status === 503 && retryAfter !== undefined)) {
      const seconds = Math.max(1, retryAfter ?? pauseSeconds.usual)
      return { kind: 'throttled', afterSeconds: Math.min(seconds, pauseSeconds.most) }
    }
    if (status < 400 || status >= 500 || status === 408 || status === 425)
      return { kind: 'away', problem: `HTTP ${status}` }
    if (token === undefined && statusesOfWrongKeys.includes(status))
      return { kind: 'credentials', words: wordsOf(body, status) }
    if (status === 403) return { kind: 'credentials', words: wordsOf(body, status) }
    return status === 404 ? { kind: 'notFound' } : { kind: 'refused', words: wordsOf(body, status) }
  }

  /** A call that the keys themselves prove. */
  async function sendKeys(path: string, body: object): Promise<RegisterAnswer<Reply>> {
    const answer = await send({ path: `WasteRegister/v1/Auth/${path}`, body: { ...keys, ...body } })
    if (answer.kind !== 'ok' || answer.value.status !== 401) return answer
    return { kind: 'credentials', words: wordsOf(answer.value.body, 401) }
  }

  const askToken = async (place: string) => decoded(await sendKeys('generateEupAccessToken', { EupId: place }), tokenOf)
  const tokens = new Tokens(askToken, now)

  /** A call by the token of a place. A token that is not taken is asked for anew, once. */
  async function call(place: string, what: Call): Promise<RegisterAnswer<Reply>> {
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.of(place)
      if (token.kind !== 'ok') return token
      const answer = await send(what, token.value)
      if (answer.kind !== 'ok' || answer.value.status !== 401) return answer
      tokens.drop(place, token.value)
      if (attempt === 2) return { kind: 'credentials', words: wordsOf(answer.value.body, 401) }
    }
  }

  const change = async (place: string, path: string, body: object): Promise<RegisterAnswer<null>> =>
    decoded(await call(place, { path: `${cards}/${path}`, method: 'PUT', body, takesText: true }), nothingOf)

  return {
    call,
    change,
    create: async (place, path, body, decode) => decoded(await call(place, { path: `${cards}/${path}`, body }), decode),
    ask: place => async (path, decode) => decoded(await call(place, { path }), decode),

    async places() {
      const found: RegisterPlace[] = []
      for (let page = 1; page <= mostPagesOfPlaces; page++) {
        const PaginationParameters = {
          Order: { IsAscending: true },
          Page: { Index: page - 1 + firstPage, Size: pageSize }
        }
        const answer = decoded(await sendKeys('getEupList', { PaginationParameters }), body => placesOf(body, page))
        if (answer.kind !== 'ok') return answer
        found.push(...answer.value.items)
        if (!answer.value.isLast) continue
        const own = found.filter(({ id }) => wanted.length === 0 || wanted.includes(id.toLowerCase()))
        return { kind: 'ok', value: own }
      }
      return { kind: 'away', problem: `unreadable: over ${mostPagesOfPlaces} pages of places` }
    },

    async search({ place, role, page }) {
      const all: CardSummary[] = []
      let [total, isLast] = [0, true]
      for (const narrowed of searchesOf(versionAt(settings.bdoVersion, now()), now())) {
        const body = {
          PaginationParameters: {
            Order: { IsAscending: false, OrderColumn: modifiedColumn },
            Page: { Index: page - 1 + firstPage, Size: pageSize }
          },
          ...narrowed,
          ...Object.fromEntries(othersOf[role].map(other => [`SearchIn${other}`, false])),
          TransportDateRange: false,
          ReceiveConfirmationDateRange: false
        }
        const answer = decoded(await call(place, { path: `${cards}/${role}/search`, body }), given =>
          pageOf(given, page)
        )
        if (answer.kind !== 'ok') return answer
        all.push(...answer.value.cards)
        total += answer.value.total
        isLast &&= answer.value.isLast
      }
      all.sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : a.modifiedAt > b.modifiedAt ? -1 : 0))
      return { kind: 'ok', value: { cards: all, total, isLast } satisfies CardPage }
    },

    async details(place, role, id, state) {
      const query = new URLSearchParams({ KpoId: id, CompanyType: String(companyTypes[role]) })
      for (const each of statesFrom(state)) {
        await pace.turn()
        const answer = decoded(await call(place, { path: `${cards}/${detailsPaths[each]}?${query}` }), body =>
          cardOf(body, each)
        )
        if (answer.kind !== 'notFound') return answer
      }
      return { kind: 'notFound' }
    }
  }
}
