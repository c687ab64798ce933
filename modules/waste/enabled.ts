import type { Settings } from '../../config/settings.ts'

/** Whether this installation reads a register: without one it has no pages, tabs and counters of cards. */
export const hasRegister = ({ bdoUrl }: Settings): boolean => bdoUrl !== 'none'
