/** What the commands of this folder share: the database of the settings, embedded or not. */
import { readSettings } from '../../config/settings.ts'

/** Gives the work the address of the database, and stops the embedded server after it unless the application uses it. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl) return work(settings.databaseUrl)
  const { startPostgres } = await import('../embedded/postgres.ts')
  const postgres = await startPostgres({ dataDir: settings.dataDir, durable: true })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
