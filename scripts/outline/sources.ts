/** The project's TypeScript files as syntax trees, with what each imports: what the figures of `npm run outline` are counted from. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** Path from the root, with slashes: `src/kernel/module.ts`. */
  readonly path: string
  readonly lines: number
  readonly tree: ts.SourceFile
  /** Paths of the project's own files that it imports, types included. */
  readonly imports: readonly string[]
}

/** The text of an import's path: of a declaration, of a type (`import('…').T`), or of a dynamic import. */
function specifierOf(node: ts.Node): string | undefined {
  const text = (at: ts.Node | undefined): string | undefined => (at && ts.isStringLiteral(at) ? at.text : undefined)
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return text(node.moduleSpecifier)
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? text(node.argument.literal) : undefined
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return text(node.arguments[0])
  return undefined
}

/** Every node below this one, itself first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, child => {
    children.push(child)
  })
  for (const child of children) yield* nodesOf(child)
}

/**
 * Reads the TypeScript files of some folders.
 * @param root folder of the project
 * @param folders paths from the root
 */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  const paths = folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => `${folder}/${path}`)
    )
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /\.tsx?$/.test(path))
    .sort()
  return paths.map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, kind)
    const specifiers = [...nodesOf(tree)].map(specifierOf)
    const imports = specifiers.flatMap(name =>
      name?.startsWith('.') ? join(dirname(path), name).replaceAll('\\', '/') : []
    )
    return { path, lines: text.split('\n').length - 1, tree, imports: [...new Set(imports)] }
  })
}

/** The files under a folder. */
export const under = (sources: readonly SourceFile[], folder: string): SourceFile[] =>
  sources.filter(({ path }) => path.startsWith(`${folder}/`))
