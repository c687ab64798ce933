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

/** After a reload, opens the form of the command that the URL names, once. */
export function ReopenForm({ command: name, commands, subjects, ready }: ReopenFormProps) {
  const handleOf = useCommand()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !ready) return
    done.current = true
    const command = commands.find(candidate => candidate.name === name && candidate.form)
    if (!command) return
    for (const rows of subjects) {
      const { shown, refusal, run } = handleOf(command, rows)
      if (shown && !refusal) return run()
    }
  })
  return null
}
