/** The rules of an open form: they write its values after each change and each answer, and a restored draft is not overwritten. */
import { QueryClient } from '@tanstack/react-query'
import { createForm } from 'final-form'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { choiceField, type DriverNotice, noticesQuery, proposedRecipients } from '../../ui/pages/planning/notices.ts'
import { allOptions } from '../../ui/parts/form/formQueries.ts'
import { FormRules } from '../../ui/parts/form/formRules.ts'
import type { Values } from '../../ui/parts/form/formValues.ts'
import type { ProposalOf } from '../../ui/parts/form/nextValues.ts'

let queries: QueryClient
const answer = ({ queryKey }: { readonly queryKey: readonly unknown[] }, data: unknown): void =>
  void queries.setQueryData(queryKey, data)
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
})

function opened(form: FormMetadata, values: Values, rows: readonly { id: number }[] = [], proposalOf?: ProposalOf) {
  const api = createForm<Values>({ initialValues: values, onSubmit: () => undefined })
  const rules = new FormRules(queries, form, rows, proposalOf)
  const end = rules.decorate(api)
  return { api, rules, end, values: () => api.getState().values }
}

const integer = { type: 'integer' }
const chain = {
  name: 'example',
  schema: { type: 'object', properties: {} },
  initial: {},
  derive: [],
  fields: [
    { name: 'company', label: 'c', transient: integer },
    {
      name: 'department',
      label: 'd',
      transient: integer,
      options: { call: '/departments?of={company}', value: 'id', label: ['city'], autoSelectSingle: true }
    }
  ]
} as FormMetadata

describe('an open form', () => {
  it('chooses as soon as an answer has come, and writes nothing after its end', async () => {
    vi.stubGlobal('fetch', async () => Response.json([{ id: 9 }]))
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    const { api, end, values } = opened(chain, {})
    api.change('company', 3)
    await vi.waitFor(() => expect(values().department).toBe(9))
    end()
    api.change('company', undefined)
    expect(values().department).toBe(9)
  })

  it('writes in the same turn what an answer at hand decides', () => {
    answer(allOptions('/departments?of=3'), [{ id: 9 }])
    const { api, values } = opened(chain, {})
    const seen: unknown[] = []
    api.subscribe(({ values: present }) => seen.push(present), { values: true })
    api.change('company', 3)
    expect(values()).toEqual({ company: 3, department: 9 })
    expect(seen.at(-1)).toEqual({ company: 3, department: 9 })
  })
})

describe('the messages to drivers', () => {
  const form = {
    ...chain,
    fields: [
      {
        name: 'recipients',
        label: 'r',
        control: 'part:orders.notices',
        reads: { channel: 'channel' },
        transient: { type: 'array', items: integer }
      }
    ]
  } as FormMetadata
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const notice = (driverId: number, sent: readonly number[]) => ({ driverId, sent }) as DriverNotice
  const all = { data: [notice(5, [1, 2]), notice(6, [3])], total: 2 }
  const open = (values: Values) => opened(form, { channel: 1, ...values }, rows, proposedRecipients)

  it('are about all orders that are not known yet', () => {
    answer(noticesQuery(rows, 1, false), all)
    expect(open({}).values().recipients).toEqual([1, 2, 3])
  })

  it('follow the choice of the person', () => {
    answer(noticesQuery(rows, 1, false), all)
    answer(noticesQuery(rows, 1, true), { data: [notice(5, [1, 2, 4])], total: 1 })
    const { api, values } = open({})
    api.change(choiceField, { again: false, leftOut: [5] })
    expect(values().recipients).toEqual([3])
    api.change(choiceField, { again: true, leftOut: [] })
    expect(values().recipients).toEqual([1, 2, 4])
  })

  it('of a restored draft are those that the person has chosen', () => {
    answer(noticesQuery(rows, 1, false), all)
    const draft = { recipients: [3], [choiceField]: { again: false, leftOut: [5] } }
    expect(open(draft).values()).toMatchObject(draft)
  })
})
