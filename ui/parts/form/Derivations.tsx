/** Values computed from other values. A fetched value never replaces what a person has typed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormApi } from 'final-form'
import { useEffect, useRef } from 'react'
import type { Amount, Derivation, FormMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { ApiProblem } from '../../api.ts'
import { amountIn } from './amount.ts'
import { filledCall } from './filledCall.ts'
import { fetchedAnswer } from './formQueries.ts'
import { useFormRows } from './formRows.ts'
import type { Values } from './formValues.ts'
import { onlyValueOf, presentSchema } from './formValues.ts'

interface DerivationsProps {
  readonly form: FormMetadata
  readonly api: FormApi<Values>
  readonly values: Values
}

interface OneProps<K extends Derivation['kind']> {
  readonly rule: Extract<Derivation, { kind: K }>
  readonly api: FormApi<Values>
  readonly values: Values
}

export function Derivations({ form, api, values }: DerivationsProps) {
  const single = form.fields.flatMap(field => {
    const value = onlyValueOf(presentSchema(form, field, values))
    return value === undefined ? [] : [<OnlyValue key={field.name} name={field.name} only={value} api={api} />]
  })
  const derived = form.derive.map(rule => {
    const key = JSON.stringify(rule)
    if (rule.kind === 'amount') return <LineAmount key={key} rule={rule} api={api} values={values} />
    if (rule.kind === 'fetched') {
      const readOnly = form.fields.some(({ name, readOnly }) => name === rule.to && readOnly)
      return <Fetched key={key} rule={rule} api={api} values={values} readOnly={readOnly} />
    }
    return <UpperCase key={key} rule={rule} api={api} values={values} />
  })
  return [...single, ...derived]
}

interface OnlyProps extends Pick<DerivationsProps, 'api'> {
  readonly name: string
  readonly only: number
}

/** A number for which the limits leave only one value: its field is not drawn. */
function OnlyValue({ name, only, api }: OnlyProps) {
  useEffect(() => api.change(name, only), [api, name, only])
  return null
}

function LineAmount({ rule, api, values }: OneProps<'amount'>) {
  const amount = amountIn(rule, values)
  const same = useRef<Amount>(undefined)
  if (JSON.stringify(same.current) !== JSON.stringify(amount)) same.current = amount
  const stable = same.current
  useEffect(() => {
    const held = valueAt(api.getState().values, rule.to)
    if (JSON.stringify(held) !== JSON.stringify(stable)) api.change(rule.to, stable)
  }, [api, rule.to, stable])
  return null
}

function UpperCase({ rule, api, values }: OneProps<'upperCase'>) {
  const value = valueAt(values, rule.field)
  useEffect(() => {
    if (typeof value === 'string' && value !== value.toUpperCase()) api.change(rule.field, value.toUpperCase())
  }, [api, rule.field, value])
  return null
}

function Fetched({ rule, api, values, readOnly }: OneProps<'fetched'> & { readonly readOnly: boolean }) {
  const call = filledCall(rule.call, values, useFormRows())
  const put = useRef<unknown>(undefined)
  const { data, error } = useQuery({
    ...fetchedAnswer(call ?? ''),
    enabled: call !== undefined,
    ...(rule.untilNext ? { placeholderData: keepPreviousData } : {})
  })
  // a refusal may contain data, too, such as why there is no price
  const answer = data ?? (error instanceof ApiProblem ? (error.problem as unknown as Values) : undefined)
  const value = call === undefined ? undefined : (valueAt(answer, rule.pick) ?? undefined)
  useEffect(() => {
    const held = valueAt(api.getState().values, rule.to)
    const typed = !readOnly && held !== undefined && held !== null && held !== '' && held !== put.current
    if (typed && held !== value) return
    put.current = value
    if (held !== value) api.change(rule.to, value)
  }, [api, readOnly, rule.to, value])
  return null
}
