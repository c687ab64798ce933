/** How components start commands, without depending on `CommandRunner.tsx`, which runs them. */
import { createContext, useContext } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { type Availability, availability, type Run } from './commandState.ts'

export interface Runner {
  readonly start: (run: Run) => void
  /** Sends the values of a form that is not a dialog, and does what follows. Throws the error of the call. */
  readonly submit: (run: Run, body: Record<string, unknown> | undefined, key: string) => Promise<void>
  /** The name of the command that is being sent, or that waits for the list after the one before it. */
  readonly busy: string | undefined
}

export const RunnerContext = createContext<Runner | null>(null)

/** The nearest runner. Throws where there is none. */
export function useRunner(): Runner {
  const runner = useContext(RunnerContext)
  if (!runner) throw new Error('A command needs a CommandRunner above it')
  return runner
}

export interface CommandHandle extends Availability {
  readonly busy: boolean
  readonly run: (menuCode?: number) => void
}

/** Returns a function that gives a command's availability for rows, and a way to run it. Needs a `CommandRunner` above. */
export function useCommand(): (command: CommandMetadata, rows: readonly Row[]) => CommandHandle {
  const runner = useRunner()
  return (command, rows) => ({
    ...availability(command, rows),
    busy: runner.busy === command.name,
    run: menuCode => runner.start({ command, rows, menuCode })
  })
}
