/** The demo of a first start: a small business, sensors that move, and an accounting system that numbers and invoices. */
import { createHmac } from 'node:crypto'
import { demoServices } from '../config/schema.ts'
import type { Settings } from '../config/settings.ts'
import { seedDemo } from '../seeds/demo/insert.ts'
import { demoPassword } from '../seeds/demo/staff.ts'
import { yearOf } from './contract/days.ts'
import { hashPassword } from './kernel/access/passwords.ts'
import { openDatabase } from './kernel/database/database.ts'
import { queryOne, sql } from './kernel/database/sql.ts'
import { hashSecret } from './kernel/mqtt/secret.ts'
import type { Services } from './kernel/services.ts'

const demoOrders = 1_500
const demoSeed = 2026

export interface Demo {
  /** The lines that say who may sign in, and where. */
  readonly logins: readonly string[]
  /** Starts the sensors where the embedded broker is, and gives the function that stops them. */
  drive(): Promise<() => Promise<void>>
}

const logins = [
  ['admin@example.com', 'back office'],
  ['technician@example.com', 'back office, containers'],
  ['client.admin@example.com', 'portal'],
  ['client@example.com', 'portal'],
  ['client.admin@other.example.com', 'portal, another company'],
  ['driver@example.com', 'either']
] as const

/** Seeds the business when the database has no company yet. */
export async function beginDemo(services: Services, say: (line: string) => void): Promise<Demo> {
  const { db } = services
  const taken = await queryOne(db, sql`select id from companies.companies limit 1`)
  if (!taken) {
    const began = performance.now()
    // On a connection of its own: what is written at once may take longer than a request's statement ever should.
    const patient = openDatabase({ url: services.settings.databaseUrl, poolSize: 1, statementTimeoutMs: 0 })
    const hashes = { hashPassword, hashSecret, secrets: services.settings }
    const options = { seed: demoSeed, orders: demoOrders, now: services.now(), ...hashes }
    await seedDemo(patient, options).finally(() => patient.destroy())
    say(`Demo business: ${demoOrders} orders in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  return {
    logins: [
      ...logins.map(([email, where]) => `  ${email.padEnd(31)} ${where}`),
      `  Password for all: ${demoPassword}`,
      ''
    ],
    drive: async () => {
      const port = services.runtime.mqttPort()
      if (port === undefined) return async () => undefined
      const { driveDemo } = await import('../seeds/demo/drive.ts')
      return driveDemo(db, port)
    }
  }
}

/**
 * The demo's accounting system, where the settings name no other one. Its secret follows from the one of the installation, so
 * that the processes of one demo share it.
 */
export async function beginDemoAccounting({ demo, accountingUrl, accountingConnector, tokenSecret }: Settings) {
  if (!demo || accountingUrl !== '' || accountingConnector !== 'signed') return undefined
  const { startDemoAccounting } = await import('../seeds/demo/accounting.ts')
  return startDemoAccounting(createHmac('sha256', tokenSecret).update('accounting of the demo').digest('hex'))
}

/**
 * Starts the demo's registers and geocoder where a setting names one by `demo:`. `settings` has their addresses, in place of
 * that; undefined where there is nothing to start.
 */
export async function beginDemoServices(settings: Settings) {
  const wanted = demoServices.filter(name => settings[name] === 'demo:')
  if (wanted.length === 0) return undefined
  const { startServices } = await import('../seeds/demo/services/server.ts')
  const register = wanted.includes('bdoUrl') ? await beginDemoRegister(settings) : undefined
  const { addresses, stop } = await startServices(register?.service)
  return {
    settings: {
      ...(Object.fromEntries(wanted.map(name => [name, addresses[name]])) as Partial<typeof addresses>),
      ...register?.settings
    },
    async stop() {
      await stop()
      await register?.stop()
    }
  }
}

/** The demo's register of waste. It reads the orders of the database, so that is needed by its address. */
async function beginDemoRegister({ databaseUrl, dataDir, bdoVersion }: Settings) {
  const { demoRegister } = await import('../seeds/demo/services/waste-register-demo.ts')
  const mode = bdoVersion === 'auto' ? (yearOf(new Date()) >= 2027 ? '2027' : '2026') : bdoVersion
  return demoRegister(databaseUrl, dataDir, mode)
}
