/**
 * The rules of an open form (`nextValues.ts`) as one decorator of final-form: they are applied after each change of a value, of the rows
 * that the form acts on, and when an answer arrives. The queries that the rules read are observed for as long as they read them.
 *
 *     const rules = new FormRules(queries, form, rows)
 *     <Form decorators={[rules.decorate]} …>        rules.update(form, rows) when one of them changes
 */
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { FormApi } from 'final-form'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { cachedAnswer } from './answers.ts'
import type { FormQuery } from './formQueries.ts'
import type { Values } from './formValues.ts'
import { recall } from './lastChoice.ts'
import { type Memory, nextValues, noMemory, type ProposalOf } from './nextValues.ts'

type Rows = readonly { readonly id: number }[]

export class FormRules {
  private readonly queries: QueryClient
  private readonly proposalOf: ProposalOf | undefined
  private form: FormMetadata
  private rows: Rows
  private api: FormApi<Values> | undefined
  private memory: Memory = noMemory
  /** By the keys of their queries: how each observation ends. */
  private readonly observed = new Map<string, () => void>()
  private isRunning = false

  constructor(queries: QueryClient, form: FormMetadata, rows: Rows, proposalOf?: ProposalOf) {
    this.queries = queries
    this.form = form
    this.rows = rows
    this.proposalOf = proposalOf
  }

  /** Connects the rules to a form. Returns a function that ends this. */
  readonly decorate = (api: FormApi<Values>): (() => void) => {
    this.api = api
    const unsubscribe = api.subscribe(() => this.run(), { values: true })
    return () => {
      unsubscribe()
      this.api = undefined
      this.memory = noMemory
      for (const end of this.observed.values()) end()
      this.observed.clear()
    }
  }

  update(form: FormMetadata, rows: Rows): void {
    if (form === this.form && rows === this.rows) return
    this.form = form
    this.rows = rows
    this.run()
  }

  /** Applies the rules with the answers that have come. Called when the code of a proposal has arrived, too. */
  run(): void {
    const { api, form, rows, queries, proposalOf } = this
    // a value that the rules write themselves has been considered already
    if (!api || this.isRunning) return
    this.isRunning = true
    try {
      const answerTo = (query: FormQuery) => cachedAnswer(queries, query)
      const rules = { form, rows, recall, answerTo, ...(proposalOf ? { proposalOf } : {}) }
      const turn = nextValues(rules, api.getState().values, this.memory)
      this.memory = turn.memory
      api.batch(() => {
        for (const path of turn.written) api.change(path as never, valueAt(turn.values, path) as never)
      })
      this.observe(turn.queries)
    } finally {
      this.isRunning = false
    }
  }

  private observe(needed: readonly FormQuery[]): void {
    const byKey = new Map(needed.map(query => [JSON.stringify(query.queryKey), query]))
    for (const [key, query] of byKey) {
      if (this.observed.has(key)) continue
      this.observed.set(
        key,
        new QueryObserver(this.queries, query).subscribe(() => this.run())
      )
    }
    for (const [key, end] of this.observed) {
      if (byKey.has(key)) continue
      end()
      this.observed.delete(key)
    }
  }
}
