/** Work on its own data that a module offers to operators: `npm run maintain -- stock --repair`. */
import type { Services } from './services.ts'

export interface MaintenanceResult {
  /** Whether everything is in order now; otherwise the command ends with 1. */
  readonly isSound: boolean
  /** The findings and repairs, as text for the operator. */
  readonly lines: readonly string[]
}

export interface Maintenance {
  readonly name: string
  /** What it does, in a few words. */
  readonly summary: string
  /** Checks; with `repair`, it also repairs what it has found. */
  run(services: Services, options: { readonly repair: boolean }): Promise<MaintenanceResult>
}
