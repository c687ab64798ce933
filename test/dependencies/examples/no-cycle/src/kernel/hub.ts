import { events } from './events.ts'

export const hub = () => events
