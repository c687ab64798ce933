/** The contract: every call that the client can make is one that the register has, with the fields and types that it takes. */
import { Value } from '@sinclair/typebox/value'
import { afterAll, describe, expect, it } from 'vitest'
import type { RecordRegister } from '../../modules/waste/register/records.ts'
import type { WasteRegister } from '../../modules/waste/register/register.ts'
import type { SenderRegister } from '../../modules/waste/register/sender.ts'
import { startServices } from '../../seeds/demo/services/server.ts'
import type { Call } from '../../seeds/demo/services/service.ts'
import { wasteRegister } from '../../seeds/demo/services/waste-register.ts'
import { operations } from './fixtures/requests.ts'
import {
  aCard,
  aClient,
  aPlan,
  aRecordCard,
  aSender,
  aWorld,
  client,
  ourPlace,
  ourRecords,
  theirPlace,
  theNow
} from './fixtures/state-register.ts'

const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** Pascal to camel case, in all depths. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.charAt(0).toLowerCase() + name.slice(1), camel(part)])
  )
}

/** What is wrong with a call; empty where nothing is. */
function faultsOf({ method, path, query, body, token }: Call, version: '2026' | '2027'): string[] {
  const operation = operations[path]
  if (!operation) return [`${method} ${path} is no operation`]
  const faults = operation.method === method ? [] : [`${method} ${path} is a ${operation.method}`]
  if ((token === '') !== (operation.byKeys === true)) faults.push(`${path} with the wrong proof`)
  const schema = (version === '2027' && operation.bodyOf2027) || operation.body
  const parts = [
    ['body', schema, camel(body)],
    ['query', operation.query, camel(Object.fromEntries(query))]
  ] as const
  for (const [name, wanted, given] of parts) {
    const isEmpty = given === undefined || JSON.stringify(given) === '{}'
    if (!wanted && !isEmpty) faults.push(`${path} has a ${name}`)
    if (wanted)
      faults.push(...[...Value.Errors(wanted, given)].map(error => `${path} ${name}${error.path}: ${error.message}`))
  }
  return faults
}

/** Each call of a sender, with its own keys: a card is planned, found again by its mark, and approved. */
async function useSender(sender: SenderRegister): Promise<string[]> {
  const made = await sender.plan(theirPlace, aPlan)
  const id = made.kind === 'ok' ? made.value.id : ''
  const answers = [
    await sender.places(),
    await sender.company(theirPlace, client.companyId),
    made,
    await sender.find(theirPlace, aPlan.mark, '2026-11-20T00:00:00.000Z'),
    await sender.approve(theirPlace, id),
    await sender.card(theirPlace, id, 'PLANNED')
  ]
  return answers.map(({ kind }) => kind)
}

/** Each call of the record of waste, with the id of the one record card. */
async function useRecords(records: RecordRegister): Promise<unknown[]> {
  const received = { kpoId: 'received', number: 'KPO/1', mass: 2.123456, receivedAt: '2026-11-20T09:00:00.000Z' }
  const cards = await records.recordCards(ourPlace, { wasteCode: '160103', year: 2026 })
  const id = cards.kind === 'ok' ? (cards.value[0] ?? '') : ''
  const answers = [cards, await records.entry(ourPlace, id, received), await records.enter(ourPlace, id, received)]
  return [...answers, await records.entry(ourPlace, id, received)].map(({ kind }) => kind)
}

/** Each call of the client, with cards in every state, so that it also looks under every path. */
async function useAll(client: WasteRegister): Promise<string[]> {
  const answers = [
    await client.places(),
    await client.search({ place: ourPlace, role: 'carrier', page: 1 }),
    await client.search({ place: ourPlace, role: 'receiver', page: 2 }),
    await client.card(ourPlace, 'receiver', 'withdrawn', 'PLANNED'),
    await client.card(ourPlace, 'carrier', 'withdrawn', 'TRANSPORT_CONFIRMATION'),
    await client.confirmReceipt(ourPlace, 'one', { mass: 2.123456, remarks: 'x' }),
    await client.confirmReceipt(ourPlace, 'two', { mass: 3 }),
    await client.confirmTransport(ourPlace, 'one'),
    await client.reject(ourPlace, 'three', 'Inny odpad'),
    await client.confirmation(ourPlace, 'one')
  ]
  return answers.map(({ kind }) => kind)
}

describe.each(['2026', '2027'] as const)('the requests of %s', mode => {
  it('are those of the register’s description, all of them and nothing else', async () => {
    const calls: Call[] = []
    const world = {
      ...aWorld(aCard('one'), aCard('two'), aCard('three'), aCard('withdrawn', { state: 'WITHDRAWN' })),
      recordCards: [aRecordCard()]
    }
    world.cards.push(aCard('received', { state: 'RECEIVE_CONFIRMATION' }))
    const register = wasteRegister({ world, mode, now: () => theNow, callsASecond: 100 })
    const services = await startServices(call => {
      calls.push(call)
      return register(call)
    })
    stops.push(services.stop)
    const answered = await useAll(aClient(services.addresses.bdoUrl, { bdoVersion: mode }))
    expect(answered).toEqual(Array(10).fill('ok'))
    expect(await useSender(aSender(services.addresses.bdoUrl, { bdoVersion: mode }))).toEqual(Array(6).fill('ok'))
    expect(world.log.slice(-2).map(({ act }) => act)).toEqual(['create/plannedcard', 'approve'])
    const records = ourRecords(services.addresses.bdoUrl, { bdoVersion: mode })
    expect(await useRecords(records)).toEqual(['ok', 'notFound', 'ok', 'ok'])
    expect(calls.flatMap(call => faultsOf(call, mode))).toEqual([])
    expect([...new Set(calls.map(({ path }) => path))].sort()).toEqual(Object.keys(operations).sort())
  })
})

it('a call that the description does not have is found', () => {
  const call = (given: Partial<Call>): Call => ({
    method: 'PUT',
    path: '/WasteRegister/WasteTransferCard/v1/Kpo/reject',
    query: new URLSearchParams(),
    body: { KpoId: '1', Remarks: 'x' },
    token: 't',
    ...given
  })
  expect(faultsOf(call({}), '2026')).toEqual([])
  expect(faultsOf(call({}), '2027')).not.toEqual([])
  expect(faultsOf(call({ path: '/WasteRegister/WasteTransferCard/v1/Kpo/refuse' }), '2026')).toHaveLength(1)
  expect(faultsOf(call({ method: 'POST' }), '2026')).toHaveLength(1)
  expect(faultsOf(call({ token: '' }), '2026')).toHaveLength(1)
  expect(faultsOf(call({ body: { KpoId: '1', Remarks: 'x', Reason: 'y' } }), '2026')).not.toEqual([])
  expect(faultsOf(call({ body: { KpoId: 1, Remarks: 'x' } }), '2026')).not.toEqual([])
  expect(faultsOf(call({ query: new URLSearchParams({ KpoId: '1' }) }), '2026')).toHaveLength(1)
})
