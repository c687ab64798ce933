import { defineModule, type Module } from '../../src/kernel/module.ts'
import { actsRoute } from './acts.ts'
import { auditOfRows } from './entries.ts'
import { beginSealing } from './seal.ts'
import { namedResources } from './subjects.ts'
import { auditMaintenance } from './verify.ts'

/**
 * Every command by anyone: who, when, what, to which rows; sealed in a chain, so that a change is found out.
 * @param others all other modules: what their commands are about is named by their resources
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
