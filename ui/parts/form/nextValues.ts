/**
 * The rules by which a form changes its own values: numbers that can have only one value, choices that choose by themselves, fields that
 * are copied from the chosen option, values that are fetched, computed or proposed. All of them are one pure function:
 *
 *     nextValues(rules, values, memory) → values, memory, and the queries whose answers are needed
 *
 * Rules may depend on each other (place → item → price → amount), so they are applied in turn until none of them changes a value. A rule
 * whose answer has not come leaves its value as it is and names the query. Whoever calls the function sends the queries and calls it again
 * when an answer arrives: `preparedValues.ts` before a form is drawn, `formRules.ts` while it is open.
 *
 * What a person types always wins. A value alone does not say who wrote it, so the memory keeps for each rule what it did last: a rule acts
 * again only when its call or its answer has changed, and replaces a value only if it is blank or the rule's own.
 */
import { holdsIn } from '../../../src/contract/check.ts'
import { offersAtOnce } from '../../../src/contract/first.ts'
import type { Derivation, FieldMetadata, FormMetadata, OptionsCall } from '../../../src/contract/form.ts'
import { controlOf, schemaOfField } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { amountIn } from './amount.ts'
import { automaticOption, onlyOption } from './automaticOption.ts'
import { filledCall, isBlank } from './filledCall.ts'
import { allOptions, type FormQuery, fetchedAnswer, foundOptions } from './formQueries.ts'
import { onlyValueOf, presentSchema, type Values } from './formValues.ts'
import { optionsIn } from './options.ts'
import { rowFields, rowScope, rowsIn } from './rows.ts'

/** An answer that has come; of a refusal its problem, which may have data, too, such as why there is no price. */
export interface Answer {
  readonly data: unknown
  readonly isRefused: boolean
}

/** A value that a hand-written control proposes: which query it needs, and what the answer says. */
export interface Proposal {
  /** Undefined while there is nothing to propose for; the value is then taken back. */
  readonly query: FormQuery | undefined
  readonly valueIn: (data: unknown) => unknown
  /** The value always follows the answer. Else it stays as soon as a person has chosen. */
  readonly follows?: boolean
}

export type ProposalOf = (
  field: FieldMetadata,
  values: Values,
  rows: readonly { readonly id: number }[]
) => Proposal | undefined

export interface Rules {
  readonly form: FormMetadata
  /** The rows that the form acts on. */
  readonly rows: readonly { readonly id: number }[]
  readonly recall: (key: string) => unknown
  /** The answer of a query; undefined until it has come. */
  readonly answerTo: (query: FormQuery) => Answer | undefined
  /** What the field's hand-written control proposes, if its code has come and it proposes something. */
  readonly proposalOf?: ProposalOf
}

interface ChoiceMemory {
  /** The call for which it has been decided whether an option is chosen automatically. */
  readonly decidedFor?: string | undefined
  /** The option whose fields were copied last. */
  readonly option?: Values | undefined
}

interface DerivedMemory {
  /** What the rule asked, as the key of its query, and what it made of the answer. */
  readonly asked: string | undefined
  readonly result: unknown
  /** The value that the rule has written; while the field has another one, it is a person's. */
  readonly written: unknown
}

export interface Memory {
  readonly choices: Readonly<Record<string, ChoiceMemory>>
  readonly derived: Readonly<Record<string, DerivedMemory>>
}

export const noMemory: Memory = { choices: {}, derived: {} }

export interface Turn {
  readonly values: Values
  readonly memory: Memory
  /** All queries that the rules read, answered or not. */
  readonly queries: readonly FormQuery[]
  /** The paths of the values that were written. */
  readonly written: readonly string[]
}

/** More turns than any chain of rules needs: rules that contradict each other would never come to rest. */
const maxTurns = 100

/** The values once no rule changes them any more with the answers that have come. Throws if the rules contradict each other. */
export function nextValues(rules: Rules, values: Values, memory: Memory = noMemory): Turn {
  const paths = new Set<string>()
  let turn: Turn = { values, memory, queries: [], written: [] }
  for (let count = 0; count < maxTurns; count++) {
    const before = turn.values
    turn = new RuleRun(rules, turn.values, turn.memory).turn()
    for (const path of turn.written) paths.add(path)
    if (turn.values === before) return { ...turn, written: [...paths] }
  }
  throw new Error(`The rules of the form ${rules.form.name} contradict each other`)
}

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** Applies each rule once. */
class RuleRun {
  private readonly rules: Rules
  private readonly before: Memory
  private readonly choices: Record<string, ChoiceMemory> = {}
  private readonly derived: Record<string, DerivedMemory> = {}
  private readonly queries: FormQuery[] = []
  private readonly written: string[] = []
  /** Choices for which it is not known yet whether an option is chosen automatically. */
  private readonly undecided = new Set<string>()
  private values: Values

  constructor(rules: Rules, values: Values, memory: Memory) {
    this.rules = rules
    this.values = values
    this.before = memory
  }

  turn(): Turn {
    const { form } = this.rules
    for (const field of form.fields) {
      const only = onlyValueOf(presentSchema(form, field, this.values))
      if (only !== undefined) this.write(field.name, only)
    }
    for (const field of form.fields) if (holdsIn(field.when, this.values)) this.applyField(field, this.values)
    for (const rule of form.derive) this.derive(rule)
    const { values, queries, written } = this
    return { values, memory: { choices: this.choices, derived: this.derived }, queries, written }
  }

  private write(path: string, value: unknown): void {
    if (isSame(valueAt(this.values, path), value)) return
    this.values = withValueAt(this.values, path, value)
    this.written.push(path)
  }

  private answerTo(query: FormQuery): Answer | undefined {
    this.queries.push(query)
    return this.rules.answerTo(query)
  }

  /** @param scope the values that the field's call reads: those of the form, in a row those of the row first */
  private applyField(field: FieldMetadata, scope: Values): void {
    const { form, rows, proposalOf } = this.rules
    if (!hasRule(field)) return
    if (field.rows) this.applyRows(field)
    const control = controlOf(field, schemaOfField(form, field) ?? {})
    const { options } = field
    if (options && control === 'choice') this.choose(field, options, filledCall(options.call, scope, rows))
    if (options && control === 'choices') this.fetchOptions(filledCall(options.call, scope, rows))
    const proposal = control.startsWith('part:') ? proposalOf?.(field, this.values, rows) : undefined
    if (proposal) this.propose(field, proposal)
  }

  private applyRows(field: FieldMetadata): void {
    // their options are fetched before there is a row, so that a new row has them at once
    for (const { options } of field.rows?.fields ?? [])
      if (options && !options.search) this.fetchOptions(filledCall(options.call, this.values, this.rules.rows))
    for (const at of rowsIn(field, this.values).keys())
      for (const rowField of rowFields(field, this.values, at))
        this.applyField(rowField, rowScope(field, this.values, at))
  }

  private fetchOptions(call: string | undefined): void {
    if (call !== undefined) this.answerTo(allOptions(call))
  }

  private choose(field: FieldMetadata, options: OptionsCall, call: string | undefined): void {
    const { name } = field
    const value = valueAt(this.values, name)
    this.choices[name] = this.before.choices[name] ?? {}
    if (call !== undefined) this.chooseAmong(field, options, call, value)
    else if (namesIn(options.call).some(needed => this.undecided.has(needed))) this.undecided.add(name)
    else if (value !== undefined) this.take(field, options, undefined)
  }

  private chooseAmong(field: FieldMetadata, options: OptionsCall, call: string, value: unknown): void {
    const { name, remember, firstChoice } = field
    const { search } = options
    const memory = this.choices[name] ?? {}
    const isDecided = memory.decidedFor === call
    const last = isDecided || remember === undefined ? undefined : (this.rules.recall(remember) ?? firstChoice)
    const first = this.firstOptions(options, call)
    const isValue = (option: Values): boolean => option[options.value] === value
    const listedOption = optionsOf(first).find(isValue)
    const singleValue = listedOption ? undefined : isBlank(value) ? last : value
    const single =
      search && !isBlank(singleValue) ? this.answerTo(foundOptions(call, { [search.one]: singleValue })) : noOptions
    const answers = { last, first: dataOf(first), one: dataOf(single), isSearched: search !== undefined }
    if (isBlank(value)) {
      if (memory.option) this.take(field, options, undefined)
      if (!first || !single) {
        this.undecided.add(name)
        return
      }
      if (!first.isRefused) this.decide(name, call)
      const next = isDecided ? onlyOption(options, answers.first) : automaticOption(options, answers)
      if (next) this.take(field, options, next)
      return
    }
    const option = listedOption ?? optionsOf(single).find(isValue)
    const answer = search ? single : first
    if (!option && (!answer || answer.isRefused)) return
    this.decide(name, call)
    // a searched choice whose value is no longer offered becomes blank, without another automatic choice
    this.take(field, options, option ?? (search ? undefined : automaticOption(options, answers)))
  }

  private firstOptions(options: OptionsCall, call: string): Answer | undefined {
    if (!offersAtOnce(options)) return noOptions
    return this.answerTo(options.search ? foundOptions(call, {}) : allOptions(call))
  }

  private decide(name: string, call: string): void {
    this.choices[name] = { ...this.choices[name], decidedFor: call }
  }

  /** Chooses an option, or none, and copies its fields. */
  private take(field: FieldMetadata, { value, copyFields = {} }: OptionsCall, option: Values | undefined): void {
    const memory = this.choices[field.name]
    this.write(field.name, option?.[value])
    if (option !== memory?.option || option === undefined)
      for (const [from, to] of Object.entries(copyFields)) this.write(to, option?.[from] ?? undefined)
    this.choices[field.name] = { ...memory, option }
  }

  private derive(rule: Derivation): void {
    if (rule.kind === 'amount') this.write(rule.to, amountIn(rule, this.values, this.schemaAt(rule.quantity)))
    else if (rule.kind === 'fetched') this.fetchValue(rule)
    else {
      const value = valueAt(this.values, rule.field)
      if (typeof value === 'string') this.write(rule.field, value.toUpperCase())
    }
  }

  private schemaAt(path: string): Schema {
    const { form } = this.rules
    const field = form.fields.find(({ name }) => name === path)
    return field ? presentSchema(form, field, this.values) : {}
  }

  private fetchValue(rule: Extract<Derivation, { kind: 'fetched' }>): void {
    const { form, rows } = this.rules
    const call = filledCall(rule.call, this.values, rows)
    this.follow(rule.to, JSON.stringify(rule), {
      query: call === undefined ? undefined : fetchedAnswer(call),
      valueIn: data => valueAt(data, rule.pick),
      follows: form.fields.some(({ name, readOnly }) => name === rule.to && readOnly === true),
      staysUntilNext: rule.untilNext === true
    })
  }

  private propose(field: FieldMetadata, proposal: Proposal): void {
    this.follow(field.name, `proposal ${field.name}`, { follows: false, ...proposal, staysUntilNext: true })
  }

  private follow(to: string, name: string, rule: Required<Proposal> & { readonly staysUntilNext: boolean }): void {
    const { query, valueIn, follows, staysUntilNext } = rule
    const memory = this.before.derived[name]
    if (memory) this.derived[name] = memory
    const answer = query && this.answerTo(query)
    if (query && !answer && staysUntilNext) return
    const queryKey = query && JSON.stringify(query.queryKey)
    const result = answer ? (valueIn(answer.data) ?? undefined) : undefined
    const present = valueAt(this.values, to)
    const ruleValue = isBlank(present) ? undefined : memory?.written
    if (memory && memory.asked === queryKey && isSame(memory.result, result)) {
      this.derived[name] = { ...memory, written: ruleValue }
      return
    }
    const isTyped = !follows && !isBlank(present) && !isSame(present, ruleValue)
    const isKept = isTyped && !isSame(present, result)
    this.derived[name] = { asked: queryKey, result, written: isKept ? ruleValue : result }
    if (!isKept) this.write(to, result)
  }
}

/** Whether a field may change values by itself. A long list of rows is walked at each change, so fields without a rule cost nothing. */
const hasRule = ({ options, control, rows }: FieldMetadata): boolean =>
  options !== undefined || control?.startsWith('part:') === true || rows?.fields.some(hasRule) === true

/** The values that a call needs. */
const namesIn = (call: string): string[] => Array.from(call.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name)

/** Stands for the answer of a call that is not made. */
const noOptions: Answer = { data: undefined, isRefused: false }

const dataOf = (answer: Answer | undefined): unknown => (answer?.isRefused ? undefined : answer?.data)
const optionsOf = (answer: Answer | undefined): Values[] => optionsIn(dataOf(answer))
