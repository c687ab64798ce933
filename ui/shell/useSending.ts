import { useState } from 'react'
import { sentenceOf } from '../alerts.ts'
import { ApiProblem } from '../api.ts'

export interface Sending {
  readonly sending: boolean
  /** The sentence of the last refusal. */
  readonly problem: string | undefined
  /** Refusals of single fields, by the field's name in lower-camel case. */
  readonly fields: Readonly<Record<string, string>>
  readonly send: (work: () => Promise<unknown>) => Promise<void>
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** A small form's sending: one at a time, its refusal as a sentence. */
export function useSending(): Sending {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (sending) return
    setSending(true)
    setProblem(undefined)
    setFields({})
    try {
      await work()
    } catch (error) {
      const refused = error instanceof ApiProblem ? error.errors : []
      setFields(Object.fromEntries(refused.map(one => [lowerFirst(one.PropertyName), one.ErrorMessage])))
      setProblem(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return { sending, problem, fields, send }
}
