/** What is wrong with a form's hints: those that say what the schema says, and names that mean nothing. */
import { derivedControl, type FieldHint } from '../../src/contract/form.ts'
import { schemaAt } from '../../src/contract/paths.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { unwrapped } from '../../src/contract/schema.ts'
import type { FormDefinition } from '../../src/kernel/commands/form.ts'
import { fieldOrder } from '../../src/kernel/metadata/form.ts'

export interface FormToJudge {
  readonly form: FormDefinition
  /** What the labels of its fields begin with. */
  readonly prefix: string
  /** The row, or the answer of `load`, that it starts from. */
  readonly source: Schema | undefined
  /** What it starts from for some caller. */
  readonly initial: Readonly<Record<string, unknown>>
}

type Named = readonly [where: string, name: string]

/** Names in the rules of a schema, however deep. */
function namedByRules(declared: Schema): string[] {
  const schema = unwrapped(declared)
  return [
    ...Object.keys(schema.requiredWhen ?? {}),
    ...(schema.rulesBy ? [schema.rulesBy.by] : []),
    ...(schema.sameAs ? [schema.sameAs] : []),
    ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(namedByRules)
  ]
}

const placeholders = (call: string): string[] => [...call.matchAll(/\{([^}]+)\}/g)].map(match => match[1] as string)

/** All that a form reads by name. */
function readBy({ schema, fields = {}, derive = [] }: FormDefinition): Named[] {
  const hints = Object.entries(fields)
  return [
    ...namedByRules(schema as Schema).map((name): Named => ['a rule', name]),
    ...hints.flatMap(([, { when }]) => Object.keys(when ?? {}).map((name): Named => ['when', name])),
    ...hints.flatMap(([, { options }]) => placeholders(options?.call ?? '').map((name): Named => ['a call', name])),
    ...hints.flatMap(([, { transient }]) => namedByRules(transient ?? {}).map((name): Named => ['a rule', name])),
    ...derive.flatMap((one): Named[] => {
      if (one.kind === 'upperCase') return [['derive', one.field]]
      if (one.kind === 'gross') return [one.net, one.rate, one.to].map(name => ['derive', name])
      return [...placeholders(one.call), one.to].map(name => ['derive', name])
    })
  ]
}

const without = (hints: Readonly<Record<string, FieldHint>>, name: string): Record<string, FieldHint> =>
  Object.fromEntries(Object.entries(hints).filter(([other]) => other !== name))

function redundant({ form, prefix }: FormToJudge): string[] {
  const schema = form.schema as Schema
  const hints = form.fields ?? {}
  return Object.entries(hints).flatMap(([name, hint]) => {
    const own = hint.transient ?? schemaAt(schema, name)
    if (!own) return [`${name} is no field of the schema, and no step`]
    const order = JSON.stringify(fieldOrder(schema, hints))
    const idle = Object.entries(hint).filter(([, value]) => value === false || value === undefined || value === '')
    return [
      ...(hint.control === derivedControl(own, hint.options) ? [`${name}: the schema says ${hint.control}`] : []),
      ...(hint.label === `${prefix}.${name}` ? [`${name}: the label is the usual one`] : []),
      ...(hint.from === name ? [`${name}: it starts from its own name`] : []),
      ...idle.map(([key]) => `${name}: ${key} says nothing`),
      ...(Object.keys(hint).length === 0 && JSON.stringify(fieldOrder(schema, without(hints, name))) === order
        ? [`${name}: the order is the schema's`]
        : [])
    ]
  })
}

function unknownNames({ form, source, initial }: FormToJudge): string[] {
  const { context = [], omit = [], fields: hints = {} } = form
  const schema = form.schema as Schema
  const asked = fieldOrder(schema, hints).filter(name => !omit.includes(name))
  const known = new Set([...asked, ...context, 'id', 'ids'])
  const read = readBy(form)
  const startsFrom = (name: string): boolean => source !== undefined && schemaAt(source, name) !== undefined
  const copied = Object.values(hints).flatMap(({ options }) => Object.values(options?.copyFields ?? {}))
  return [
    ...read.filter(([, name]) => !known.has(name)).map(([where, name]) => `${where} reads ${name}, which is not there`),
    ...Object.entries(hints).flatMap(([name, { from }]) =>
      from !== undefined && !startsFrom(from) ? [`${name} starts from ${from}, which is not there`] : []
    ),
    ...context
      .filter(name => !startsFrom(name) && !Object.hasOwn(initial, name) && !copied.includes(name))
      .map(name => `the context names ${name}, which is not there`),
    ...context
      .filter(name => !read.some(([, other]) => other === name))
      .map(name => `the context names ${name}, which nothing reads`),
    ...context.filter(name => Object.hasOwn(hints, name)).map(name => `${name} is context, and has a hint`),
    ...copied.filter(name => !known.has(name)).map(name => `${name} is copied, and is not there`),
    ...omit
      .filter(name => !schemaAt(schema, name) || schema.required?.includes(name))
      .map(name => `${name} cannot be left out`),
    ...Object.keys(initial)
      .filter(name => !known.has(name))
      .map(name => `${name} has a value to start from, and is not there`)
  ]
}

/** All that is wrong with the hints of a form, one sentence each. */
export const hintFaults = (judged: FormToJudge): string[] => [...redundant(judged), ...unknownNames(judged)]
