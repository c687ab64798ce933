/** GET /api/Admin/Audit/acts: all actions that the audit may contain, as options of the list's filter. */
import { Type } from '@sinclair/typebox'
import { actText } from '../../src/kernel/files/value-columns.ts'
import { allRows } from '../../src/kernel/limits.ts'
import { defineRoute, ListResponse, type Route } from '../../src/kernel/routes/route.ts'

/** @param commands the names of all commands */
export const actsRoute = (commands: readonly string[]): Route =>
  defineRoute({
    url: '/api/Admin/Audit/acts',
    access: ['ADMIN'],
    summary: 'What can stand in the audit: every command, and what it did in the language of the caller',
    answer: ListResponse(Type.Object({ command: Type.String(), act: Type.String() })),
    run: async ({ services: { messages }, caller: { language } }) => {
      const data = commands
        .map(command => ({ command, act: actText(messages, language, command) }))
        .toSorted((a, b) => a.act.localeCompare(b.act, language))
      return allRows(data)
    }
  })
