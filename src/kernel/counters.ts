/** Numbers that wait for somebody: the bell and the dashboard's tiles show them, each beside the list that it opens. */

import type { CounterMetadata } from '../contract/page.ts'
import type { Role } from '../contract/roles.ts'
import type { Caller } from './access/caller.ts'
import { defineSlot } from './extension-points.ts'
import type { Services } from './services.ts'

export interface Counter extends CounterMetadata {
  readonly access: readonly Role[]
  /** Equals the total of the list that it opens. */
  count(services: Services, caller: Caller): Promise<number>
}

/** Every counter of the modules; the application fills it. */
export const allCounters = defineSlot<readonly Counter[]>('kernel.counters', [])

export const defineCounter = (counter: Counter): Counter => counter

export const isFor = ({ access }: Counter, { role }: Caller): boolean => role !== null && access.includes(role)

/** What the browser receives of a counter. */
export const counterMetadata = ({ code, name, icon, tone, to, search, resourceType }: Counter): CounterMetadata => ({
  code,
  name,
  icon,
  tone,
  to,
  search,
  resourceType
})
