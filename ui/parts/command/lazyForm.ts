/** The code of command forms: fetched in idle time after the rows, so that a form opens even if the connection is lost later. */
import { lazyPart } from '../../elements/lazyPart.tsx'
import { whenIdle } from '../../elements/whenIdle.ts'

export const commandForm = lazyPart(async () => ({ default: (await import('./CommandForm.tsx')).CommandForm }))

/** Fetches the code in idle time; after a failure, drawing a form fetches it again. Returns a function that cancels. */
export const prefetchForm = (): (() => void) => whenIdle([commandForm.fetch])
