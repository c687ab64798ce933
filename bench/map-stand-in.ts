/** A server that is no more than the map page needs: the built browser part, made-up answers, and a hub that moves points. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { WebSocketServer } from 'ws'
import type { PositionDelta } from '../modules/iot/schema.ts'
import type { HubMessage } from '../src/contract/hub.ts'
import type { PagesMetadata } from '../src/contract/page.ts'

interface Options {
  /** Where the built files go. */
  readonly folder: string
  readonly count: number
  readonly seed: number
  readonly port?: number
}

const root = join(import.meta.dirname, '..')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png'
}
const hour = 3_600_000
const started = Date.now()
const page = (id: string, route: string) => ({
  id,
  route,
  title: 'iot.page.map',
  breadcrumb: ['iot.menu.store', 'iot.page.map'],
  inMenu: id === 'iot.map'
})
const mapPages = [page('iot.map', '/store/map'), page('iot.containerMap', '/store/container/map')]
const members = (vocabulary: string, ...names: string[]) =>
  names.map((name, code) => {
    const tone = code === 3 ? ('danger' as const) : ('info' as const)
    return { code, name, tone, label: `${vocabulary}.${name}` }
  })
const pages: PagesMetadata = {
  groups: [{ name: 'store', title: 'iot.menu.store', icon: 'warehouse', collapsed: false, pages: mapPages }],
  home: '/store/map',
  counters: [],
  vocabularies: {
    'iot.status': {
      name: 'iot.status',
      members: members('iot.status', 'unknown', 'connected', 'disconnected', 'prepared', 'delivered')
    },
    'iot.battery': { name: 'iot.battery', members: members('iot.battery', 'noInfo', 'normal', 'low', 'critical') }
  }
}
const me = { id: 1, email: 'a@b.pl', firstName: 'A', lastName: 'B', phone: '1', language: 1, role: 1, companyId: null }
const profile = { ...me, departmentId: null, country: 1, isActivated: true, hasAllRequiredData: true }

/** Numbers 0..1 that repeat for a seed. */
function random(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Containers around three hundred places, as a business has them. */
function business(count: number, seed: number) {
  const next = random(seed)
  const places = Array.from({ length: Math.min(4000, Math.ceil(count / 10)) }, (_, at) => ({
    id: at + 1,
    address: `ul. Leśna ${at + 1}, Kutno`,
    companyName: `Opony ${String(at + 1).padStart(4, '0')} sp. z o.o.`,
    latitude: 49.4 + next() * 5,
    longitude: 15 + next() * 8.5,
    orderTypes: [1, 3],
    isActive: true
  }))
  const containers = Array.from({ length: count }, (_, at) => {
    const place = places[Math.floor(next() * places.length)]
    const draw = next()
    return {
      id: at + 1,
      containerNumber: at % 50 === 0 ? null : `K-${String(at + 1).padStart(5, '0')}`,
      latitude: (place?.latitude ?? 52) + (at % 9 === 0 ? 0 : (next() - 0.5) * 0.02),
      longitude: (place?.longitude ?? 19) + (at % 9 === 0 ? 0 : (next() - 0.5) * 0.03),
      status: 1,
      currentBatteryLevel: 3.2 + draw * 0.8,
      currentBatteryStatus: draw < 0.05 ? 3 : draw < 0.15 ? 2 : 1,
      lastActiveDate: new Date(Date.now() - next() ** 4 * 400 * hour).toISOString()
    }
  })
  const stores = [
    {
      id: 1,
      name: 'Magazyn Kutno',
      storeName: 'Magazyn Kutno',
      containersAmount: 41,
      latitude: 52.23,
      longitude: 19.36
    },
    {
      id: 2,
      name: 'Magazyn Chełm',
      storeName: 'Magazyn Chełm',
      containersAmount: 17,
      latitude: 51.14,
      longitude: 23.47
    }
  ]
  return { places, containers, stores, next }
}
type Business = ReturnType<typeof business>

function historyOf({ containers }: Business, id: number) {
  const from = containers[id - 1]
  const next = random(id)
  let [latitude, longitude, time] = [from?.latitude ?? 52, from?.longitude ?? 19, started - 100 * 24 * hour]
  const stays: object[] = []
  for (let at = 0; time < started - hour; at++) {
    const length = next() ** 3 * 90 * hour
    const [first, last] = [time, Math.min(started, time + length)]
    stays.push({
      id: at + 1,
      latitude,
      longitude,
      firstActiveDate: new Date(first).toISOString(),
      lastActiveDate: new Date(last).toISOString(),
      internalStoreName: at % 20 === 0 ? 'Magazyn Kutno' : null
    })
    latitude += (next() - 0.5) * 0.3
    longitude += (next() - 0.5) * 0.4
    time = last + 2 * hour
  }
  return stays
}

function answer(business: Business, path: string): unknown {
  const { containers, places, stores } = business
  if (path === '/api/ui/pages') return { data: pages }
  const asked = mapPages.find(({ id }) => path === `/api/ui/pages/${id}`)
  if (asked) return { data: { ...asked, part: 'map', commands: [], data: { mapTypes: [] } } }
  if (path === '/api/Authorization/userinfo') return { data: profile }
  if (path === '/IoT/containers') return { data: { list: containers } }
  if (path === '/api/Admin/reception-places/coordinates') return { data: places, total: places.length }
  if (path === '/api/Admin/Stores/internal') return { data: stores, total: stores.length }
  const store = stores[Number(/internal\/(\d+)\/borderPoints/.exec(path)?.[1]) - 1]
  if (store) {
    const corners = [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1]
    ] as const
    const data = corners.map(([north, east], id) => ({
      id,
      latitude: store.latitude + north * 0.02,
      longitude: store.longitude + east * 0.03
    }))
    return { data, total: data.length }
  }
  const [, id, history] = /^\/IoT\/container\/(\d+)(\/history)?$/.exec(path) ?? []
  const container = containers[Number(id) - 1]
  if (!container) return undefined
  if (history) return { data: historyOf(business, Number(id)), total: 1 }
  const closest = { closestCompanyName: 'Opony 0001 sp. z o.o.', closestReceptionPlaceDistance: 1234 }
  const more = { imei: '350000000000019', serNo: 'SN-19', description: null, internalStoreName: null, photos: [] }
  const address = { closestReceptionPlaceAddress: 'ul. Leśna 1, Kutno', assignedInternalStoreName: 'Magazyn Kutno' }
  return { data: { ...container, version: 1, hasPhotos: false, ...more, ...closest, ...address } }
}

/** Builds the browser part, serves it, and answers where. `move(n)` lets n containers a second wander. */
export async function standIn({ folder, count, seed, port = 0 }: Options) {
  await build({
    configFile: join(root, 'ui/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true }
  })
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const held = business(count, seed)
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    if (/^\/(api|IoT)\//.test(path)) {
      const body = answer(held, path)
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
      const none = {
        status: 404,
        code: 'notFound',
        title: 'Nie ma',
        detail: 'Nie ma takiej rzeczy.',
        type: 'about:blank'
      }
      response.end(JSON.stringify(body ?? none))
      return
    }
    const file = join(folder, path)
    if (types[extname(path)] && existsSync(file)) {
      response.writeHead(200, { 'content-type': types[extname(path)] })
      response.end(readFileSync(file))
      return
    }
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'`
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    response.end(html.replaceAll('__CSP_NONCE__', nonce))
  })
  const hub = new WebSocketServer({ server, path: '/api/hub' })
  const send = (message: HubMessage): void => {
    for (const client of hub.clients) client.send(JSON.stringify(message))
  }
  hub.on('connection', socket => socket.on('message', () => socket.send(JSON.stringify({ kind: 'ready' }))))
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  let timer: ReturnType<typeof setInterval> | undefined
  const expiresAt = new Date(Date.now() + 24 * hour).toISOString()
  return {
    origin: `http://admin.localhost:${(server.address() as AddressInfo).port}`,
    /** Script that signs the browser in. */
    signIn: `sessionStorage.setItem('token', 'x'); sessionStorage.setItem('expiresAt', '${expiresAt}')`,
    move(perSecond: number): void {
      timer = setInterval(() => {
        const items = Array.from({ length: perSecond }, (): PositionDelta => {
          const container = held.containers[Math.floor(held.next() * count)]
          if (!container) throw new Error('there are no containers to move')
          container.latitude += (held.next() - 0.5) * 0.05
          container.longitude += (held.next() - 0.5) * 0.05
          container.lastActiveDate = new Date().toISOString()
          return container
        })
        send({ kind: 'items', channel: 'iot.positions', items })
      }, 1000)
    },
    tell: send,
    close: async (): Promise<void> => {
      clearInterval(timer)
      for (const client of hub.clients) client.terminate()
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    }
  }
}
