/** The question for a report as text: the query of its call, as it is sent, saved and read again. */
import { orNotFound } from '../../src/kernel/routes/route.ts'
import { reportOf } from './catalogue/index.ts'
import { periods, type Report } from './definition.ts'
import { questionOfQuery, type ReportQuestion } from './question.ts'

/** The maximum length of the text of a question. */
export const maxQuery = 4000

type Query = Record<string, string | string[] | boolean>

const known = ['ExcludedColumns', 'OrderBy', 'IsDesc', 'GroupBy']

/** The keys and values of the text: `IsDesc` as true or false, a repeated key as a list. */
function parsed(text: string): Query {
  const found: Query = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const name = known.find(one => one.toLowerCase() === key.toLowerCase()) ?? key
    const earlier = found[name]
    if (name === 'IsDesc') found[name] = value === 'true'
    else if (earlier === undefined || typeof earlier === 'boolean') found[name] = value
    else found[name] = [earlier, value].flat()
  }
  return found
}

/** @throws kernel.notFound if the report does not exist; kernel.invalid if the question does not fit the report */
export const questionOfText = (id: number, text: string, today: string): ReportQuestion =>
  questionOfQuery(orNotFound<Report>(reportOf(id)), parsed(text), today)

/** The question with its days and its year replaced by those of a month. */
export function aboutMonth(text: string, { first, last }: { readonly first: string; readonly last: string }): string {
  const query = new URLSearchParams(text)
  const set = (name: string, value: string): void => {
    const key = [...query.keys()].find(one => one.toLowerCase() === name.toLowerCase())
    if (key) query.set(key, value)
  }
  for (const [from, to] of periods) {
    set(`@${from}`, first)
    set(`@${to}`, last)
  }
  set('@Year', first.slice(0, 4))
  return query.toString()
}
