/** How the project's files and folders hang together: circles of imports, and folders of the kernel that import each other. */
import type { SourceFile } from './sources.ts'

/**
 * The circles of a graph: sets of several nodes of which each leads to all others (Tarjan).
 * @param graph what each node leads to; others than its own nodes are ignored
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const lower = (node: string, value: number): void => {
    low.set(node, Math.min(low.get(node) ?? value, value))
  }
  const visit = (node: string): void => {
    order.set(node, order.size)
    lower(node, order.size - 1)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) {
        visit(next)
        lower(node, low.get(next) ?? 0)
      } else if (stack.includes(next)) lower(node, order.get(next) ?? 0)
    }
    if (low.get(node) !== order.get(node)) return
    const members = stack.splice(stack.indexOf(node))
    if (members.length > 1) circles.push(members.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}

/** Circles of files that import each other, types included. */
export const circlesOfFiles = (sources: readonly SourceFile[]): string[][] =>
  circlesOf(new Map(sources.map(({ path, imports }) => [path, imports])))

/** The folder of the kernel that a file is in; undefined for a file beside the folders or elsewhere. */
const kernelFolderOf = (path: string): string | undefined => /^src\/kernel\/([^/]+)\//.exec(path)?.[1]

/** What each folder of the kernel imports of the others, and by which files: `access` → `http` → `access/a.ts > http/b.ts`. */
export function kernelImports(sources: readonly SourceFile[]): Map<string, Map<string, string[]>> {
  const folders = new Map<string, Map<string, string[]>>()
  for (const { path, imports } of sources)
    for (const imported of imports) {
      const from = kernelFolderOf(path)
      const to = kernelFolderOf(imported)
      if (!from || !to || from === to) continue
      const known = folders.get(from) ?? new Map<string, string[]>()
      const short = (name: string): string => name.replace('src/kernel/', '')
      known.set(to, [...(known.get(to) ?? []), `${short(path)} > ${short(imported)}`])
      folders.set(from, known)
    }
  return folders
}

/** Pairs of folders of the kernel that import each other, each with the imports of the rarer direction. */
export function kernelPairs(sources: readonly SourceFile[]): { readonly pair: string; readonly ties: string[] }[] {
  const folders = kernelImports(sources)
  return [...folders].flatMap(([from, known]) =>
    [...known].flatMap(([to, there]) => {
      const back = folders.get(to)?.get(from)
      if (!back || from > to) return []
      return { pair: `${from} ↔ ${to}`, ties: there.length <= back.length ? there : back }
    })
  )
}
