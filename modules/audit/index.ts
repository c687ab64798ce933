import { recordAudit } from '../../src/kernel/audit/audit.ts'
import { defineModule, type Module } from '../../src/kernel/module.ts'
import { logAnchor, sealAll } from './chain.ts'
import { changesRoute } from './changes.ts'
import { checkChains } from './check.ts'
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
  const resources = others.flatMap(({ resources: own = [] }) => own)
  const named = namedResources(resources)
  const pages = others.flatMap(({ pages: own = [] }) => own)
  const securityEvents = securityEventsOf(Object.fromEntries(pages.map(({ id }) => [id, `${id}.title`])))
  const commands = others.flatMap(({ commands: own = [], systemCommands = [], workerCommands = [] }) => [
    ...own,
    ...systemCommands,
    ...workerCommands
  ])
  const programs = commands.flatMap(({ name, ...command }) =>
    'calledBy' in command && command.calledBy !== undefined ? [[name, command.calledBy] as const] : []
  )
  const { entries, page } = auditOfRows(named, Object.fromEntries(programs))
  return defineModule({
    name: 'audit',
    messages: new URL('./messages/', import.meta.url),
    vocabularies: [SecurityKind],
    resources: [entries, securityEvents],
    pages: [page, securityEventsPage(securityEvents)],
    routes: [actsRoute(commands.map(({ name }) => name)), changesRoute({ resources, named, pages })],
    extends: [recordAudit.fill(recordEntry)],
    maintenance: [auditMaintenance, securityMaintenance],
    schedules: [
      { name: 'audit.seal', every: '2s', run: ({ db, now }) => sealAll(db, now()) },
      { name: 'audit.anchor', every: '1h', run: logAnchor },
      { name: 'audit.securityEvents', every: '1h', run: sweepSecurityEvents },
      { name: 'audit.check', every: '6h', atStart: false, run: checkChains }
    ],
    start: async services => {
      const hint = { kind: 'changed', resourceType: securityEvents.type, ids: [], companyId: null } as const
      services.security.onWritten(() => services.hints.send(hint))
      return undefined
    }
  })
}
