/**
 * The live hub. The token travels in the first message, never in the URL. Hints only say that something has changed:
 * queries whose key begins with the noun, or whose `meta.nouns` name it, are asked again. After a reconnect everything on screen is.
 */
import type { QueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import type { HubHandshake, HubMessage, PositionDelta } from '../src/contract/hub.ts'
import { currentToken } from './session.ts'

type Listener = (list: readonly PositionDelta[]) => void
const listeners = new Set<Listener>()

/** Hears the containers that moved. Answers how to stop. */
export function onPositions(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What each message does. `first` tells the greeting's answer from one after a reconnect. */
export function hear(message: HubMessage, queries: QueryClient, signedOut: () => void, first: boolean): void {
  if (message.kind === 'changed')
    queries.invalidateQueries({
      predicate: ({ queryKey, meta }) => [queryKey[0], meta?.nouns].flat().includes(message.resourceType)
    })
  else if (message.kind === 'positions') for (const listener of listeners) listener(message.list)
  else if (message.kind === 'signed-out') signedOut()
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
