/** Work on its own data that a module offers to operators: `npm run maintain -- stock --repair`. */
import type { Services } from './services.ts'

export interface MaintenanceResult {
  /** Whether all is well now; otherwise the command ends with 1. */
  readonly isSound: boolean
  /** What was found and done, for the operator. */
  readonly lines: readonly string[]
}

export interface Maintenance {
  readonly name: string
  /** What it does, in a few words. */
  readonly summary: string
  /** Looks; with `repair`, it also mends what it has found. */
  run(services: Services, options: { readonly repair: boolean }): Promise<MaintenanceResult>
}
