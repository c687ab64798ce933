/**
 * The live hub. The token travels in the first message, never in the URL. Hints only say that something has changed:
 * queries whose key begins with the noun, or whose `meta.nouns` name it, are asked again. After a reconnect everything on screen is.
 */
import type { QueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import type { HubHandshake, HubMessage } from '../src/contract/hub.ts'
import { currentToken } from './session.ts'

type Listener = (items: readonly unknown[]) => void
const listeners = new Map<Listener, string>()

/** Calls the listener with the items of a channel, such as `iot.positions`. Returns the function that stops it. */
export function onItems<T>(channel: string, listener: (items: readonly T[]) => void): () => void {
  const each: Listener = items => listener(items as readonly T[])
  listeners.set(each, channel)
  return () => listeners.delete(each)
}

/** What each message does. `first` tells the greeting's answer from one after a reconnect. */
export function hear(message: HubMessage, queries: QueryClient, signedOut: () => void, first: boolean): void {
  if (message.kind === 'changed')
    queries.invalidateQueries({
      predicate: ({ queryKey, meta }) => [queryKey[0], meta?.nouns].flat().includes(message.resourceType)
    })
  else if (message.kind === 'items') {
    for (const [listener, channel] of listeners) if (channel === message.channel) listener(message.items)
  } else if (message.kind === 'signed-out') signedOut()
  else if (message.kind === 'resync' || !first) queries.invalidateQueries()
}

/** Opens the hub for as long as there is a session. Answers how to close it. */
export function openHub(queries: QueryClient, signedOut: () => void): () => void {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/hub`
  const socket = new ReconnectingWebSocket(url, undefined, { minReconnectionDelay: 1000, maxReconnectionDelay: 30_000 })
  let first = true
  const greet = (): void => {
    const token = currentToken()?.accessToken
    if (token) socket.send(JSON.stringify({ token } satisfies HubHandshake))
  }
  const listen = ({ data }: MessageEvent): void => {
    const message = JSON.parse(data) as HubMessage
    hear(message, queries, signedOut, first)
    if (message.kind === 'ready') first = false
  }
  socket.addEventListener('open', greet)
  socket.addEventListener('message', listen)
  return () => {
    socket.removeEventListener('open', greet)
    socket.removeEventListener('message', listen)
    socket.close()
  }
}
