/** The form of a command, fetched once it is needed; see `prefetch.ts`. */
import { lazy } from 'react'
import { prefetchWhenIdle } from '../prefetch.ts'

const loadForm = () => import('./CommandForm.tsx')

export const CommandForm = lazy(async () => ({ default: (await loadForm()).CommandForm }))
export const prefetchForms = (): (() => void) => prefetchWhenIdle([loadForm])
