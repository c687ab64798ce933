/**
 * The demo's register of waste (BDO), by the paths and habits of the state's: tokens of a place that expire, details under a path of the card's
 * state, changes that are answered with an empty body, pages that are cut without saying so, and a limit of calls. `mode` is the year of its
 * interface. It keeps everything in the world that it is given: another one started on the same world goes on from there.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Answer, Call, DemoService } from './service.ts'
import { confirmation, details, line, page } from './waste-register-answers.ts'
import { records } from './waste-register-records.ts'
import {
  type Act,
  moves,
  type RegisterCard,
  type RegisterFirm,
  type RegisterWorld,
  type Role,
  rolesOf,
  type State,
  states,
  wasteCodes,
  wasteProcesses
} from './waste-register-states.ts'

export interface WasteRegisterOptions {
  readonly world: RegisterWorld
  now?(): Date
  readonly mode?: '2026' | '2027'
  /** How long a token is valid, in seconds. */
  readonly tokenSeconds?: number
  /** Calls a second with tokens; more are answered with 429. */
  readonly callsASecond?: number
  /** The largest page. */
  readonly pageSize?: number
  /** Before a list is answered: brings the world up to date. */
  refresh?(): Promise<void>
  /** After an act: the world has changed. */
  changed?(): void
}

type Fields = Readonly<Record<string, unknown>>

/** The body with its names in small letters: the register takes Pascal and camel case. */
function lowered(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const refused = (message: string, status = 400): Answer => ({ status, json: { Message: message } })
const cardsPath = '/WasteRegister/WasteTransferCard/v1/Kpo/'
const recordsPath = '/WasteRegister/WasteRecordCard/v1/Keo/'
const roleNames: readonly Role[] = ['sender', 'carrier', 'receiver']
const pathStates = new Map(Object.entries(states).map(([state, { path }]) => [path, state as State]))
const transportModes = ['road', 'railway', 'maritime', 'air', 'inlandwater'].map(mode => `is${mode}transport`)

const pageAsked = (body: Fields) => {
  const { index, size } = lowered(lowered(body.paginationparameters).page)
  return { index: Number(index) || 1, size: Number(size) || 10 }
}

export function wasteRegister(options: WasteRegisterOptions): DemoService {
  const {
    world,
    now = () => new Date(),
    mode = '2026',
    tokenSeconds = 1800,
    callsASecond = 40,
    pageSize = 50
  } = options
  const tokens = new Map<string, { readonly firm: string; readonly eupId: string; readonly until: number }>()
  const calls: number[] = []

  /** Whether one more call is too many, and then after how many seconds there is room. */
  function isTooFast(): boolean {
    const at = now().getTime()
    while (calls[0] !== undefined && calls[0] <= at - 1000) calls.shift()
    if (calls.length >= callsASecond) return true
    calls.push(at)
    return false
  }

  const firmByKeys = ({ clientid, clientsecret }: Fields): RegisterFirm | undefined =>
    world.firms.find(({ clientId, clientSecret }) => clientId === clientid && clientSecret === clientsecret && clientId)

  function authorise(path: string, body: Fields): Answer | undefined {
    const firm = firmByKeys(body)
    if (!firm) return refused('Nieprawidłowy ClientId lub ClientSecret.', 401)
    if (!firm.hasCalled) {
      firm.hasCalled = true
      options.changed?.()
    }
    if (path === 'getEupList') {
      const places = firm.places.map(place => ({ ...place, companyId: firm.companyId, buildingNumber: null }))
      return { status: 200, json: page(places, pageAsked(body), pageSize) }
    }
    if (path !== 'generateEupAccessToken') return undefined
    const eup = firm.places.find(({ eupId }) => eupId === body.eupid)
    if (!eup) return refused('Brak dostępu do wskazanego miejsca prowadzenia działalności.', 403)
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, { firm: firm.companyId, eupId: eup.eupId, until: now().getTime() + tokenSeconds * 1000 })
    return { status: 200, json: { AccessToken: token, TokenType: 'Bearer', ExpiresIn: tokenSeconds } }
  }

  function search(role: Role, body: Fields, firm: RegisterFirm, eupId: string): Answer {
    const names = text(body.cardstatuscodenames).split(',').filter(Boolean)
    if (mode === '2026' && !Number.isInteger(body.year)) return refused('Pole Year jest wymagane.')
    if (mode === '2027' && body.year !== undefined) return refused('Pole Year nie jest obsługiwane.')
    if (mode === '2027' && names.length === 0) return refused('Pole CardStatusCodeNames jest wymagane.')
    const { isascending } = lowered(lowered(body.paginationparameters).order)
    const found = world.cards
      .filter(card => rolesOf(card, firm, eupId).includes(role))
      .filter(card => mode === '2027' || card.year === body.year)
      .filter(card => names.length === 0 || names.includes(card.state))
      .sort((a, b) => (a.kpoLastModifiedAt < b.kpoLastModifiedAt ? -1 : 1))
    if (isascending !== true) found.reverse()
    return {
      status: 200,
      json: page(
        found.map(card => line(world, card, role)),
        pageAsked(body),
        pageSize
      )
    }
  }

  function create(body: Fields, firm: RegisterFirm, eupId: string): Answer {
    const modes = transportModes.filter(name => body[name] === true)
    if (mode === '2027' && modes.length !== 1) return refused('Należy wskazać jeden rodzaj transportu.')
    const receiver = world.firms.find(({ companyId }) => companyId === body.receivercompanyid)
    if (!receiver?.places.some(place => place.eupId === body.receivereupid)) return refused('Nieznany przejmujący.')
    if (!world.firms.some(({ companyId }) => companyId === body.carriercompanyid))
      return refused('Nieznany transportujący.')
    const at = now().toISOString()
    const card: RegisterCard = {
      kpoId: randomUUID(),
      year: now().getUTCFullYear(),
      cardNumber: null,
      state: 'PLANNED',
      senderCompanyId: firm.companyId,
      senderEupId: eupId,
      carrierCompanyId: text(body.carriercompanyid),
      receiverCompanyId: receiver.companyId,
      receiverEupId: text(body.receivereupid),
      wasteCodeId: Number(body.wastecodeid),
      vehicleRegNumber: text(body.vehicleregnumber),
      wasteMass: Number(body.wastemass),
      plannedTransportTime: text(body.plannedtransporttime) || at,
      kpoLastModifiedAt: at,
      revisionNumber: 0,
      wasteProcessId: Number(body.wasteprocessid),
      additionalInfo: text(body.additionalinfo)
    }
    if (!wasteProcesses.some(({ wasteProcessId }) => wasteProcessId === card.wasteProcessId))
      return refused('Nieprawidłowy proces przetwarzania.')
    if (card.vehicleRegNumber === '') return refused('Pole VehicleRegNumber jest wymagane.')
    if (!(card.wasteMass > 0) || !wasteCodes.some(({ wasteCodeId }) => wasteCodeId === card.wasteCodeId))
      return refused('Nieprawidłowa masa lub kod odpadu.')
    world.cards.push(card)
    world.log.push({ at, act: 'create/plannedcard', kpoId: card.kpoId, eupId })
    options.changed?.()
    return { status: 200, json: details(world, card) }
  }

  /** Why the body does not do for the act; undefined where it does. It is written into the card only after that. */
  function faultOf(act: Act, body: Fields): string | undefined {
    const isMass = (value: unknown): boolean => typeof value === 'number' && value > 0
    if (act === 'assign/receiveconfirmation' && !isMass(body.correctedwastemass))
      return 'Pole CorrectedWasteMass jest wymagane.'
    if (act === 'revise' && !isMass(body.wastemass)) return 'Pole WasteMass jest wymagane.'
    if ((act === 'reject' || act === 'withdrawn') && text(body.remarks).trim() === '')
      return 'Pole Remarks jest wymagane.'
    if (mode === '2027' && act === 'reject' && text(body.rejectionreasoncodename) === '')
      return 'Pole RejectionReasonCodeName jest wymagane.'
    return undefined
  }

  function write(card: RegisterCard, act: Act, body: Fields): void {
    if (act === 'assign/receiveconfirmation') card.correctedWasteMass = Number(body.correctedwastemass)
    if (text(body.remarks) !== '') card.remarks = text(body.remarks)
    if (act === 'revise') {
      card.revisedWasteMass = Number(body.wastemass)
      card.revisionNumber += 1
    }
    if (act === 'approve')
      card.cardNumber ??= `KPO/${card.year}/${String(world.cards.indexOf(card) + 1).padStart(8, '0')}`
    if (act === 'carrier/update/approved/generateconfirmation') {
      card.vehicleRegNumber = text(body.vehicleregnumber) || card.vehicleRegNumber
      card.realTransportTime = text(body.realtransportdate) || now().toISOString()
    }
  }

  function move(act: Act, body: Fields, firm: RegisterFirm, eupId: string): Answer {
    const card = world.cards.find(({ kpoId }) => kpoId === body.kpoid)
    const roles = card ? rolesOf(card, firm, eupId) : []
    if (!card || roles.length === 0) return refused('Nie znaleziono karty.', 404)
    const { by, from, to, time } = moves[act]
    if (!roles.some(role => by.includes(role))) return refused('Brak uprawnień do wykonania operacji na karcie.')
    if (!from.includes(card.state))
      return refused(`Karta ma status „${states[card.state].name}”, operacja jest niedozwolona.`)
    const fault = faultOf(act, body)
    if (fault) return refused(fault)
    write(card, act, body)
    const at = now().toISOString()
    Object.assign(card, { state: to, kpoLastModifiedAt: at, [time]: at })
    world.log.push({ at, act, kpoId: card.kpoId, eupId })
    options.changed?.()
    // The register says nothing where all went well.
    return { status: 200 }
  }

  function read(end: string, query: URLSearchParams, firm: RegisterFirm, eupId: string): Answer | undefined {
    const given = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]))
    const card = world.cards.find(({ kpoId }) => kpoId === given.get('kpoid'))
    const roles = card ? rolesOf(card, firm, eupId) : []
    if (end === 'confirmation') {
      if (!card || roles.length === 0 || card.generatingConfirmationTime === undefined)
        return refused('Nie znaleziono karty.', 404)
      return { status: 200, text: confirmation(world, card) }
    }
    const state = pathStates.get(end)
    if (!state) return undefined
    const role = roleNames[Number(given.get('companytype'))]
    if (!card || card.state !== state || !role || !roles.includes(role)) return refused('Nie znaleziono karty.', 404)
    return { status: 200, json: details(world, card) }
  }

  function company(id: string | null): Answer {
    const firm = world.firms.find(({ companyId }) => companyId === id)
    if (!firm) return refused('Nie znaleziono podmiotu.', 404)
    const { companyId, registrationNumber, name, nip } = firm
    return { status: 200, json: { companyId, registrationNumber, name, nip, country: 'Polska' } }
  }

  return async ({ method, path, query, body: sent, token }: Call) => {
    const body = lowered(sent)
    if (path.endsWith('/v1/HealthCheck')) return { status: 200, text: 'Healthy' }
    if (method === 'POST' && path.startsWith('/WasteRegister/v1/Auth/')) {
      await options.refresh?.()
      return authorise(path.slice('/WasteRegister/v1/Auth/'.length), body)
    }
    const caller = tokens.get(token)
    const firm = world.firms.find(({ companyId }) => companyId === caller?.firm)
    if (!caller || !firm || caller.until <= now().getTime()) return { status: 401 }
    if (isTooFast()) return { status: 429, headers: { 'retry-after': '1' }, json: { Message: 'Zbyt wiele zapytań.' } }
    const { eupId } = caller
    if (path === '/WasteRegister/v1/WasteCode' && method === 'GET') return { status: 200, json: wasteCodes }
    if (path === '/WasteRegister/v1/WasteCode/search' && method === 'POST')
      return { status: 200, json: wasteCodes.filter(({ code }) => code.includes(text(body.code))) }
    if (path === '/WasteRegister/v1/WasteProcess' && method === 'GET') return { status: 200, json: wasteProcesses }
    if (path === '/WasteRegister/v1/Search/getcompanybyid') return company(query.get('companyId'))
    if (path === '/WasteRegister/DocumentService/v1/kpo/confirmation') return read('confirmation', query, firm, eupId)
    if (path.startsWith(recordsPath)) {
      const lower = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]))
      const end = path.slice(recordsPath.length)
      const call = {
        method,
        end,
        query: lower,
        body,
        eupId,
        at: now().toISOString(),
        pageAsked: pageAsked(body),
        pageSize
      }
      const answer = records(world, call)
      if (end.endsWith('create') && answer?.status === 200) options.changed?.()
      return answer
    }
    if (!path.startsWith(cardsPath)) return undefined
    const end = path.slice(cardsPath.length)
    if (method === 'GET') return read(end, query, firm, eupId)
    if (method === 'PUT') return Object.hasOwn(moves, end) ? move(end as Act, body, firm, eupId) : undefined
    if (end === 'create/plannedcard') return create(body, firm, eupId)
    const role = roleNames.find(each => end === `${each}/search`)
    if (!role) return undefined
    await options.refresh?.()
    return search(role, body, firm, eupId)
  }
}
