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

export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () =>
    readdirSync(folder)
      .filter(isStep)
      .map(file => file.slice(0, -extension.length))
      .sort(),
  getMigrationName: name => name,
  getMigration: name => import(new URL(`${name}${extension}`, folder).href)
}
