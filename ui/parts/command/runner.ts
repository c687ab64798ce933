/** What draws a command asks its runner (CommandRunner.tsx) through here, and so knows nothing of how one runs. */
import { createContext, useContext } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../list/useRows.ts'
import { type Availability, availability, type Run } from './commandState.ts'

export interface Runner {
  readonly start: (run: Run) => void
  /** Sends what an open form holds, and does what follows. Throws what was refused. */
  readonly submit: (run: Run, body: Record<string, unknown>, key: string) => Promise<void>
  readonly busy: string | undefined
}

export const RunnerContext = createContext<Runner | null>(null)

/** The runner above. Throws where there is none. */
export function useRunner(): Runner {
  const runner = useContext(RunnerContext)
  if (!runner) throw new Error('A command needs a CommandRunner above it')
  return runner
}

export interface CommandHandle extends Availability {
  readonly busy: boolean
  readonly run: (word?: number) => void
}

/** How a command stands towards the chosen rows, and how to run it. Needs a `CommandRunner` above. */
export function useCommand(): (command: CommandMetadata, rows: readonly Row[]) => CommandHandle {
  const runner = useRunner()
  return (command, rows) => ({
    ...availability(command, rows),
    busy: runner.busy === command.name,
    run: word => runner.start({ command, rows, word })
  })
}
