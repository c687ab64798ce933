/**
 * A POST to an address that somebody else has typed. What it could be abused for is reading what only this server reaches, so the name is
 * resolved here, private addresses are refused unless the installation allows them, the connection goes to the address that was looked at
 * and to no other, no redirect is followed, and of the answer only the beginning is read.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { spanOf } from '../traces.ts'
import { causeOf } from './request-json.ts'

/** Networks that are not of the internet: of this machine, of its neighbours, reserved ones, and those that lead on into IPv4. */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3]
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
/** All of IPv6 that is public today. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20]
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !notPublic.check(address, 'ipv4')
  return kind === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** Which addresses that are not public may be called, beside public ones. */
export type PrivateAddresses = 'false' | 'loopback' | 'true'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isAllowed = (address: string, allowed: PrivateAddresses): boolean =>
  allowed === 'true' ||
  isPublicAddress(address) ||
  (allowed === 'loopback' && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))

export type Target =
  | { readonly kind: 'address'; readonly address: string }
  /** `private`: it is, or leads to, an address that is not public; `unknown`: the name has no address now. */
  | { readonly kind: 'private' | 'unknown' }

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** The address that the name leads to. A name that has a private address beside public ones is refused, too. */
export async function targetOf(hostname: string, allowed: PrivateAddresses, resolve = lookup): Promise<Target> {
  const name = bare(hostname)
  const found = isIP(name) ? [{ address: name }] : await resolve(name, { all: true }).catch(() => [])
  const [first] = found
  if (!first) return { kind: 'unknown' }
  if (!found.every(({ address }) => isAllowed(address, allowed))) return { kind: 'private' }
  return { kind: 'address', address: first.address }
}

export interface PostRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly allowPrivate: PrivateAddresses
  /** Ends the call early, because the process stops. */
  readonly signal: AbortSignal
}

export type PostResult =
  /** `text` is the beginning of the answer; `retryAfter` is in seconds. */
  | { readonly kind: 'answer'; readonly status: number; readonly text: string; readonly retryAfter: number | undefined }
  /** `down`: nobody answered, or the connection broke; `slow`: no answer within the time limit; `private`: refused here. */
  | { readonly kind: 'down' | 'slow' | 'private'; readonly detail: string }
  /** The process stops: nobody knows whether it was taken. */
  | { readonly kind: 'stopped' }

const maxBytes = 4_096

/** A span of traces names the host alone: paths can hold secrets. It never throws: failures are part of the result. */
export const guardedPost = (request: PostRequest): Promise<PostResult> =>
  spanOf('call', `POST ${request.url.host}`, { 'http.request.method': 'POST' }, () => send(request))

async function send(request: PostRequest): Promise<PostResult> {
  const late = AbortSignal.timeout(request.timeoutMs)
  const expired = new Promise<'slow'>(resolve => late.addEventListener('abort', () => resolve('slow'), { once: true }))
  const target = await Promise.race([targetOf(request.url.hostname, request.allowPrivate), expired])
  if (target === 'slow') return { kind: 'slow', detail: 'the name was not resolved in time' }
  if (target.kind !== 'address')
    return target.kind === 'private'
      ? { kind: 'private', detail: 'the name leads to a private address' }
      : { kind: 'down', detail: 'the name has no address' }
  try {
    return await postTo(target.address, request, AbortSignal.any([late, request.signal]))
  } catch (error) {
    if (request.signal.aborted) return { kind: 'stopped' }
    if (late.aborted) return { kind: 'slow', detail: `no answer within ${request.timeoutMs / 1000} s` }
    return { kind: 'down', detail: causeOf(error).slice(0, 200) }
  }
}

/** Connects to the address; the name is only told to the other side, and is what its certificate must be of. */
function postTo(address: string, { url, headers, body }: PostRequest, signal: AbortSignal): Promise<PostResult> {
  const isSecure = url.protocol === 'https:'
  const name = bare(url.hostname)
  return new Promise((resolve, reject) => {
    const call = (isSecure ? secure : plain)(
      {
        method: 'POST',
        host: address,
        port: url.port || (isSecure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
        ...(isSecure && !isIP(name) ? { servername: name } : {})
      },
      answer => beginningOf(answer).then(text => resolve(resultOf(answer, text)), reject)
    )
    call.on('error', reject)
    call.end(body)
  })
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop closes the connection: the rest is not read.
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString()
}

const resultOf = ({ statusCode = 0, headers }: IncomingMessage, text: string): PostResult => ({
  kind: 'answer',
  status: statusCode,
  text,
  retryAfter: secondsOf(headers['retry-after'])
})

/** Seconds, or the time until a date. */
export function secondsOf(text: string | undefined, now = Date.now()): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}
