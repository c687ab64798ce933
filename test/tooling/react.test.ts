/**
 * The rules of eslint-plugin-react-hooks, which Biome does not have: a component reads and writes no ref while it is drawn, sets no state
 * in an effect without need, changes nothing that it was given. They are what the React Compiler asks for, and what StrictMode shows only when
 * somebody looks. Which hooks depend on what, and where a hook may be called, is checked by Biome.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as parser from '@typescript-eslint/parser'
import { ESLint, type Linter } from 'eslint'
import hooks from 'eslint-plugin-react-hooks'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const exceptionsFile = 'test/tooling/fixtures/react-findings.json'
/** Biome has the first two. The third names the components that the React Compiler would leave as they are: it is not used. */
const unused = ['react-hooks/exhaustive-deps', 'react-hooks/rules-of-hooks', 'react-hooks/incompatible-library']

const rules = Object.fromEntries(
  Object.keys(hooks.configs.flat['recommended-latest'].rules ?? {})
    .filter(rule => !unused.includes(rule))
    .map(rule => [rule, 'error'] as const)
)

const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { 'react-hooks': hooks as unknown as Linter.Processor },
    rules
  } as Linter.Config
})

/** The sources that call a hook: the rules find nothing in others. */
const filesWithHooks = (): string[] =>
  readdirSync(`${root}ui`, { recursive: true, encoding: 'utf8' })
    .map(name => `ui/${name}`)
    .filter(name => /\.tsx?$/.test(name) && /\buse([A-Z]\w*)?\(/.test(readFileSync(root + name, 'utf8')))

const lineOf = (file: string, { line, ruleId, message }: Linter.LintMessage): string =>
  `${file}:${line} ${ruleId}: ${message.split('\n')[0]}`

test('the rules find what they are for', async () => {
  const code = `import { useRef } from 'react'
    export function Latest({ value }: { value: string }) { const latest = useRef(value); latest.current = value; return null }`
  const [result] = await eslint.lintText(code, { filePath: 'ui/elements/Latest.tsx' })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['react-hooks/refs'])
})

test('components follow the rules of React, apart from exceptions that only become fewer', async () => {
  const exceptions: Record<string, number> = JSON.parse(readFileSync(`${root}${exceptionsFile}`, 'utf8'))
  const results = await eslint.lintFiles(filesWithHooks())
  const findings = Object.fromEntries(
    results
      .filter(({ messages }) => messages.length > 0)
      .map(({ filePath, messages }) => {
        const file = relative(root, filePath)
        return [file, messages.map(message => lineOf(file, message))]
      })
  )
  const faults = [...new Set([...Object.keys(findings), ...Object.keys(exceptions)])].sort().flatMap(file => {
    const [found = [], allowed = 0] = [findings[file], exceptions[file]]
    if (found.length > allowed) return [`${file}: ${found.length} findings, ${allowed} are allowed`, ...found]
    return found.length < allowed ? [`${file}: lower the number in ${exceptionsFile} to ${found.length}`] : []
  })
  expect(faults).toEqual([])
})
