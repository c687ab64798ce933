/**
 * The service worker of the driver's application, and of nothing else (its scope is /driver/). It keeps the page and all its files, so that
 * the application opens without signal. It answers no call of the API: what was read and what waits to be sent is the page's own
 * matter (`database.ts`).
 *
 * A new version is kept beside the present one, and takes over when the page says so: between shifts, or when the driver wants it
 * (`updates.ts`).
 */

/** What a worker has and a page has not; TypeScript's own list of it would contradict that of pages. */
interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void
}
interface Fetch extends Extendable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}
const worker = self as unknown as Scope

export {}

declare const __FILES__: readonly string[]
const files = __FILES__
const page = '/driver/app'
const others = ['/favicon.svg', '/icons/apple-touch-icon.png', '/icons/icon-192.png', '/driver/manifest.webmanifest']

/** The version is what it keeps: the names of the files have hashes. */
const version = [...files.join(' ')].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, 7)
const prefix = 'opony-driver-'
const cacheName = `${prefix}${(version >>> 0).toString(36)}`

worker.addEventListener('install', event => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(cacheName)
    // by the network, not by what the browser has kept of an older version
    await cache.addAll([page, ...files, ...others].map(path => new Request(path, { cache: 'reload' })))
  }
  event.waitUntil(keep())
})

worker.addEventListener('activate', event => {
  const takeOver = async (): Promise<void> => {
    for (const old of await caches.keys()) if (old.startsWith(prefix) && old !== cacheName) await caches.delete(old)
    await worker.clients.claim()
  }
  event.waitUntil(takeOver())
})

worker.addEventListener('message', event => {
  if (event.data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('fetch', event => {
  const { method, url, mode } = event.request
  const path = new URL(url).pathname
  const kept = mode === 'navigate' && path === page ? page : path
  if (method !== 'GET' || !(kept === page || files.includes(kept) || others.includes(kept))) return
  const answer = async (): Promise<Response> => {
    const cache = await caches.open(cacheName)
    return (await cache.match(kept)) ?? fetch(event.request)
  }
  event.respondWith(answer())
})
