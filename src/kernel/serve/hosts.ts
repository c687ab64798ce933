/**
 * The names by which this server may be called: those of PORTAL_URL, ADMIN_URL and ALLOWED_HOSTS; outside production localhost, its
 * subdomains and plain addresses, too. Anything else is 421: an answer to a name that somebody has made up could stand in a cache, or lead
 * people on by links to it, and a name that points here from outside (DNS rebinding) would read with a browser's rights. Ports are not
 * compared, because a proxy has others. Health is answered by any name, because what watches it knows the address alone.
 */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../../../config/hosts.ts'
import type { Settings } from '../../../config/settings.ts'
import { throwProblem } from '../errors/errors.ts'
import { languageFor } from './authenticate.ts'

const bare = (name: string): string => name.replace(/^\[|\]$/g, '').toLowerCase()

/** The host's name without its port: `[::1]:3000` is `::1`. */
const nameIn = (host: string): string => bare(host.replace(/:\d*$/, ''))

type HostSettings = Pick<Settings, 'nodeEnv' | 'portalUrl' | 'adminUrl' | 'allowedHosts'>

/** @returns whether a Host header names this server */
export function hostRule({ nodeEnv, portalUrl, adminUrl, allowedHosts }: HostSettings): (host: string) => boolean {
  const named = allowedHosts.split(',').map(host => bare(host.trim()))
  const known = new Set([...[portalUrl, adminUrl].map(address => bare(new URL(address).hostname)), ...named])
  known.delete('')
  const isDevelopment = nodeEnv !== 'production'
  return host => {
    const name = nameIn(host)
    return known.has(name) || (isDevelopment && (isLoopback(name) || isIP(name) > 0))
  }
}

/** How many of the headers, of which Node keeps the first alone, are Host. */
const hostsIn = ({ raw: { rawHeaders } }: FastifyRequest): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/** To be called before any other hook is added, so that a refusal costs little. */
export function allowHosts(app: FastifyInstance, settings: HostSettings): void {
  const isAllowed = hostRule(settings)
  app.addHook('onRequest', async (request, reply) => {
    const isKnown = isAllowed(request.host ?? '')
    if (isKnown && hostsIn(request) < 2) return
    if (/^\/health\//.test(request.url) && hostsIn(request) < 2) return
    reply.header('connection', 'close')
    // The socket of an upgrade is no more the server's own, which would close it.
    if (request.headers.upgrade !== undefined) reply.raw.once('finish', () => request.raw.socket.destroySoon())
    request.language = languageFor('', request.headers['accept-language'], undefined)
    throwProblem(isKnown ? 'malformed' : 'unknownHost')
  })
}
