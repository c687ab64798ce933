/**
 * The check of message catalogues. A catalogue is a folder `messages` under src, modules or ui; it holds the six
 * languages with the same keys in order, each text is ICU that parses, takes the same arguments in each language, and
 * its plurals name every category that the language has. No key is said by two catalogues, for the browser merges them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type Language, languages } from '../src/contract/languages.ts'
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
      if (part.type !== TYPE.plural) continue
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

/**
 * What is wrong with the catalogues of a project, one sentence each, led by the folder.
 * @param root folder that holds src, modules and ui
 */
export function messageFaults(root: string): string[] {
  const folders = ['src', 'modules', 'ui'].flatMap(part => foldersOf(join(root, part))).sort()
  const faults = folders.flatMap(folder => catalogueFaults(folder).map(fault => `${relative(root, folder)}: ${fault}`))
  const owners = new Map<string, string>()
  for (const folder of folders) {
    const texts = readCatalogue(folder, 'pl', []) ?? {}
    for (const key of Object.keys(texts)) {
      const owner = owners.get(key)
      if (owner) faults.push(`${relative(root, folder)}: ${key} is said by ${owner} too`)
      else owners.set(key, relative(root, folder))
    }
  }
  if (folders.length === 0) faults.push('no message catalogue was found')
  return faults
}

faultsMain(import.meta.url, messageFaults)
