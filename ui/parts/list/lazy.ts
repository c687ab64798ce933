/** What stands on a list page only when a person asks for it, fetched once it is needed; see `prefetch.ts`. */
import { lazy } from 'react'
import { prefetchWhenIdle } from '../prefetch.ts'

const loadOpenForm = () => import('../command/OpenForm.tsx')
const loadPanel = () => import('../panel/SidePanel.tsx')

export const OpenForm = lazy(async () => ({ default: (await loadOpenForm()).OpenForm }))
export const SidePanel = lazy(async () => ({ default: (await loadPanel()).SidePanel }))
export const prefetchPanel = (): (() => void) => prefetchWhenIdle([loadOpenForm, loadPanel])
