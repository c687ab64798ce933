import type { Settings } from '../../config/settings.ts'

/** Whether this installation reads a register: without one it has no pages, tabs and counters of cards. */
export const hasRegister = ({ bdoUrl }: Settings): boolean => bdoUrl !== 'none'

/** Whether the business keeps its record of received waste (KEO) by this application. */
export const hasRecords = (settings: Settings): boolean => hasRegister(settings) && settings.bdoRecords
