import { hub } from './hub.ts'

export const events = () => hub
