/** One database server for the run, with a template that holds the demo business: each worker clones it. */

import { seedDemo } from '../../seeds/demo/insert.ts'
import { chooseCost, hashPassword, testCost } from '../../src/kernel/access/passwords.ts'
import { migrate, openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'
import { startCluster } from '../helper/cluster.ts'

async function prepare(url: string): Promise<void> {
  chooseCost(testCost)
  await migrate(url)
  const db = openDatabase({ url })
  await seedDemo(db, { seed: 2026, orders: 200, now: new Date(), hashPassword, hashSecret })
  await db.destroy()
}

/** Playwright's globalSetup: returns what undoes it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster(prepare)
  process.env.E2E_CLUSTER = JSON.stringify(cluster.address)
  return cluster.stop
}
