/** What the commands of this folder share: the database of the settings, embedded or not. */
import { inspect } from 'node:util'
import type { Settings } from '../../config/settings.ts'
import { settingsOrExit } from '../settings.ts'

/**
 * Runs the work with the address of the database, and stops the embedded server after it unless the application uses it. What it
 * throws is printed as a sentence, without a stack, because operators read it; the command then ends with 1.
 */
export async function withDatabase(work: (url: string, settings: Settings) => Promise<void>): Promise<void> {
  const settings = settingsOrExit()
  try {
    const { databaseUrl, dataDir } = settings
    await (databaseUrl ? work(databaseUrl, settings) : withEmbedded(dataDir, url => work(url, settings)))
  } catch (error) {
    process.stderr.write(`${error instanceof Error && error.message !== '' ? error.message : inspect(error)}\n`)
    process.exitCode = 1
  }
}

async function withEmbedded(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  const { startPostgres } = await import('../embedded/postgres.ts')
  const postgres = await startPostgres({ dataDir, durable: true })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
