/** Which sources of the browser a host can load: everything that its first script leads to, without what only the other host shows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A static import, an import for the effect, or a lazy one; not of types, which leave no code. */
const imports = /(?:^(?:import|export)(?! type\b)[^'"`;]*?|\bimport\()['"](\.[^'"]+\.tsx?)['"]/gm
/** Those that the importing file needs to run, without lazy ones and types. */
const staticImports = /^(?:import|export)(?! type\b)[^'"`;(]*?['"](\.[^'"]+\.tsx?)['"]/gm
/** `registerPart('orders.print', () => import('./PrintView.tsx'))` */
const registrations = /register\w+\('([\w.]+)', \(\) => import\('(\.[^']+)'\)\)/g

/** The code without its comments. */
export const codeOf = (source: string): string => source.replace(/^\s*(?:\{?\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')

/**
 * The files that a host can load, as paths from the root.
 * @param root of the project
 * @param hasPart whether the metadata of this host's roles names a part: a hand-written page, or a registered component
 * @param without files that only the other host loads
 */
export function uiSources(root: string, hasPart: (name: string) => boolean, without: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const name = relative(root, path).replaceAll('\\', '/')
    if (found.has(name) || without.includes(name) || !existsSync(path)) return
    found.add(name)
    const code = codeOf(readFileSync(path, 'utf8'))
    for (const [, file = ''] of code.matchAll(imports)) visit(join(dirname(path), file))
  }
  visit(join(root, 'ui/main.tsx'))
  // `shell/Page.tsx` finds these by their places
  for (const folder of readdirSync(join(root, 'ui/pages'), { withFileTypes: true })) {
    if (!folder.isDirectory()) continue
    const path = join(root, 'ui/pages', folder.name)
    if (hasPart(folder.name)) visit(join(path, 'index.tsx'))
    const register = join(path, 'register.ts')
    if (!existsSync(register)) continue
    for (const [, name = '', file = ''] of readFileSync(register, 'utf8').matchAll(registrations))
      if (hasPart(name)) visit(join(path, file))
  }
  return [...found].sort()
}

/** The files that are loaded with some files, as paths from the root: all that they import, but lazily. */
export function withImports(root: string, files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const name = relative(root, path).replaceAll('\\', '/')
    if (found.has(name) || !existsSync(path)) return
    found.add(name)
    for (const [, file = ''] of codeOf(readFileSync(path, 'utf8')).matchAll(staticImports))
      visit(join(dirname(path), file))
  }
  for (const file of files) visit(join(root, file))
  return [...found].sort()
}
