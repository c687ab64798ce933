/**
 * `npm run outline` prints the figures by which the structure of server and browser is judged, so that they can be counted again after every
 * change; with `--where` it says what each was counted from. Nothing is run: it reads syntax trees.
 */
import { resolve } from 'node:path'
import { root } from './check.ts'
import { figuresOfBrowser } from './outline/browser.ts'
import {
  handLoops,
  isConditionalSpread,
  isCounterWithSql,
  longFunctions,
  optionsOf,
  places,
  placesOfTables,
  placesOfWords
} from './outline/counts.ts'
import { readSources, type SourceFile, under } from './outline/sources.ts'
import { circlesOfFiles, kernelPairs } from './outline/ties.ts'

interface Figure {
  readonly name: string
  readonly value: number
  /** What it was counted from. */
  readonly where: readonly string[]
}

const commandFile = 'src/kernel/commands/command.ts'

/** What runs the schedules of all others may use timers. */
const schedulers = /^src\/kernel\/jobs\/(regular|schedules?)\.ts$/

/** Files that are so small by right: what a module consists of, its error codes, its re-exports. */
const smallByRight = /^modules\/[^/]+\/(index|errors|public)\.ts$/

/** Nouns of this business. Not among them: words that SQL, HTTP, HTML or storage have, too (order, client, driver, container, amount, postal code). */
const businessNouns = new Set(
  'tyre tyres dashboard portal recycling recycle kpo bdo optima vehicle vehicles warehouse tonne'.split(' ')
)

/** A field of orders that people fill in, and that list, details, history, forms and reports have: who adds one edits the same files. */
const field = /\b(additionalInfo|additional_info)\b/

const figure = (name: string, where: readonly string[]): Figure => ({ name, value: where.length, where })

function filesOfField(sources: readonly SourceFile[]): string[] {
  const files = under(sources, 'modules/orders').filter(
    ({ path, tree }) => !path.includes('/messages/') && field.test(tree.text)
  )
  const migration = ['migrations/<new>.ts']
  return [...files.map(({ path }) => path), ...migration]
}

/** All figures of a checkout, in the order in which they are printed. */
export function figuresOf(folder: string): Figure[] {
  const sources = readSources(folder, ['src', 'modules', 'config', 'seeds', 'migrations'])
  const kernel = under(sources, 'src/kernel')
  const modules = under(sources, 'modules')
  const lists = under(sources, 'src/kernel/lists')
  const worked = sources.filter(({ path }) => !/^(migrations|seeds)\//.test(path))
  const timed = [
    ...modules,
    ...['audit', 'files', 'jobs'].flatMap(name => under(sources, `src/kernel/${name}`)),
    ...sources.filter(({ path }) => path === 'src/kernel/serve/housekeeping.ts')
  ]
  const moduleOf = (path: string): string => path.split('/').slice(0, 2).join('/')
  const ownPublic = modules.flatMap(({ path, imports }) =>
    imports.filter(imported => imported === `${moduleOf(path)}/public.ts`).map(() => path)
  )
  return [
    {
      name: 'lines of src/kernel/lists',
      value: lists.reduce((sum, { lines }) => sum + lines, 0),
      where: lists.map(({ path, lines }) => `${path} ${lines}`)
    },
    figure(
      'circles of imports, types included (src, modules, config, seeds, migrations)',
      circlesOfFiles(sources).map(files => files.join(', '))
    ),
    figure(
      'folders of the kernel that import each other (pairs)',
      kernelPairs(sources).map(({ pair, ties }) => `${pair}: ${ties.join(', ')}`)
    ),
    figure('imports of public.ts from inside its own module', ownPublic),
    figure('options of defineCommand at the top level', optionsOf(sources, commandFile, 'defineCommand', 1)),
    figure('conditional spreads in src/kernel', places(kernel, isConditionalSpread)),
    figure('loops by hand (files)', handLoops(timed.filter(({ path }) => !schedulers.test(path)))),
    figure('counters with SQL of their own', places(modules, isCounterWithSql)),
    figure(
      'module files of up to 25 lines, without index.ts, errors.ts and public.ts of the modules',
      modules
        .filter(({ path, lines }) => lines <= 25 && !smallByRight.test(path))
        .map(({ path, lines }) => `${path} ${lines}`)
    ),
    figure('functions over 60 lines (src, modules, config)', longFunctions(worked, 60)),
    figure('business nouns in src/kernel and src/contract (lines), tables of modules in src/kernel', [
      ...placesOfWords([...kernel, ...under(sources, 'src/contract')], businessNouns),
      ...placesOfTables(kernel, new Set(modules.map(({ path }) => path.split('/')[1] ?? '')))
    ]),
    figure('files of a new field of orders (without the six catalogues)', filesOfField(sources))
  ]
}

const [folder = root] = process.argv
  .slice(2)
  .filter(argument => !argument.startsWith('--'))
  .map(argument => resolve(argument))
const isLong = process.argv.includes('--where')
const browser = figuresOfBrowser(folder, readSources(folder, ['ui', 'src', 'test/ui']))
for (const [title, figures] of [
  ['server', figuresOf(folder)],
  ['browser', browser]
] as const) {
  console.log(title)
  for (const { name, value, where } of figures) {
    console.log(`${String(value).padStart(6)}  ${name}`)
    if (isLong) for (const line of where) console.log(`          ${line}`)
  }
}
