import type { Counter } from './counters.ts'

export interface Services {
  readonly counters: readonly Counter[]
}
