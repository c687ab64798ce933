import type { Services } from './services.ts'

export interface Counter {
  count(services: Services): number
}
