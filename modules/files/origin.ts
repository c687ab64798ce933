import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/settings.ts'

/**
 * This server's origin as the caller reaches it. The Host header is one of this server's names (src/kernel/serve/hosts.ts). If it
 * names an address of the settings, the scheme of that address is used, because a proxy may hide it.
 */
export function originOf({ protocol, host }: FastifyRequest, { portalUrl, adminUrl }: Settings): string {
  const known = [portalUrl, adminUrl].map(address => new URL(address)).find(address => address.host === host)
  if (known) return known.origin
  return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : new URL(portalUrl).origin
}
