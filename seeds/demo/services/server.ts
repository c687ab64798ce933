/**
 * Services of others, as the demo has them: on loopback, by the protocols of the real ones, so that the application's own code for
 * them runs in the demo too. A service is a function from a call to its answer; to add one, add it to `services` and let
 * a setting name it by `demo:` (`demoServices` of config/schema.ts).
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { geocoder } from './geocoder.ts'
import type { DemoService } from './service.ts'
import { vatListOf } from './vat-list.ts'
import { viesOf } from './vies.ts'

const services = { vatListUrl: vatListOf, viesUrl: viesOf, geocodingUrl: geocoder } satisfies Record<
  string,
  DemoService
>

export type DemoServiceName = keyof typeof services

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

/** Starts them at a free port of this machine. `addresses` has the address of each. */
export async function startServices(): Promise<{
  readonly addresses: Readonly<Record<DemoServiceName, string>>
  stop(): Promise<void>
}> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://demo')
    const [, name = '', ...rest] = pathname.split('/')
    const service = Object.hasOwn(services, name) ? services[name as DemoServiceName] : undefined
    const call = { method: request.method ?? '', path: `/${rest.join('/')}`, query, body: await jsonOf(request) }
    const { status, json } = service?.(call) ?? { status: 404, json: { message: 'Not found' } }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = Object.keys(services) as DemoServiceName[]
  return {
    addresses: Object.fromEntries(names.map(name => [name, `${base}/${name}`])) as Record<DemoServiceName, string>,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}
