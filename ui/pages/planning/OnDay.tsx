import { type ReactNode, useMemo } from 'react'
import type { Run } from '../../parts/command/commandState.ts'
import { RunnerContext, useRunner } from '../../parts/command/runner.ts'

/** Whatever is planned from here is planned for the day. */
export function OnDay({ day, children }: { readonly day: string; readonly children: ReactNode }) {
  const runner = useRunner()
  const onDay = useMemo(
    () => ({
      ...runner,
      start: (run: Run) => runner.start({ ...run, given: { orderRealizationDate: day, ...run.given } })
    }),
    [runner, day]
  )
  return <RunnerContext.Provider value={onDay}>{children}</RunnerContext.Provider>
}
