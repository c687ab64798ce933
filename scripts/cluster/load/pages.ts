/** Live pages: each listens at the hub as the browser does, and connects again when its connection is lost. */
import WebSocket from 'ws'
import type { HubMessage } from '../../../src/contract/hub.ts'
import { officeHost, ports, proxyHost } from '../layout.ts'
import type { PlacedOrder } from './orders.ts'

/** What a page heard: a change of some orders (of any of them, without ids), or that it has to ask for everything again. */
interface Heard {
  readonly at: number
  readonly ids: ReadonlySet<number> | 'any'
}

export interface Pages {
  /** The pages, counted once for each order, that heard nothing of it in time. */
  missed(orders: readonly PlacedOrder[]): number
  stop(): void
}

const reconnectMs = 1_000
const inTimeMs = 10_000
/** A hint may come before the answer of the call. */
const beforeMs = 20_000
const askingForMs = 5_000

export function watching(count: number, token: () => string): Pages {
  const sockets = new Set<WebSocket>()
  let isOver = false
  const heard: Heard[][] = Array.from({ length: count }, () => [])
  const open = (own: Heard[]): void => {
    if (isOver) return
    const socket = new WebSocket(`ws://${proxyHost}:${ports.web}/api/hub`, {
      headers: { host: officeHost },
      handshakeTimeout: 4_000
    })
    sockets.add(socket)
    socket.on('open', () => socket.send(JSON.stringify({ token: token(), askingForMs })))
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as HubMessage
      // A page that has connected again asks for its data again, too.
      if (message.kind === 'resync' || message.kind === 'ready') own.push({ at: Date.now(), ids: 'any' })
      if (message.kind === 'changed' && message.resourceType === 'orders.order')
        own.push({ at: Date.now(), ids: message.ids.length > 0 ? new Set(message.ids) : 'any' })
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(open, reconnectMs, own)
    })
  }
  heard.forEach(open)
  return {
    missed: orders =>
      heard.reduce(
        (sum, own) =>
          sum +
          orders.filter(
            ({ id, at }) =>
              !own.some(
                one =>
                  one.at <= at + inTimeMs &&
                  (one.ids === 'any' ? one.at >= at - 1_000 : one.at >= at - beforeMs && one.ids.has(id))
              )
          ).length,
        0
      ),
    stop() {
      isOver = true
      for (const socket of sockets) socket.terminate()
    }
  }
}
