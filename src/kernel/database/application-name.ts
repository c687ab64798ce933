/**
 * By which name a connection is seen in the database (`pg_stat_activity`). It ends in the number of the last step of migrations that this
 * version knows, so that whoever takes something away sees whether a process is connected that still needs it.
 */
import { lastStep } from '../../../migrations/index.ts'

/** @param part what the connection is for; without one it is of the pool */
export const applicationName = (part?: string): string =>
  `opony${part === undefined ? '' : `-${part}`} ${Number.parseInt(lastStep, 10)}`
