/** A command's form, which is fetched when the browser is idle, after the rows, so that it is there even if the connection is lost. */
import { lazy } from 'react'
import { whenIdle } from '../../elements/whenIdle.ts'

const loadForm = () => import('./CommandForm.tsx')

export const CommandForm = lazy(async () => ({ default: (await loadForm()).CommandForm }))

/** Drawing one fetches it again after a failure. Returns how to stop. */
export const prefetchForm = (): (() => void) => whenIdle([loadForm])
