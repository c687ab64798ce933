import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../list/useRows.ts'
import { useCommand } from './runner.ts'

interface ReopenFormProps {
  /** The command that the URL names. */
  readonly command: string | undefined
  readonly commands: readonly CommandMetadata[]
  /** The rows that the form may have been opened for; those that were chosen come before the one in the panel. */
  readonly subjects: readonly (readonly Row[])[]
  /** Whether all of these rows are loaded. */
  readonly ready: boolean
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address names a command whose form is to be opened, also on the page that is open already; another text each time. */
    readonly opensForm?: string
  }
}

/** Opens the form of the command that the URL names: once when the page is opened, and when a navigation asks for it. */
export function ReopenForm({ command: name, commands, subjects, ready }: ReopenFormProps) {
  const handleOf = useCommand()
  const asked = useRouterState({ select: ({ location }) => location.state.opensForm })
  /** For what it has been opened, if at all. */
  const done = useRef<{ readonly asked: string | undefined }>(undefined)
  useEffect(() => {
    if (!ready || (done.current && (asked === undefined || asked === done.current.asked))) return
    done.current = { asked }
    const command = commands.find(candidate => candidate.name === name && candidate.form)
    if (!command) return
    for (const rows of subjects) {
      const { shown, refusal, run } = handleOf(command, rows)
      if (shown && !refusal) return run()
    }
  })
  return null
}
