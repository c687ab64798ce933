/** How many sockets the hub takes, how many of strangers, and how many of one account. */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { anApp, type TestApp } from '../helper/app.ts'

let test: TestApp
let url: string
let sockets: WebSocket[] = []

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', HUB_MAX_CONNECTIONS: '4', HUB_MAX_UNAUTHENTICATED: '2', HUB_MAX_PER_ACCOUNT: '2' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(test.app.server.address() as { port: number }).port}/api/hub`
})
afterEach(async () => {
  const open = sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED)
  sockets = []
  await Promise.all(
    open.map(socket => {
      const closed = once(socket, 'close')
      socket.close()
      return closed
    })
  )
  // A client hears of its end before the server has counted it.
  await vi.waitFor(() => expect(test.app.websocketServer.clients.size).toBe(0))
})
afterAll(() => test.close())

async function aStranger(): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(url)
  sockets.push(socket)
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  await once(socket, 'open')
  return { socket, closed }
}

/** Somebody, or a person who has a token already. */
async function aListener(own?: string): Promise<WebSocket> {
  const token = own ?? (await test.signedInAs('ADMIN')).token
  const { socket, closed } = await aStranger()
  const ready = once(socket, 'message').then(String)
  socket.send(JSON.stringify({ token }))
  expect(await Promise.race([ready, closed])).toContain('ready')
  return socket
}

describe('the hub', () => {
  it('closes the stranger who has waited longest when one too many comes', async () => {
    const first = await aStranger()
    const second = await aStranger()
    const third = await aStranger()
    expect(await first.closed).toBe(1013)
    expect([second.socket.readyState, third.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  })

  it('no longer counts a connection as a stranger once it has signed in', async () => {
    const people = [await aListener(), await aListener(), await aListener()]
    const stranger = await aStranger()
    expect([...people, stranger.socket].map(({ readyState }) => readyState)).toEqual(Array(4).fill(WebSocket.OPEN))
  })

  it('refuses connections at its limit and keeps those that are open', async () => {
    const people = [await aListener(), await aListener(), await aListener(), await aListener()]
    expect(await (await aStranger()).closed).toBe(1013)
    expect(people.map(({ readyState }) => readyState)).toEqual(Array(4).fill(WebSocket.OPEN))
  })

  it('has room again once somebody has left', async () => {
    const people = [await aListener(), await aListener(), await aListener(), await aListener()]
    const left = once(people[0] as WebSocket, 'close')
    people[0]?.close()
    await left
    await vi.waitFor(() => aListener())
  })

  it('takes two connections of an account over all sessions, and another once one is closed', async () => {
    const person = await test.signedInAs('CLIENT')
    const own = [await aListener(person.token), await aListener((await test.signedInAs(person.accountId)).token)]
    const { socket, closed } = await aStranger()
    socket.send(JSON.stringify({ token: person.token }))
    expect(await closed).toBe(1013)
    expect(own.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
    await aListener()
    const left = once(own[0] as WebSocket, 'close')
    own[0]?.close()
    await left
    await vi.waitFor(() => aListener(person.token))
  })
})
