/** The figures that are counted in syntax trees: options, spreads, loops, counters, long functions, words of the business. */
import ts from 'typescript'
import { nodesOf, type SourceFile } from './sources.ts'

const nameOf = (node: ts.Node | undefined): string => (node && ts.isIdentifier(node) ? node.text : '')
const at = (source: SourceFile, node: ts.Node): string =>
  `${source.path}:${source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1}`

/** Where the nodes are that a test finds, as `path:line`. */
export const places = (sources: readonly SourceFile[], test: (node: ts.Node) => boolean): string[] =>
  sources.flatMap(source => [...nodesOf(source.tree)].filter(test).map(node => at(source, node)))

const withoutParentheses = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node

/** `...(x ? a : b)` and `...(x && a)`, in objects, lists and calls. */
export function isConditionalSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return false
  const spread = withoutParentheses(node.expression)
  const isAnd = ts.isBinaryExpression(spread) && spread.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  return ts.isConditionalExpression(spread) || isAnd
}

/** `defineCounter({ …, count })`: a counter that counts by a statement of its own. */
export function isCounterWithSql(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || nameOf(node.expression) !== 'defineCounter') return false
  return node.arguments.some(
    argument =>
      ts.isObjectLiteralExpression(argument) && argument.properties.some(({ name }) => nameOf(name) === 'count')
  )
}

const callsOf = (node: ts.Node): string[] =>
  [...nodesOf(node)].flatMap(each => (ts.isCallExpression(each) ? nameOf(each.expression) : []))

/** The functions of a file by their name, declared or assigned. */
function functionsOf(tree: ts.SourceFile): Map<string, ts.Node> {
  const functions = new Map<string, ts.Node>()
  for (const node of nodesOf(tree)) {
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, node)
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      functions.set(nameOf(node.name), node.initializer)
  }
  return functions
}

/** The condition under which a node is reached within its function, as text. */
function conditionOf(node: ts.Node, tree: ts.SourceFile): string {
  const { parent } = node
  if (!parent || ts.isFunctionLike(parent)) return ''
  const own = ts.isIfStatement(parent)
    ? parent.expression
    : ts.isConditionalExpression(parent)
      ? parent.condition
      : undefined
  return `${own && own !== node ? own.getText(tree) : ''}${conditionOf(parent, tree)}`
}

/**
 * Loops by hand: files that call `setInterval`, or `setTimeout` with a function that leads back to the same `setTimeout`, by names
 * within the file, without a condition or until something has ended. A timer that is armed only while something waits is a
 * throttle, and no loop.
 */
export function handLoops(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(source => {
    const functions = functionsOf(source.tree)
    const leadsTo = (from: ts.Node, goal: ts.Node, seen: Set<ts.Node>): boolean => {
      if (seen.has(from)) return false
      seen.add(from)
      if (from.pos <= goal.pos && goal.end <= from.end) return true
      return callsOf(from).some(name => {
        const called = functions.get(name)
        return called !== undefined && leadsTo(called, goal, seen)
      })
    }
    const isLoop = (node: ts.Node): boolean => {
      if (!ts.isCallExpression(node)) return false
      if (nameOf(node.expression) === 'setInterval') return true
      const callback = node.arguments[0]
      if (nameOf(node.expression) !== 'setTimeout' || !callback) return false
      const condition = conditionOf(node, source.tree)
      if (condition && !/ended|stopped|closed/i.test(condition)) return false
      return leadsTo(functions.get(nameOf(callback)) ?? callback, node, new Set())
    }
    return places([source], isLoop).slice(0, 1)
  })
}

/** Functions over a number of lines, as `path:line name lines`. */
export const longFunctions = (sources: readonly SourceFile[], most: number): string[] =>
  sources.flatMap(source => {
    const lineOf = (position: number): number => source.tree.getLineAndCharacterOfPosition(position).line
    return [...nodesOf(source.tree)].flatMap(node => {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return []
      const lines = lineOf(node.end) - lineOf(node.getStart(source.tree)) + 1
      const name = nameOf(node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined))
      return lines > most ? `${at(source, node)} ${name} ${lines}` : []
    })
  })

/** Words of a name or text: `perTonne` and `per-tonne` are `per`, `tonne`. The setting `portalUrl` is the address of any installation. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/portalUrl/gi, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Where names, texts and templates of the code (not comments) hold one of the words, once a line: `path:line word`. */
export function placesOfWords(sources: readonly SourceFile[], words: ReadonlySet<string>): string[] {
  const found = sources.flatMap(source =>
    [...nodesOf(source.tree)].flatMap(node => {
      const isText =
        ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)
      if (!isText && !ts.isIdentifier(node)) return []
      if (ts.isStringLiteral(node) && (ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent)))
        return []
      const word = wordsOf(node.text).find(each => words.has(each))
      return word ? `${at(source, node)} ${word}` : []
    })
  )
  return [...new Set(found)]
}

/** Where SQL names a table of a module: `path:line schema`. */
export const placesOfTables = (sources: readonly SourceFile[], schemas: ReadonlySet<string>): string[] =>
  sources.flatMap(source =>
    [...nodesOf(source.tree)].flatMap(node => {
      if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node)) return []
      const schema = /\b(?:from|join|into|update)\s+([a-z]+)\./.exec(node.text)?.[1]
      return schema && schemas.has(schema) ? `${at(source, node)} ${schema}` : []
    })
  )

interface Members {
  readonly sources: readonly SourceFile[]
  readonly path: string
}

/** The file that declares a name: this one, or the one that it imports it from. */
function declarationOf(name: string, { sources, path }: Members): { node: ts.Node; path: string } | undefined {
  const source = sources.find(each => each.path === path)
  if (!source) return undefined
  const own = source.tree.statements.find(
    node => (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name
  )
  if (own) return { node: own, path }
  const declaration = source.tree.statements.find(
    node => ts.isImportDeclaration(node) && node.importClause?.namedBindings?.getText(source.tree).includes(name)
  )
  if (!declaration || !ts.isImportDeclaration(declaration)) return undefined
  const specifier = declaration.moduleSpecifier.getText(source.tree).slice(1, -1)
  const target = source.imports.find(each => each.endsWith(specifier.replace(/^(\.\.?\/)+/, '/')))
  return target ? declarationOf(name, { sources, path: target }) : undefined
}

/**
 * The members of an interface or a type of objects, with those of what it extends.
 * @param name of the type
 * @param where the file that uses the name, and all files in which it may be declared
 */
export function membersOf(name: string, where: Members): string[] {
  const found = declarationOf(name, where)
  if (!found) return []
  const members: string[] = []
  const from = { ...where, path: found.path }
  const takeType = (type: ts.Node): void => {
    if (ts.isTypeLiteralNode(type)) takeMembers(type.members)
    else if (ts.isIntersectionTypeNode(type)) for (const each of type.types) takeType(each)
    else if (ts.isTypeReferenceNode(type)) members.push(...membersOf(nameOf(type.typeName), from))
  }
  const takeMembers = (list: readonly ts.TypeElement[]): void => {
    members.push(...list.map(member => nameOf(member.name)).filter(Boolean))
  }
  if (ts.isInterfaceDeclaration(found.node)) {
    takeMembers(found.node.members)
    for (const clause of found.node.heritageClauses ?? [])
      for (const type of clause.types) members.push(...membersOf(nameOf(type.expression), from))
  } else if (ts.isTypeAliasDeclaration(found.node)) takeType(found.node.type)
  return [...new Set(members)]
}

/** The options of a function: members of the type of its parameter at `index`. */
export function optionsOf(sources: readonly SourceFile[], path: string, name: string, index: number): string[] {
  const source = sources.find(each => each.path === path)
  const declared = source && functionsOf(source.tree).get(name)
  const type = declared && ts.isFunctionLike(declared) ? declared.parameters[index]?.type : undefined
  return type && ts.isTypeReferenceNode(type) ? membersOf(nameOf(type.typeName), { sources, path }) : []
}
