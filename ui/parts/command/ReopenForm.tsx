import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useCommand } from './runner.ts'

interface ReopenFormProps {
  /** The command that the URL names. */
  readonly command: string | undefined
  readonly commands: readonly CommandMetadata[]
  /** The sets of rows that the form may have been opened for, in order of preference: the selected rows, then the panel's row. */
  readonly subjects: readonly (readonly Row[])[]
  /** Whether all of these rows are loaded. */
  readonly ready: boolean
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Set by a navigation whose URL names a form to open, also on the current page. A new value each time, so that it opens again.
     */
    readonly opensForm?: string
  }
}

/** Opens the form of the command that the URL names: once when the page is opened, and when a navigation asks for it. */
export function ReopenForm({ command: name, commands, subjects, ready }: ReopenFormProps) {
  const handleOf = useCommand()
  const request = useRouterState({ select: ({ location }) => location.state.opensForm })
  /** The request that was handled last; undefined before the first. */
  const handled = useRef<{ readonly request: string | undefined }>(undefined)
  useEffect(() => {
    if (!ready || (handled.current && (request === undefined || request === handled.current.request))) return
    handled.current = { request }
    const command = commands.find(candidate => candidate.name === name && candidate.form)
    if (!command) return
    for (const rows of subjects) {
      const { shown, refusal, run } = handleOf(command, rows)
      if (shown && !refusal) return run()
    }
  })
  return null
}
