/** The figures by which the browser's code is judged: where state and effects are, answers typed by hand, widgets that exist more than once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { places } from './counts.ts'
import { nodesOf, type SourceFile, under } from './sources.ts'

const effects = new Set(['useEffect', 'useLayoutEffect'])
const nameOf = (node: ts.Node): string => (ts.isIdentifier(node) ? node.text : '')
const isCallOf = (node: ts.Node, names: ReadonlySet<string>): node is ts.CallExpression =>
  ts.isCallExpression(node) && names.has(nameOf(node.expression))

const isEffect = (node: ts.Node): boolean => isCallOf(node, effects)

/** The function that a call calls, without the object before the point. */
const calledBy = (node: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : nameOf(node.expression)

/** An effect in which a form or a field is given a value. */
const isWritingEffect = (node: ts.Node): boolean =>
  isEffect(node) &&
  [...nodesOf(node)].some(inner => ts.isCallExpression(inner) && /^(change|onChange)$/.test(calledBy(inner)))

const isTypedByHand = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && (node.typeArguments?.length ?? 0) > 0 && /^(get|call)$/.test(calledBy(node))

const callsOf = (sources: readonly SourceFile[], names: readonly string[]): string[] =>
  places(sources, node => ts.isCallExpression(node) && names.includes(calledBy(node)))

/** Lines, and calls of hooks, of a function: `['lines 69', 'hooks 9']` with its numbers. */
function sizeOf(source: SourceFile | undefined, name: string): { lines: number; hooks: number } {
  const node =
    source && [...nodesOf(source.tree)].find(each => ts.isFunctionDeclaration(each) && each.name?.text === name)
  if (!source || !node) throw new Error(`No function ${name} is found.`)
  const lineOf = (position: number): number => source.tree.getLineAndCharacterOfPosition(position).line
  const hooks = [...nodesOf(node)].filter(each => ts.isCallExpression(each) && /^use[A-Z]/.test(calledBy(each)))
  return { lines: lineOf(node.end) - lineOf(node.getStart(source.tree)) + 1, hooks: hooks.length }
}

/** What a page begins with before its code is loaded: the script in its HTML, the calls that it names, and who takes the answers. */
const firstLoad =
  /^(ui\/(early|earlyAnswers|firstAnswers|firstOfForm|router)|ui\/build\/earlyScript|ui\/parts\/(form\/preparedValues|command\/usePrepared|command\/lazyForm|list\/lazyPanel)|src\/contract\/first|src\/kernel\/metadata\/first)\.tsx?$/

/** Lines of style sheets that match, without the tokens and the packages' sheets. */
function placesOfStyles(root: string, wanted: RegExp): string[] {
  const files = readdirSync(join(root, 'ui'), { recursive: true, encoding: 'utf8' })
    .map(path => `ui/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.css') && !path.endsWith('/tokens.css'))
  return files.flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (wanted.test(line) ? [`${path}:${at + 1}`] : []))
  )
}

/** Tests that draw components in a browser; a table counts as one. */
const renderedTests = (sources: readonly SourceFile[]): string[] =>
  places(under(sources, 'test/ui/rendered'), node => {
    if (!ts.isCallExpression(node)) return false
    const called = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression
    return /^(test|it)(\.each)?$/.test(called.getText()) && !ts.isCallExpression(node.parent)
  })

interface Figure {
  readonly name: string
  readonly value: number
  readonly where: readonly string[]
}
const figure = (name: string, where: readonly string[]): Figure => ({ name, value: where.length, where })

/**
 * The figures of the browser's code.
 * @param root folder of the project
 * @param sources its files of `ui`, `src` and `test/ui`
 */
export function figuresOfBrowser(root: string, sources: readonly SourceFile[]): Figure[] {
  const browser = under(sources, 'ui')
  const form = under(sources, 'ui/parts/form')
  const findings: Record<string, number> = JSON.parse(
    readFileSync(join(root, 'test/tooling/fixtures/react-findings.json'), 'utf8')
  )
  const listPage = sizeOf(
    browser.find(({ path }) => path === 'ui/parts/list/useListPage.ts'),
    'useListPage'
  )
  const first = sources.filter(({ path }) => firstLoad.test(path))
  return [
    {
      name: "findings of React's rules (exceptions)",
      value: Object.values(findings).reduce((sum, count) => sum + count, 0),
      where: Object.entries(findings).map(([file, count]) => `${file} ${count}`)
    },
    figure('useEffect and useLayoutEffect', places(browser, isEffect)),
    figure('effects that write values of a form', places(form, isWritingEffect)),
    { name: 'useListPage: lines', value: listPage.lines, where: [] },
    { name: 'useListPage: hooks', value: listPage.hooks, where: [] },
    figure('answers typed by hand', places(browser, isTypedByHand)),
    figure('popovers opened (showPopover)', callsOf(browser, ['showPopover'])),
    figure('imports of parts/ by ui/*.ts below it', importsUpward(browser)),
    {
      name: 'first load: lines',
      value: first.reduce((sum, { lines }) => sum + lines, 0),
      where: first.map(({ path, lines }) => `${path} ${lines}`)
    },
    figure('tests that draw components', renderedTests(sources)),
    figure('bare z-index', placesOfStyles(root, /z-index:\s*-?\d/)),
    figure('colours outside the tokens', placesOfStyles(root, /#[0-9a-f]{3,8}\b|\brgba?\(/i))
  ]
}

const importsUpward = (browser: readonly SourceFile[]): string[] =>
  browser
    .filter(({ path }) => /^ui\/(api|session|alerts|attempt|query|queries|i18n|hub|store)\.ts$/.test(path))
    .flatMap(({ path, imports }) =>
      imports.filter(imported => imported.startsWith('ui/parts/')).map(imported => `${path} → ${imported}`)
    )
