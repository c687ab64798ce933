import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's root folder. */
export const root = join(import.meta.dirname, '..')

/**
 * Lets a check be run on its own: where `url` is the programme that was started, prints what it finds in the project
 * and ends with 1 if that is anything. Does nothing where the file is imported.
 */
export function faultsMain(url: string, check: (root: string) => string[]): void {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  const faults = check(root)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
