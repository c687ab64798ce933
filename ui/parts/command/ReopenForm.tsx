import { useEffect, useRef } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../list/useRows.ts'
import { useCommand } from './runner.ts'

interface ReopenFormProps {
  readonly command: string | undefined
  readonly list: ListMetadata
  readonly rows: readonly Row[]
  /** The row whose panel is open: a form that was opened there acts on it. */
  readonly panelRow?: Row | undefined
  /** Whether all selected rows are loaded. */
  readonly ready: boolean
}

/** After a reload, opens the form of the command that the URL names, once. */
export function ReopenForm({ command: name, list, rows, panelRow, ready }: ReopenFormProps) {
  const handleOf = useCommand()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !ready) return
    done.current = true
    const commands = [...list.commands, ...(list.panel?.tabs.flatMap(tab => tab.commands) ?? [])]
    const command = commands.find(candidate => candidate.name === name && candidate.form)
    if (!command) return
    for (const subjects of [rows, ...(panelRow ? [[panelRow]] : [])]) {
      const { shown, refusal, run } = handleOf(command, subjects)
      if (shown && !refusal) return run()
    }
  })
  return null
}
