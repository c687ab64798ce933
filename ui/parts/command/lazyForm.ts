/** A command's form, which is fetched when the browser is idle, after the rows, so that it is there even if the connection is lost. */
import { whenReady } from '../../elements/ready.ts'
import { whenIdle } from '../../elements/whenIdle.ts'

export const commandForm = whenReady(async () => ({ default: (await import('./CommandForm.tsx')).CommandForm }))

/** Drawing one fetches it again after a failure. Returns how to stop. */
export const prefetchForm = (): (() => void) => whenIdle([commandForm.fetch])
