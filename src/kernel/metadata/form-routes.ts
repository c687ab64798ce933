/**
 * GET /api/ui/forms/{command}: the form of a single command, for callers who may send it. The screens before the sign-in thus use
 * the same rules that the server checks.
 */
import { Type } from '@sinclair/typebox'
import type { FormMetadata } from '../../contract/form.ts'
import type { Schema } from '../../contract/schema.ts'
import { metadataFor, type VocabularyMetadata } from '../../contract/vocabulary.ts'
import { audienceOf, type Caller } from '../access/caller.ts'
import { type AnyCommand, audiencesOf } from '../commands/command.ts'
import type { Module } from '../module.ts'
import { defineRoute, ItemResponse, orNotFound, type Route } from '../routes/route.ts'
import { commandForm } from './form.ts'

/** Names of the vocabularies in a schema, however deep. */
const namedIn = (schema: Schema): string[] => [
  ...(schema.vocabulary ? [schema.vocabulary] : []),
  ...[
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : [])
  ].flatMap(namedIn)
]

function vocabulariesIn(
  { schema, fields }: FormMetadata,
  known: readonly VocabularyMetadata[]
): Record<string, VocabularyMetadata> {
  const ofFields = fields.flatMap(({ transient, options }) => [
    ...(transient ? namedIn(transient) : []),
    ...(options?.group?.vocabulary ? [options.group.vocabulary] : [])
  ])
  const names = new Set([...namedIn(schema), ...ofFields])
  return Object.fromEntries(known.filter(({ name }) => names.has(name)).map(one => [one.name, one]))
}

/** The command's form for the caller; undefined where the command has none, or is not for this caller. */
function formFor(command: AnyCommand, caller: Caller | undefined): FormMetadata | undefined {
  const audience = audienceOf(caller, audiencesOf(command))
  const form = audience && command.access[audience]?.form
  return form && commandForm(command, form, caller)
}

export function formRoutes(modules: readonly Module[]): Route[] {
  const commands = modules.flatMap(module => module.commands ?? [])
  const vocabularies = modules.flatMap(module => module.vocabularies ?? [])
  const byName = new Map(commands.map(command => [command.name.toLowerCase(), command]))
  return [
    defineRoute({
      url: '/api/ui/forms/:command',
      access: ['anyone'],
      summary: 'The form of a command for the caller: its fields, its rules, and the vocabularies it names',
      answer: ItemResponse(Type.Unsafe<FormMetadata>(Type.Object({}, { additionalProperties: true }))),
      run: async ({ caller, param }) => {
        const command = orNotFound(byName.get(param('command').toLowerCase()))
        const form = orNotFound(formFor(command, caller))
        const named = vocabulariesIn(
          form,
          vocabularies.map(vocabulary => metadataFor(vocabulary, caller?.role))
        )
        return { data: Object.keys(named).length > 0 ? { ...form, vocabularies: named } : form }
      }
    })
  ]
}
