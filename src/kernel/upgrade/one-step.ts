/**
 * Takes one step beside processes that work. A step in a transaction waits for a table no longer than `lockMs`, because whoever wants that table
 * after it waits behind it; then it gives all back and tries again a little later. A step without a transaction builds beside writers,
 * and its waiting holds up nobody, so it keeps the limit of the connection; it may be taken again as well (docs/developers.md, "A migration").
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { migrationSource } from '../../../migrations/index.ts'

const lockMs = 900
/** About two minutes of tries. */
const mostTries = 40
const pauseMs = (tries: number): number => Math.min(500 * tries, 3_000)

const table = { schemaName: 'public', tableName: 'migrations' }

const withLimit = (step: Knex.Migration & { config?: { transaction?: boolean } }): Knex.Migration => ({
  ...step,
  up: async (knex: Knex) => {
    await knex.raw(`set local lock_timeout = ${lockMs}`)
    await step.up(knex)
  }
})

/** An older version works on a database of a newer one, so steps that it does not know are no fault here (`judge` decides). */
const configOf = (source: Knex.MigrationSource<string>, name: string) => ({
  ...table,
  name,
  disableMigrationsListValidation: true,
  migrationSource: {
    ...source,
    getMigration: async (step: string) => {
      const found = (await source.getMigration(step)) as Knex.Migration & { config?: { transaction?: boolean } }
      return found.config?.transaction === false ? found : withLimit(found)
    }
  }
})

/** It did not get a table in time, or others waited for it in a circle. */
const isWaiting = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

export interface Taken {
  readonly batch: number
  readonly tries: number
}

/** @throws Error of the database, when it refuses, or when others have held a table for too long */
export async function takeStep(
  database: Knex,
  name: string,
  source: Knex.MigrationSource<string> = migrationSource
): Promise<Taken> {
  for (let tries = 1; ; tries++) {
    try {
      const [batch] = (await database.migrate.up(configOf(source, name) as Knex.MigratorConfig)) as [number, string[]]
      return { batch, tries }
    } catch (error) {
      if (!isWaiting(error) || tries === mostTries) throw error
      await wait(pauseMs(tries))
    }
  }
}
