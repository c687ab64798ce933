/**
 * `npm run dev`: the server with Vite in front of it, at the port of the settings. Vite serves the sources of the browser application, and a
 * change of one is in the open pages at once. Everything else (pages, API, live hints) is forwarded to the server, which listens on a port of
 * its own and starts anew at each change of its sources; calls wait until it is back.
 *
 * The server sends the page as in production: same content policy, same nonce, same early script, same placeholders. For this Vite's
 * page, which names sources instead of built files, is written to `dist/dev`, and `BROWSER_DIR` names that folder.
 *
 * The driver's application (`/driver/app`) is a page of its own with a configuration of its own, and so has a Vite of its own. It has no service
 * worker here: that would keep the sources of yesterday.
 *
 * `/parts` is a page of its own that draws each part without a server (`test/ui/fixtures/parts`). Nothing else knows it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection, createServer as createNetServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { settingsOrExit } from '../src/settings.ts'
import { watchStarters } from '../src/starters.ts'
import { root } from './check.ts'

const { port, host, portalUrl, adminUrl } = settingsOrExit()
const pageFolder = join(root, 'dist/dev')
const pagePath = join(pageFolder, 'index.html')
const driverPagePath = join(pageFolder, 'driver/index.html')
/** How long a call waits for the server to come back, in milliseconds, and the pause between two tries. */
const maxWaitMs = 60_000
const pauseMs = 100

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
const serverPort = await freePort()

/** Whether the server answers a call: it does for all paths that are neither a file nor made up by Vite (`/@vite/client`). */
const isOfServer = (url = '/'): boolean => {
  const path = url.split('?')[0] ?? ''
  return /^\/(api|iot|health)(\/|$)/i.test(path) || (!path.startsWith('/@') && !/\.\w+$/.test(path))
}

/** Whether the driver's Vite answers: its page, its manifest and its worker are the server's. */
const isOfDriver = (url = '/'): boolean => /^\/driver\/(?!app(\?|$)|worker\.js|manifest\.webmanifest)/.test(url)

/** Forwards a call to the server. While nobody listens there, it tries again; the body is read only once somebody does. */
function forward(call: IncomingMessage, reply: ServerResponse, until = Date.now() + maxWaitMs): void {
  const { method, url, headers } = call
  // a connection for each call: one that is kept may end with the server that it leads to
  const target = { host: '127.0.0.1', port: serverPort, method, path: url, headers, agent: false }
  const forwarded = request(target, answer => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  forwarded.once('socket', socket => socket.once('connect', () => call.pipe(forwarded)))
  const giveUp = (): void => void forwarded.destroy()
  reply.once('close', giveUp)
  forwarded.once('error', (error: NodeJS.ErrnoException) => {
    reply.off('close', giveUp)
    if (error.code !== 'ECONNREFUSED' || Date.now() > until || reply.destroyed) reply.destroy()
    else setTimeout(() => forward(call, reply, until), pauseMs)
  })
}

/** Forwards a connection of live hints as it is. */
function forwardSocket({ method, url, rawHeaders }: IncomingMessage, near: Duplex, head: Buffer): void {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
  const far = createConnection(serverPort, '127.0.0.1', () => {
    far.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
    far.write(head)
    near.pipe(far).pipe(near)
  })
  for (const [end, other] of [
    [near, far],
    [far, near]
  ] as const)
    end.on('error', () => undefined).once('close', () => other.destroy())
}

/** Writes a page for the server, with the scripts that Vite adds to it. */
async function writePage(vite: ViteDevServer, source: string, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await vite.transformIndexHtml('/index.html', readFileSync(join(root, source), 'utf8')))
}

/** Answers with the page of parts. */
async function sendParts(vite: ViteDevServer, reply: ServerResponse): Promise<void> {
  const html = readFileSync(join(root, 'test/ui/fixtures/parts/index.html'), 'utf8')
  const source = join(root, 'test/ui/fixtures/parts/main.tsx').replaceAll('\\', '/')
  const page = await vite.transformIndexHtml(
    '/parts.html',
    html.replace('__SOURCE__', `/@fs/${source.replace(/^\//, '')}`)
  )
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.replaceAll('__CSP_NONCE__', ''))
}

/** Starts the server; in what it prints, people read the port that they can open. */
function startServer(): () => void {
  const watch = ['watch', '--clear-screen=false', '--include', pagePath, '--include', driverPagePath, 'src/main.ts']
  const server = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', ...watch], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(serverPort),
      HOST: '127.0.0.1',
      PORTAL_URL: portalUrl,
      ADMIN_URL: adminUrl,
      BROWSER_DIR: pageFolder
    }
  })
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text.replaceAll(`localhost:${serverPort}`, `localhost:${port}`))
  })
  server.once('exit', code => process.exit(code ?? 0))
  return () => void server.kill('SIGINT')
}

const front = createHttpServer()
const viteOf = (config: string): Promise<ViteDevServer> =>
  createVite({
    configFile: join(root, config),
    appType: 'custom',
    logLevel: 'warn',
    server: {
      middlewareMode: { server: front },
      hmr: { server: front },
      allowedHosts: ['.localhost', ...[portalUrl, adminUrl].map(address => new URL(address).hostname)]
    }
  })
const vite = await viteOf('ui/vite.config.ts')
const driverVite = await viteOf('ui/driver/vite.config.ts')
const writeOffice = (): Promise<void> => writePage(vite, 'ui/index.html', pagePath)
const writeDriver = (): Promise<void> => writePage(driverVite, 'ui/driver/index.html', driverPagePath)
await writeOffice()
await writeDriver()
vite.watcher.on('change', path => {
  if (/[\\/]ui[\\/](index\.html|early\.ts)$/.test(path)) void writeOffice()
})
driverVite.watcher.on('change', path => {
  if (/[\\/]driver[\\/]index\.html$/.test(path)) void writeDriver()
})
front.on('request', (call, reply) => {
  if (/^\/parts(\?|$)/.test(call.url ?? '')) void sendParts(vite, reply)
  else if (isOfDriver(call.url)) driverVite.middlewares(call, reply, () => forward(call, reply))
  else if (isOfServer(call.url)) forward(call, reply)
  else vite.middlewares(call, reply, () => forward(call, reply))
})
front.on('upgrade', (call, socket, head) => {
  if (isOfServer(call.url) && !call.headers['sec-websocket-protocol']?.startsWith('vite-'))
    forwardSocket(call, socket, head)
})
front.once('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken. Stop what listens there, or set PORT.` : error)
  process.exit(1)
})
front.listen(port, host)
await once(front, 'listening')

const stop = startServer()
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
watchStarters(stop)
