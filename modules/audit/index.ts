import { recordAudit } from '../../src/kernel/audit/audit.ts'
import { defineModule, type Module } from '../../src/kernel/module.ts'
import { logAnchor, sealAll } from './chain.ts'
import { actsRoute, auditOfRows } from './entries.ts'
import { recordEntry } from './record.ts'
import { securityMaintenance, sweepSecurityEvents } from './security/chain.ts'
import { securityEventsOf, securityEventsPage } from './security/events.ts'
import { SecurityKind } from './security/schema.ts'
import { namedResources } from './subjects.ts'
import { auditMaintenance } from './verify.ts'

/**
 * The audit: every command by anyone, with who, when, what and to which rows; and the security events (`security/`). Both are sealed in
 * chains, so that manipulation is detected.
 * @param others all other modules, whose commands are audited and whose resources name the rows
 */
export function auditOf(others: readonly Module[]): Module {
  const { entries, page } = auditOfRows(namedResources(others.flatMap(({ resources = [] }) => resources)))
  const pages = others.flatMap(({ pages: own = [] }) => own)
  const securityEvents = securityEventsOf(Object.fromEntries(pages.map(({ id }) => [id, `${id}.title`])))
  const commands = others.flatMap(({ commands: own = [], systemCommands = [] }) => [...own, ...systemCommands])
  return defineModule({
    name: 'audit',
    messages: new URL('./messages/', import.meta.url),
    vocabularies: [SecurityKind],
    resources: [entries, securityEvents],
    pages: [page, securityEventsPage(securityEvents)],
    routes: [actsRoute(commands.map(({ name }) => name))],
    extends: [recordAudit.fill(recordEntry)],
    maintenance: [auditMaintenance, securityMaintenance],
    schedules: [
      { name: 'audit.seal', every: '2s', run: ({ db, now }) => sealAll(db, now()) },
      { name: 'audit.anchor', every: '1h', run: logAnchor },
      { name: 'audit.securityEvents', every: '1h', run: sweepSecurityEvents }
    ],
    start: async services => {
      const hint = { kind: 'changed', resourceType: securityEvents.type, ids: [], companyId: null } as const
      services.security.onWritten(() => services.hints.send(hint))
      return undefined
    }
  })
}
