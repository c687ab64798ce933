/**
 * The live hub: a WebSocket on which the server sends hints about changes. The token travels in the first message, never
 * in the URL. A hint carries no data; it invalidates the queries that depend on the changed resource type: those whose key
 * begins with it, and those that list it in `meta.resourceTypes`. After a reconnect every query is invalidated. A page sends its first
 * calls before the hub is connected: the first message says how long ago that was, and the server sends the changes since then.
 */
import type { QueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import { type HubHandshake, type HubMessage, unauthorized } from '../src/contract/hub.ts'
import { profileKey } from './account.ts'
import { forgetFirst } from './earlyAnswers.ts'
import { showNotice } from './notices.ts'
import { askingForMs, currentToken } from './session.ts'
import { offerBuild } from './version.ts'

type ItemListener = (items: readonly unknown[]) => void
const itemListeners = new Map<string, Set<ItemListener>>()
/** The last items of channels to which nobody listens yet: the page that will may have asked for its data already. */
const unheard = new Map<string, unknown[]>()
const keptUnheard = 1000

/**
 * Calls the listener with each batch of items of a channel, first with those to which nobody has listened. The caller knows their type.
 * Returns a function that unsubscribes.
 */
export function onItems<T>(channel: string, listener: (items: readonly T[]) => void): () => void {
  const listeners = itemListeners.get(channel) ?? new Set()
  itemListeners.set(channel, listeners)
  const typed = listener as ItemListener
  listeners.add(typed)
  const missed = unheard.get(channel)
  unheard.delete(channel)
  if (missed) typed(missed)
  return () => listeners.delete(typed)
}

/**
 * Handles a message of the hub.
 * @param isFirst whether the first connection is not ready yet: a later `ready` follows a lost connection, when hints may be missed
 */
export function handleMessage(
  message: HubMessage,
  queries: QueryClient,
  onSignedOut: () => void,
  isFirst: boolean
): void {
  if (message.kind === 'changed' || message.kind === 'resync') forgetFirst()
  if (message.kind === 'changed') {
    queries.invalidateQueries({
      predicate: ({ queryKey, meta }) => [queryKey[0], meta?.resourceTypes].flat().includes(message.resourceType)
    })
    // a form that is opened from now on asks anew; an open one does not change under the hand
    queries.invalidateQueries({ queryKey: ['form', 'fetched'], refetchType: 'none' })
  } else if (message.kind === 'items') {
    const { channel, items } = message
    const listeners = itemListeners.get(channel)
    if (listeners?.size) for (const listener of listeners) listener(items)
    else unheard.set(channel, [...(unheard.get(channel) ?? []), ...items].slice(-keptUnheard))
  } else if (message.kind === 'notice') showNotice(message)
  else if (message.kind === 'signed-out') onSignedOut()
  else if (message.kind === 'resync' || !isFirst) queries.invalidateQueries()
}

/** Closes a socket; one that is still connecting once it is or has failed, because the browser writes a warning where it is closed before. */
function closeQuietly(socket: ReconnectingWebSocket): void {
  const close = (): void => socket.close()
  if (socket.readyState === WebSocket.CONNECTING)
    for (const outcome of ['open', 'close'] as const) socket.addEventListener(outcome, close, { once: true })
  else close()
}

/** Connects to the hub, and again after each lost connection. Returns a function that closes it. */
export function openHub(queries: QueryClient, onSignedOut: () => void): () => void {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/hub`
  const socket = new ReconnectingWebSocket(url, undefined, { minReconnectionDelay: 1000, maxReconnectionDelay: 30_000 })
  let isFirst = true
  let isAsked = false
  const sendHandshake = (): void => {
    const token = currentToken()?.accessToken
    // after a lost connection every query is invalidated anyway
    const missed = isFirst ? { askingForMs: askingForMs() } : {}
    if (token) socket.send(JSON.stringify({ token, ...missed } satisfies HubHandshake))
  }
  const onMessage = ({ data }: MessageEvent): void => {
    const message = JSON.parse(data) as HubMessage
    handleMessage(message, queries, onSignedOut, isFirst)
    if (message.kind === 'ready') {
      isFirst = false
      offerBuild(message.build)
    }
    // the end of the session was announced: the server need not be asked
    isAsked = message.kind === 'signed-out'
  }
  /** A session that ends before there is a connection is not announced on it: where one is refused, the server is asked why, once. */
  const onClose = ({ code }: CloseEvent): void => {
    if (code !== unauthorized || isAsked) return
    isAsked = true
    void queries.invalidateQueries({ queryKey: profileKey })
  }
  socket.addEventListener('open', sendHandshake)
  socket.addEventListener('message', onMessage)
  socket.addEventListener('close', onClose)
  return () => {
    socket.removeEventListener('open', sendHandshake)
    socket.removeEventListener('message', onMessage)
    socket.removeEventListener('close', onClose)
    closeQuietly(socket)
  }
}
