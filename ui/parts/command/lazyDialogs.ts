/** The code of a command's dialogs and calls: fetched in idle time after the rows, so that they open even if the connection is lost later. */
import { lazyPart } from '../../elements/lazyPart.tsx'
import { whenIdle } from '../../elements/whenIdle.ts'

export const commandForm = lazyPart(async () => ({ default: (await import('./CommandForm.tsx')).CommandForm }))

const dialogs = () => import('./CommandDialogs.tsx')
const confirm = lazyPart(async () => ({ default: (await dialogs()).ConfirmDialog }))
const refused = lazyPart(async () => ({ default: (await dialogs()).RefusedDialog }))
const secret = lazyPart(async () => ({ default: (await dialogs()).SecretDialog }))
const view = lazyPart(async () => ({ default: (await dialogs()).ViewDialog }))

export const ConfirmDialog = confirm.Component
export const RefusedDialog = refused.Component
export const SecretDialog = secret.Component
export const ViewDialog = view.Component

export const loadSendCommand = () => import('./sendCommand.ts')
export const loadLeadOn = () => import('./leadOn.ts')

/** Fetches the code in idle time; after a failure, drawing a dialog fetches it again. Returns a function that cancels. */
export const prefetchDialogs = (): (() => void) =>
  whenIdle([loadSendCommand, commandForm.fetch, confirm.fetch, refused.fetch, secret.fetch, view.fetch, loadLeadOn])
