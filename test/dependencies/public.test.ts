/** A module's public.ts says what others may use, and where it is: it re-exports by name from files of its own module, and holds nothing else. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const modules = join(import.meta.dirname, '../../modules')

const isReExport = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) &&
  statement.exportClause !== undefined &&
  ts.isNamedExports(statement.exportClause) &&
  statement.exportClause.elements.every(({ propertyName }) => propertyName === undefined) &&
  statement.moduleSpecifier !== undefined &&
  ts.isStringLiteral(statement.moduleSpecifier) &&
  statement.moduleSpecifier.text.startsWith('./')

/** The statements of a public.ts that do more than re-export, each by its first line. */
const furtherStatements = (source: string): string[] =>
  ts
    .createSourceFile('public.ts', source, ts.ScriptTarget.Latest, true)
    .statements.filter(statement => !isReExport(statement))
    .map(statement => statement.getText().split('\n')[0] ?? '')

describe('the public.ts of a module', () => {
  it('only re-exports files of its module, by their names', () => {
    const files = readdirSync(modules)
      .map(module => join(modules, module, 'public.ts'))
      .filter(file => existsSync(file))
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(file => furtherStatements(readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each([
    "import { roles } from '../../src/contract/roles.ts'",
    'export const vatRate = 8',
    'export interface Person {}',
    'export const endSessionsOf = (id: number) => endSessions(id)',
    "export { endSessions as endSessionsOf } from './sessions.ts'",
    "export { personName } from '../users/public.ts'",
    "export * from './sessions.ts'",
    'export { local }'
  ])('may not hold: %s', source => {
    expect(furtherStatements(source)).toEqual([source])
  })

  it.each(["export { endSessions, type Session } from './sessions.ts'", "export type { Person } from './people.ts'"])(
    'may hold: %s',
    source => {
      expect(furtherStatements(source)).toEqual([])
    }
  )
})
