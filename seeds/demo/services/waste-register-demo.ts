/** The register of waste of a running demo: it follows the demo's orders, and keeps what was done in a file of the data folder. */
import { join } from 'node:path'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import type { DemoService } from './service.ts'
import { wasteRegister } from './waste-register.ts'
import { addOrders, demoKeys, readWorld, writeWorld } from './waste-register-orders.ts'

/** Orders are looked up at most once in so long. */
const freshMs = 20_000

export interface DemoRegister {
  readonly service: DemoService
  /** By which the application calls it. */
  readonly settings: { readonly bdoClientId: string; readonly bdoClientSecret: string }
  stop(): Promise<void>
}

/** Where it keeps what it knows. */
export const worldFile = (dataDir: string): string => join(dataDir, 'demo-waste-register.json')

/** @param mode the year of its interface */
export function demoRegister(databaseUrl: string, dataDir: string, mode: '2026' | '2027'): DemoRegister {
  const file = worldFile(dataDir)
  const world = readWorld(file)
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  async function read(): Promise<void> {
    await addOrders(world, database, new Date())
    // Before the business is seeded there is nothing to wait for.
    if (world.firms.length > 0) readAt = performance.now()
    writeWorld(file, world)
  }
  return {
    service: wasteRegister({
      world,
      mode,
      async refresh() {
        if (performance.now() - readAt < freshMs) return
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      },
      changed: () => writeWorld(file, world)
    }),
    settings: { bdoClientId: demoKeys.clientId, bdoClientSecret: demoKeys.clientSecret },
    stop: () => database.destroy()
  }
}
