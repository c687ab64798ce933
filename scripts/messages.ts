/**
 * The check of message catalogues. A catalogue is a folder `messages` under src, modules or ui; it holds the six
 * languages with the same keys in order, each text is ICU that parses, takes the same arguments in each language, and
 * its plurals name every category that the language has. No key stands in two catalogues, for the browser merges them,
 * and none repeats its default (`src/contract/messages.ts`). Keys that the code names have a text.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Language, languages } from '../src/contract/languages.ts'
import { fallbackKey, resolveKey } from '../src/contract/messages.ts'
import { faultsMain } from './check.ts'

const kinds: Record<number, string> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'time',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'plural',
  [TYPE.tag]: 'tag'
}

/** Whether these parts say the number of their plural. */
const saysNumber = (parts: MessageFormatElement[], argument: string): boolean =>
  parts.some(
    part =>
      part.type === TYPE.pound ||
      ('value' in part && part.type !== TYPE.literal && part.value === argument) ||
      (part.type === TYPE.tag && saysNumber(part.children, argument)) ||
      (part.type === TYPE.select && Object.values(part.options).some(option => saysNumber(option.value, argument)))
  )

/** `{finished, plural, =0 {…} other {…}}` that does not say the number: a choice by it, which has no forms of a language. */
const isChoice = ({ options, value }: PluralElement): boolean =>
  Object.entries(options).length > 1 &&
  Object.entries(options).every(
    ([category, option]) => (category === 'other' || category.startsWith('=')) && !saysNumber(option.value, value)
  )

/** The arguments of a text as sorted `name: kind`, and what its plurals lack. */
function read(elements: MessageFormatElement[], language: Language) {
  const names = new Set<string>()
  const lacks: string[] = []
  const walk = (parts: MessageFormatElement[]): void => {
    for (const part of parts) {
      if (part.type === TYPE.literal || part.type === TYPE.pound) continue
      names.add(`${part.value}: ${kinds[part.type]}`)
      if (part.type === TYPE.tag) walk(part.children)
      if (part.type !== TYPE.plural && part.type !== TYPE.select) continue
      for (const option of Object.values(part.options)) walk(option.value)
      if (part.type !== TYPE.plural || isChoice(part)) continue
      const { pluralCategories } = new Intl.PluralRules(language, {
        type: part.pluralType ?? 'cardinal'
      }).resolvedOptions()
      for (const category of pluralCategories)
        if (!(category in part.options)) lacks.push(`the plural of {${part.value}} lacks "${category}"`)
    }
  }
  walk(elements)
  return { arguments: [...names].sort().join(', '), lacks }
}

const twice = (source: string): string[] => {
  const keys = [...source.matchAll(/^\s*("(?:[^"\\]|\\.)*")\s*:/gm)].map(
    match => JSON.parse(match[1] ?? '""') as string
  )
  return keys.filter((key, at) => keys.indexOf(key) !== at)
}

function readCatalogue(folder: string, language: Language, faults: string[]): Record<string, unknown> | null {
  const file = join(folder, `${language}.json`)
  if (!existsSync(file)) {
    faults.push(`${language}.json is missing`)
    return null
  }
  const source = readFileSync(file, 'utf8')
  try {
    const texts = JSON.parse(source) as Record<string, unknown>
    for (const key of twice(source)) faults.push(`${language}: ${key} stands twice`)
    return texts
  } catch (error) {
    faults.push(`${language}.json is no JSON: ${(error as Error).message}`)
    return null
  }
}

/**
 * What is wrong with one catalogue, one sentence each.
 * @param folder path of a `messages` folder
 */
export function catalogueFaults(folder: string): string[] {
  const faults: string[] = []
  for (const file of readdirSync(folder))
    if (!languages.some(language => file === `${language}.json`)) faults.push(`${file} is none of the six languages`)
  const shapes = new Map<string, string>()
  let keys: string[] | null = null
  for (const language of languages) {
    const texts = readCatalogue(folder, language, faults)
    if (!texts) continue
    const own = Object.keys(texts)
    const sorted = own.toSorted()
    const stray = own.find((key, at) => key !== sorted[at])
    if (stray !== undefined) faults.push(`${language}: the keys are not sorted, first at ${stray}`)
    keys ??= sorted
    for (const key of keys) if (!(key in texts)) faults.push(`${language}: ${key} is missing`)
    for (const key of sorted) if (!keys.includes(key)) faults.push(`${language}: ${key} stands here alone`)
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || text.trim() === '') {
        faults.push(`${language}: ${key} is empty or no text`)
        continue
      }
      try {
        const found = read(parse(text, { requiresOtherClause: true, shouldParseSkeletons: true }), language)
        for (const lack of found.lacks) faults.push(`${language}: ${key}: ${lack}`)
        const first = shapes.get(key)
        if (first === undefined) shapes.set(key, found.arguments)
        else if (first !== found.arguments)
          faults.push(`${language}: ${key} takes (${found.arguments}), another language takes (${first})`)
      } catch (error) {
        faults.push(`${language}: ${key} does not parse: ${(error as Error).message}`)
      }
    }
  }
  return faults
}

const foldersOf = (part: string): string[] =>
  existsSync(part)
    ? readdirSync(part, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isDirectory() && entry.name === 'messages')
        .map(entry => join(entry.parentPath, entry.name))
    : []

type Texts = Readonly<Record<string, unknown>>

/** Own texts that equal the text of their default in every language: the key can go. */
function repeats(texts: Readonly<Record<Language, Texts>>): { key: string; common: string }[] {
  return Object.keys(texts.pl).flatMap(key => {
    const common = fallbackKey(key)
    if (common === undefined || !(common in texts.pl)) return []
    return languages.every(language => texts[language][key] === texts[language][common]) ? [{ key, common }] : []
  })
}

const comments = /^\s*(?:\{?\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** The names with dots that a source holds: whole ones, and the beginnings of those that it puts together. */
function namesIn(source: string): { whole: string[]; beginnings: string[] } {
  const code = source.replace(comments, '')
  return {
    whole: [...code.matchAll(/(['"`])([a-z]\w*(?:\.\w+)+)\1/g)].map(match => match[2] ?? ''),
    beginnings: [...code.matchAll(/`([a-z]\w*(?:\.\w+)*\.)\$\{/g)].map(match => match[1] ?? '')
  }
}

const sourcesOf = (root: string): string[] =>
  ['src', 'modules', 'ui']
    .map(part => join(root, part))
    .filter(existsSync)
    .flatMap(part => readdirSync(part, { recursive: true, encoding: 'utf8' }).map(file => join(part, file)))
    .filter(file => /\.tsx?$/.test(file))
    .sort()

/** The message keys that the project's code names, each with its file, and the beginnings of those it puts together. */
function keysInCode(root: string, texts: Texts) {
  const areas = new Set(Object.keys(texts).map(key => key.split('.')[0]))
  // Names of two parts, in a module or the kernel, are those of commands, resources, tables and errors; columns have underscores, and
  // “service.version” is OpenTelemetry's.
  const hasNames = (area: string): boolean => ['modules', 'src'].some(part => existsSync(join(root, part, area)))
  const isKey = (name: string): boolean => {
    const [area = '', ...rest] = name.split('.')
    const isColumn = rest.length === 1 && name.includes('_')
    return areas.has(area) && name !== 'service.version' && !isColumn && (rest.length > 1 || !hasNames(area))
  }
  return sourcesOf(root).map(file => {
    const { whole, beginnings } = namesIn(readFileSync(file, 'utf8'))
    return { file, whole: whole.filter(isKey), beginnings: beginnings.filter(isKey) }
  })
}

/** Keys that the code names and that have no text. The name of a resource, panel or vocabulary begins other keys. */
function silentKeys(root: string, texts: Texts): string[] {
  const keys = Object.keys(texts)
  const begins = (beginning: string): boolean => keys.some(key => key.startsWith(beginning))
  const known = (name: string): boolean => resolveKey(texts, name) !== undefined || begins(`${name}.`)
  return keysInCode(root, texts).flatMap(({ file, whole, beginnings }) => [
    ...whole.filter(name => !known(name)).map(name => `${relative(root, file)}: ${name} has no text`),
    ...beginnings.filter(part => !begins(part)).map(part => `${relative(root, file)}: no key begins with ${part}`)
  ])
}

/**
 * Default messages that nobody reads.
 * @param root folder that holds src, modules and ui
 * @param asked keys that the metadata of all pages and commands names
 */
export function unusedDefaults(root: string, asked: readonly string[]): string[] {
  const texts = projectTexts(root).pl
  const named = keysInCode(root, texts).flatMap(({ whole }) => whole)
  const used = new Set([...asked, ...named].map(key => resolveKey(texts, key)))
  return Object.keys(texts).filter(key => key.startsWith('common.') && !used.has(key))
}

const cataloguesOf = (root: string): string[] =>
  ['src', 'modules', 'ui'].flatMap(part => foldersOf(join(root, part))).sort()

/** All texts of a project, by language. */
export function projectTexts(root: string): Record<Language, Texts> {
  const folders = cataloguesOf(root)
  const textsOf = (language: Language): Texts =>
    Object.assign({}, ...folders.map(folder => readCatalogue(folder, language, []) ?? {}))
  return Object.fromEntries(languages.map(language => [language, textsOf(language)])) as Record<Language, Texts>
}

/**
 * What is wrong with the catalogues of a project, one sentence each, led by the folder.
 * @param root folder that holds src, modules and ui
 */
export function messageFaults(root: string): string[] {
  const folders = cataloguesOf(root)
  const faults = folders.flatMap(folder => catalogueFaults(folder).map(fault => `${relative(root, folder)}: ${fault}`))
  const owners = new Map<string, string>()
  for (const folder of folders) {
    const texts = readCatalogue(folder, 'pl', []) ?? {}
    for (const key of Object.keys(texts)) {
      const owner = owners.get(key)
      if (owner) faults.push(`${relative(root, folder)}: ${key} stands in ${owner} too`)
      else owners.set(key, relative(root, folder))
    }
  }
  if (folders.length === 0) faults.push('no message catalogue was found')
  const texts = projectTexts(root)
  faults.push(...repeats(texts).map(({ key, common }) => `${owners.get(key)}: ${key} repeats ${common}`))
  return [...faults, ...silentKeys(root, texts.pl)]
}

faultsMain(import.meta.url, messageFaults)
