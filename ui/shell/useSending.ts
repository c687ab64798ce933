import { useState } from 'react'
import { errorText } from '../alerts.ts'
import { ApiProblem } from '../api.ts'

export interface Sending {
  readonly sending: boolean
  /** What the last attempt failed with. */
  readonly problem: string | undefined
  /** Errors of single fields, by the field's name with a lower first letter. */
  readonly fields: Readonly<Record<string, string>>
  readonly send: (work: () => Promise<unknown>) => Promise<void>
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Sends a small hand-written form, once at a time, and keeps what it failed with. */
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
      const errors = error instanceof ApiProblem ? error.errors : []
      setFields(Object.fromEntries(errors.map(one => [lowerFirst(one.PropertyName), one.ErrorMessage])))
      setProblem(errorText(error))
    } finally {
      setSending(false)
    }
  }
  return { sending, problem, fields, send }
}
