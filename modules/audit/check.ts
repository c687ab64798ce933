/** The chains of the audit and of the security events, verified by the worker itself several times a day, as metrics and lines of the log. */
import type { Services } from '../../src/kernel/services.ts'
import { securityMaintenance } from './security/chain.ts'
import { auditMaintenance } from './verify.ts'

const chains = [auditMaintenance, securityMaintenance] as const

/** Verifies both. What is found is logged as an error: somebody has changed what nobody may change. */
export async function checkChains(services: Services): Promise<void> {
  const { log, metrics, now } = services
  for (const { name: chain, run } of chains) {
    const { isSound, lines } = await run(services, { repair: false })
    if (!isSound) log.error({ chain, findings: lines.slice(0, 20) }, 'audit: a chain is not as it was written')
    metrics.tell('opony_audit_sound', 'Whether all of the chain is as it was written', { chain }, Number(isSound))
    const help = 'When the chain was last verified, in seconds since 1970'
    metrics.tell('opony_audit_checked_timestamp_seconds', help, { chain }, now().getTime() / 1000)
  }
}
