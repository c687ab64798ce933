/** What a list needs only once the person acts: the panel and the open form, fetched when the browser is idle, after the rows. */
import { lazy } from 'react'
import { whenIdle } from '../../elements/whenIdle.ts'

const loadOpenForm = () => import('../command/OpenForm.tsx')
const loadPanel = () => import('../panel/SidePanel.tsx')

export const OpenForm = lazy(async () => ({ default: (await loadOpenForm()).OpenForm }))
export const SidePanel = lazy(async () => ({ default: (await loadPanel()).SidePanel }))

/** Drawing one fetches it again after a failure. Returns how to stop. */
export const prefetchPanel = (): (() => void) => whenIdle([loadOpenForm, loadPanel])
