/** What a list needs only once the person acts: the panel and the open form, fetched when the browser is idle, after the rows. */
import { whenReady } from '../../elements/ready.ts'
import { whenIdle } from '../../elements/whenIdle.ts'

const openForm = whenReady(async () => ({ default: (await import('../command/OpenForm.tsx')).OpenForm }))
export const sidePanel = whenReady(async () => ({ default: (await import('../panel/SidePanel.tsx')).SidePanel }))

export const OpenForm = openForm.Component
export const SidePanel = sidePanel.Component

/** Drawing one fetches it again after a failure. Returns how to stop. */
export const prefetchPanel = (): (() => void) => whenIdle([openForm.fetch, sidePanel.fetch])
