/** What the client of the waste register tells the demo's register of a card: receipt, transport, rejection. */
import { afterEach, describe, expect, it } from 'vitest'
import type { WasteRegister } from '../../modules/waste/register/register.ts'
import { aCard, aClient, openRegisters, otherPlace, ourPlace, theirPlace, theNow } from './fixtures/state-register.ts'

const { open: onRegister, close } = openRegisters()
afterEach(close)

const ok = (value: unknown) => ({ kind: 'ok', value })
const theirKeys = { bdoClientId: 'their-client-id', bdoClientSecret: 'their-client-secret' }

describe('what is told to the register', () => {
  const stateOf = async (client: WasteRegister) => {
    const answer = await client.card(ourPlace, 'receiver', '1', 'CONFIRMATION_GENERATED')
    return answer.kind === 'ok' ? answer.value : undefined
  }

  it('a receipt with its mass, and then the transport, each once', async () => {
    const { url, world } = await onRegister({ callsASecond: 100 })
    const client = aClient(url)
    expect(await client.confirmTransport(ourPlace, '1')).toMatchObject({ kind: 'refused' })
    expect(await client.confirmReceipt(ourPlace, '1', { mass: 2.48123, remarks: 'mokre' })).toEqual(ok(null))
    expect(await stateOf(client)).toMatchObject({
      ...{ state: 'RECEIVE_CONFIRMATION', receivedMass: 2.4812, remarks: 'mokre' },
      receivedAt: theNow.toISOString()
    })
    expect(await client.confirmTransport(ourPlace, '1')).toEqual(ok(null))
    expect(await stateOf(client)).toMatchObject({ state: 'TRANSPORT_CONFIRMATION' })
    expect(await client.confirmReceipt(ourPlace, '1', { mass: 2 })).toEqual({
      kind: 'refused',
      words: 'Karta ma status „Potwierdzenie transportu”, operacja jest niedozwolona.'
    })
    expect(world.log.map(({ act }) => act)).toEqual(['assign/receiveconfirmation', 'status/transportconfirmation'])
  })

  it('the list of received cards loses the time of receipt after the transport, the details keep it', async () => {
    const { url } = await onRegister({ callsASecond: 100 })
    const client = aClient(url)
    await client.confirmReceipt(ourPlace, '1', { mass: 2 })
    await client.confirmTransport(ourPlace, '1')
    expect((await stateOf(client))?.receivedAt).toBe(theNow.toISOString())
  })

  it.each(['2026', '2027'] as const)('a rejection with its reason, in the words of %s', async mode => {
    const { url, world } = await onRegister({ mode, callsASecond: 100 })
    const client = aClient(url, { bdoVersion: mode })
    expect(await client.reject(ourPlace, '1', 'Inny odpad')).toEqual(ok(null))
    expect(await stateOf(client)).toMatchObject({ state: 'REJECTED', remarks: 'Inny odpad' })
    expect(world.log).toHaveLength(1)
  })

  it('nothing of a card that is not there, and nothing for a place that does not receive it', async () => {
    const { url, world } = await onRegister({})
    expect(await aClient(url).confirmReceipt(ourPlace, 'none', { mass: 1 })).toEqual({ kind: 'notFound' })
    expect(await aClient(url).confirmReceipt(otherPlace, '1', { mass: 1 })).toMatchObject({ kind: 'refused' })
    expect(await aClient(url, theirKeys).reject(theirPlace, '1', 'x')).toMatchObject({ kind: 'refused' })
    expect(world.log).toEqual([])
  })

  it('the confirmation comes as a PDF', async () => {
    const { url } = await onRegister({
      cards: [aCard('1'), aCard('2', { generatingConfirmationTime: undefined } as never)]
    })
    const answer = await aClient(url).confirmation(ourPlace, '1')
    if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
    const text = Buffer.from(answer.value).toString('latin1')
    expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*Karta: KPO\/2026\/1[\s\S]*%%EOF\n$/)
    expect(await aClient(url).confirmation(ourPlace, '2')).toEqual({ kind: 'notFound' })
  })
})
