/** The code that a list needs only once the person acts (the panel and the open form): fetched in idle time, after the rows. */
import { lazyPart } from '../../elements/lazyPart.tsx'
import { whenIdle } from '../../elements/whenIdle.ts'

const openForm = lazyPart(async () => ({ default: (await import('../command/OpenForm.tsx')).OpenForm }))
export const sidePanel = lazyPart(async () => ({ default: (await import('../panel/SidePanel.tsx')).SidePanel }))

export const OpenForm = openForm.Component
export const SidePanel = sidePanel.Component

/** Fetches the code in idle time; after a failure, drawing the component fetches it again. Returns a function that cancels. */
export const prefetchPanel = (): (() => void) => whenIdle([openForm.fetch, sidePanel.fetch])
