import { log } from '../kernel/log.ts'

export const start = () => log('started')
