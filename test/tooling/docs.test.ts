/**
 * The documents name what is there: files and folders of the project, its commands, its settings, headings of each other; the README quotes its
 * code; the index of the decisions has each of them, at most 80 are in force, and a number that is named anywhere is that of one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSettings } from '../../config/page.ts'

const root = join(import.meta.dirname, '../..')

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))

const project = [
  'config',
  'docs',
  'migrations',
  'modules',
  'scripts',
  'seeds',
  'src',
  'test',
  'bench',
  'faults',
  'ui'
].flatMap(filesUnder)
/** coverage.md has a test of its own; what is archived names files and settings of its day. */
const unchecked = ['docs/coverage.md', 'docs/decisions-archive.md']
const documents = [
  ...['README.md', 'SECURITY.md'],
  ...project.filter(path => /^docs\/[\w-]+\.md$|^modules\/\w+\/README\.md$/.test(path) && !unchecked.includes(path))
]
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(match => match[1] as string))
]

/** A path is meant from the project; a name alone is of a module within its README, and elsewhere of whichever folder has it. */
function isThere(document: string, path: string): boolean {
  const within = document.startsWith('modules/') ? dirname(document) : ''
  const name = `/${path.replace(/\/$/, '')}`
  return existsSync(join(root, path)) || project.some(known => known.startsWith(within) && known.endsWith(name))
}

/** Addresses of a running system, and patterns of names. */
const isNoPath = (path: string): boolean => /^\.data\b|^\/api\/|NNN|^ui\/pages\/name\b/.test(path)

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function brokenLinks(document: string, text: string): string[] {
  return all(text, /\]\(([^)\s]+)\)/g).filter(link => {
    if (/^(https?|mailto):/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, target))) return true
    return (
      anchor !== undefined &&
      !all(textOf(target), /^#+ (.*)$/gm)
        .map(anchorOf)
        .includes(anchor)
    )
  })
}

/** Besides those of the application: of the containers, of the tests, those that OpenTelemetry reads, and the longer names of roles. */
const settings = [
  ...listSettings().map(({ name }) => name),
  ...all(textOf('compose.yaml'), /\$\{([A-Z_]+)/g),
  ...['OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_HEADERS'],
  ...['TEST_LOG', 'CLIENT_ADMIN', 'SERVICE_TECHNICAN']
]

/** Programs that a document runs by Node alone; of what is compiled the source must be there. */
const programsOf = (text: string): string[] => all(text, /\bnode (?:--[\w-]+(?:=\S+| tsx)? )*([\w./@-]+\.[jt]s)\b/g)
const sourceOf = (program: string): string => program.replace(/^dist\/(.*)\.js$/, '$1.ts')

/** What of a document is not there. */
function faultsOf(document: string, text: string): string[] {
  const paths = all(text, /`([\w./-]+(?:\.(?:tsx?|md|json|cjs|css|conf|acl|yaml)|\/))`/g)
  const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
  return [
    ...paths.filter(path => !isNoPath(path) && !isThere(document, path)),
    ...brokenLinks(document, text),
    ...programsOf(text).filter(program => !existsSync(join(root, sourceOf(program)))),
    ...all(text, /npm run ([\w:]+)/g).filter(name => !scripts.includes(name)),
    ...all(text, /`([A-Z]+_[A-Z_]+)`/g).filter(name => !settings.some(known => known.startsWith(name)))
  ]
}

it('code names migrations that are there', () => {
  const sources = project
    .filter(path => /\.tsx?$/.test(path) && !path.startsWith('test/'))
    .map(path => [path, textOf(path)] as const)
  const missing = sources.flatMap(([path, text]) =>
    all(text, /(migrations\/\d{3}_\w+\.ts)/g).flatMap(name => (existsSync(join(root, name)) ? [] : `${path}: ${name}`))
  )
  expect(missing).toEqual([])
})

describe('the documents', () => {
  it('are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/operators.md', 'modules/orders/README.md']))
  })

  it.each(documents)('%s names files, folders, commands and headings that are there', document => {
    expect(faultsOf(document, textOf(document))).toEqual([])
  })

  it.each([
    ['`docs/glossary.md`, `glossary.md`, `ui/parts/`, `npm run bench`, [a](glossary.md#files)', []],
    ['`docs/none.md` and `ui/none/`', ['docs/none.md', 'ui/none/']],
    ['[a](none.md), [b](glossary.md#no-such-heading)', ['none.md', 'glossary.md#no-such-heading']],
    ['npm run none, `NO_SUCH_SETTING`', ['none', 'NO_SUCH_SETTING']],
    [
      'node --import tsx scripts/start.ts && node --enable-source-maps dist/src/main.js && node deploy/systemd/health.js',
      []
    ],
    ['node --import tsx faults/none.ts; node dist/src/cli/none.js', ['faults/none.ts', 'dist/src/cli/none.js']]
  ])('a fault is found: %s', (text, faults) => {
    expect(faultsOf('docs/developers.md', text)).toEqual(faults)
  })

  it('a module’s README names its own files by their names alone', () => {
    expect(faultsOf('modules/orders/README.md', '`rules.ts`, `commands/`, `chain.ts`')).toEqual(['chain.ts'])
  })
})

it('the README quotes code as it is', () => {
  const sources = project.filter(path => /^modules\/.*\.ts$/.test(path)).map(textOf)
  const quotes = all(textOf('README.md'), /```ts\n([\s\S]*?)```/g)
  expect(quotes.length).toBeGreaterThan(0)
  expect(quotes.filter(quote => !sources.some(source => `\n${source}`.includes(`\n${quote}`)))).toEqual([])
})

/** What is wrong with the index of the decisions: each stands in it once, by its heading and with a link to it. */
function faultsOfIndex(text: string): string[] {
  const [index = '', entries = ''] = text.split('\n## Entries\n')
  const headings = all(entries, /^### (\d+\. .*)$/gm)
  const lines = [...index.matchAll(/^- \[(.*)\]\(#(\S+)\)/gm)].map(([, title = '', anchor]) => ({ title, anchor }))
  const titles = lines.map(({ title }) => title)
  return [
    ...headings.filter(heading => !titles.includes(heading)).map(heading => `missing: ${heading}`),
    ...titles.filter((title, at) => titles.indexOf(title) !== at).map(title => `twice: ${title}`),
    ...titles.filter(title => !headings.includes(title)).map(title => `no heading: ${title}`),
    ...lines.filter(({ title, anchor }) => anchorOf(title) !== anchor).map(({ title }) => `wrong link: ${title}`)
  ]
}

const pages = ['docs/decisions.md', 'docs/decisions-archive.md']
const headingsOf = (text: string): number[] => [...text.matchAll(/^### (\d+)\. /gm)].map(([, number]) => Number(number))

/** Numbers after “decision”, “decisions”, or “joins”: `decision 12`, `decisions 12, 13 and 14`. */
const namedIn = (text: string): number[] =>
  [...text.matchAll(/\b(?:decisions?|joins) (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, list = '']) =>
    list.split(/, | and /).map(Number)
  )

describe('the decisions', () => {
  const maxInForce = 80
  const numbers = pages.flatMap(page => headingsOf(textOf(page)))

  it('in force are at most 80: move one to docs/decisions-archive.md', () => {
    const inForce = headingsOf(textOf('docs/decisions.md'))
    expect(inForce.length).toBeGreaterThan(40)
    expect(inForce.length).toBeLessThanOrEqual(maxInForce)
  })

  it('have each number once, in force or in the archive', () => {
    expect(numbers.length).toBeGreaterThan(480)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  it('that code and documents name by number are there', () => {
    const texts = project.filter(path => /\.(tsx?|md|sql)$/.test(path)).map(path => [path, textOf(path)] as const)
    const missing = texts.flatMap(([path, text]) =>
      namedIn(text).flatMap(number => (numbers.includes(number) ? [] : `${path}: decision ${number}`))
    )
    expect(missing).toEqual([])
  })

  it('are found by number in a text', () => {
    expect(namedIn('As decision 256, and decisions 1, 12 and 13; 2026-11-20 · joins 39, 93')).toEqual([
      256, 1, 12, 13, 39, 93
    ])
  })

  it('that are archived have links that lead somewhere', () => {
    expect(brokenLinks('docs/decisions-archive.md', textOf('docs/decisions-archive.md'))).toEqual([])
  })
})

describe('the index of the decisions', () => {
  it.each(pages)('of %s has each decision once, by its title', page => {
    const text = textOf(page)
    expect(text).toMatch(/^### \d+\. /m)
    expect(faultsOfIndex(text)).toEqual([])
  })

  it.each([
    ['', []],
    ['- [2. No `b`](#2-no-b)', ['twice: 2. No `b`']],
    ['- [3. C](#3-c)', ['no heading: 3. C']]
  ])('an index line without a decision is a fault: %s', (line, faults) => {
    const index = ['**Letters**', '- [1. A](#1-a) · replaced by 2', '- [2. No `b`](#2-no-b)', line]
    expect(faultsOfIndex([...index, '', '## Entries', '### 1. A', '### 2. No `b`'].join('\n'))).toEqual(faults)
  })

  it.each([
    ['', ['missing: 1. A']],
    ['- [1. An a](#1-an-a)', ['missing: 1. A', 'no heading: 1. An a']],
    ['- [1. A](#2-b)', ['wrong link: 1. A']]
  ])('a decision that is missing, or stands there otherwise, is a fault: %s', (line, faults) => {
    expect(faultsOfIndex(['## Index', line, '', '## Entries', '### 1. A'].join('\n'))).toEqual(faults)
  })
})
