import { defineModule, type Module } from '../../src/kernel/module.ts'
import { actsRoute } from './acts.ts'
import { auditOfRows } from './entries.ts'
import { beginSealing } from './seal.ts'
import { namedResources } from './subjects.ts'
import { auditMaintenance } from './verify.ts'

/**
 * The audit: every command by anyone, with who, when, what and to which rows; sealed in a chain, so that manipulation is detected.
 * @param others all other modules, whose commands are audited and whose resources name the rows
 */
export function auditOf(others: readonly Module[]): Module {
  const { entries, page } = auditOfRows(namedResources(others.flatMap(({ resources = [] }) => resources)))
  const commands = others.flatMap(({ commands: own = [], systemCommands = [] }) => [...own, ...systemCommands])
  return defineModule({
    name: 'audit',
    messages: new URL('./messages/', import.meta.url),
    resources: [entries],
    pages: [page],
    routes: [actsRoute(commands.map(({ name }) => name))],
    maintenance: [auditMaintenance],
    start: beginSealing
  })
}
