/**
 * Services of others, as the demo has them: on loopback, by the protocols of the real ones, so that the application's own code for
 * them runs in the demo too. A service is a function from a call to its answer; to add one, add it to `services` and let
 * a setting name it by `demo:` (`demoServices` of config/schema.ts). The register of waste knows the demo's business, so it is given.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { geocoder } from './geocoder.ts'
import type { Answer, DemoService } from './service.ts'
import { vatListOf } from './vat-list.ts'
import { viesOf } from './vies.ts'

const services = { vatListUrl: vatListOf, viesUrl: viesOf, geocodingUrl: geocoder } satisfies Record<
  string,
  DemoService
>

export type DemoServiceName = keyof typeof services | 'bdoUrl'

const maxBytes = 65_536

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

const notFound: Answer = { status: 404, json: { message: 'Not found' } }

/**
 * Starts them at a free port of this machine, or at the port of an earlier start. `addresses` has the address of each; without a register of
 * waste that address answers 404.
 */
export async function startServices(
  register?: DemoService,
  port = 0
): Promise<{
  readonly addresses: Readonly<Record<DemoServiceName, string>>
  readonly port: number
  stop(): Promise<void>
}> {
  const all: Partial<Record<string, DemoService>> = { ...services, ...(register ? { bdoUrl: register } : {}) }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://demo')
    const [, name = '', ...rest] = pathname.split('/')
    const service = Object.hasOwn(all, name) ? all[name] : undefined
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    try {
      const body = await jsonOf(request)
      const call = { method: request.method ?? '', path: `/${rest.join('/')}`, query, body, token }
      const { status, json, text, headers = {} } = (await service?.(call)) ?? notFound
      const type = text === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
      const written = text ?? (json === undefined ? '' : JSON.stringify(json))
      response.writeHead(status, { 'content-type': type, ...headers }).end(written)
    } catch {
      // The caller has gone, or the demo's database is not there: to whoever called, the service is away.
      response.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${taken}`
  const names = [...Object.keys(services), 'bdoUrl'] as DemoServiceName[]
  return {
    addresses: Object.fromEntries(names.map(name => [name, `${base}/${name}`])) as Record<DemoServiceName, string>,
    port: taken,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}
