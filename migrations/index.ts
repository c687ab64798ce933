/**
 * All steps, in the order of their numbers: the files of this folder. Names carry no extension, so that they are the same under tsx,
 * compiled Node and Deno. A step is loaded when it is taken.
 */
import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import type { Knex } from 'knex'

const folder = new URL('.', import.meta.url)
/** `.ts` from the sources, `.js` where they are compiled. */
const extension = extname(import.meta.url)

const isStep = (file: string): boolean => /^\d{3}_\w+\.[jt]s$/.test(file) && extname(file) === extension

/** The names of all steps of this version. */
export const steps: readonly string[] = readdirSync(folder)
  .filter(isStep)
  .map(file => file.slice(0, -extension.length))
  .sort()

export const lastStep: string = steps.at(-1) ?? ''

export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => [...steps],
  getMigrationName: name => name,
  getMigration: name => import(new URL(`${name}${extension}`, folder).href)
}
