/** The configurations of `deploy/cluster`, with their values filled in. */
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folder, root } from './layout.ts'
import { account } from './programs.ts'

/** Replaces each `@NAME@`. A name without a value is a mistake, and so is a value that nothing asks for. */
export function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  const used = new Set<string>()
  const text = template.replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template asks for ${name}, which has no value`)
    used.add(name)
    return String(value)
  })
  const unused = Object.keys(values).filter(name => !used.has(name))
  if (unused.length > 0) throw new Error(`The template does not ask for ${unused.join(', ')}`)
  return text
}

/** Writes a configuration, readable for the account of the cluster alone, because it has passwords. */
export function configure(template: string, name: string, values: Readonly<Record<string, string | number>>): string {
  const text = filled(readFileSync(path.join(root, 'deploy/cluster', template), 'utf8'), values)
  const file = path.join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  const owner = account()
  if (owner) chownSync(file, owner.uid, owner.gid)
  return file
}
