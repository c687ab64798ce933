import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/settings.ts'

/**
 * This server's origin as the caller reaches it. The answer goes to the caller alone, so the Host header may say it; where it
 * names an address of the settings, that one's scheme counts, which a proxy may hide.
 */
export function originOf({ protocol, host }: FastifyRequest, { portalUrl, adminUrl }: Settings): string {
  const known = [portalUrl, adminUrl].map(address => new URL(address)).find(address => address.host === host)
  if (known) return known.origin
  return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : new URL(portalUrl).origin
}
