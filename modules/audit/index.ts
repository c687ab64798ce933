import { defineModule } from '../../src/kernel/module.ts'
import { auditPage, entries } from './entries.ts'
import { beginSealing } from './seal.ts'
import { auditMaintenance } from './verify.ts'

/** Every command by anyone: who, when, what, to which rows; sealed in a chain, so that a change is found out. */
export const audit = defineModule({
  name: 'audit',
  messages: new URL('./messages/', import.meta.url),
  resources: [entries],
  pages: [auditPage],
  maintenance: [auditMaintenance],
  start: beginSealing
})
