/**
 * A secret may stand in a file that the variable's name with `_FILE` names, as Docker and Kubernetes mount them: it is then in no
 * environment that a listing of processes or a crash report shows.
 */
import { readFileSync } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'
import { environmentName, type Fault } from './fault.ts'
import { settingsSchema } from './schema.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const secretNames: readonly string[] = Object.entries<TSchema>(settingsSchema.properties).flatMap(
  ([key, schema]) => (schema.secret === true ? environmentName(key) : [])
)

/** The environment with the secrets of files in it, and what is wrong with such files. */
export function withSecretFiles(env: Environment): { readonly env: Environment; readonly faults: readonly Fault[] } {
  const faults: Fault[] = []
  const read: Record<string, string> = {}
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    const problem = env[name]?.trim() ? `is set, and so is ${name}.` : into(read, name, file)
    if (problem)
      faults.push({
        name: `${name}_FILE`,
        problem,
        mend: `Set either ${name}, or ${name}_FILE to a file with the secret alone.`
      })
  }
  return { env: { ...env, ...read }, faults }
}

/** Reads the file's text without the line break at its end. Returns what is wrong with it. */
function into(read: Record<string, string>, name: string, file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text === '') return `names ${file}, which is empty.`
    read[name] = text
    return undefined
  } catch (error) {
    return `names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}
